import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runProgram } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import { orderSecret } from '@card-checkout/testing/checkout-request';
import { startProxy } from './running-proxy.ts';

const proxyFolder = fileURLToPath(new URL('..', import.meta.url));

/** Returns an example that all these pages share. */
function example(name: string, ...pages: string[]): string {
  const codes = pages.map((page) => {
    const text = readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8');
    return new RegExp(`^\`\`\`\\w+ example=${name}\\n([^]*?)^\`\`\`$`, 'm').exec(text)?.[1] ?? '';
  });
  expect(new Set(codes).size).toBe(1);
  return codes[0] ?? '';
}

/** Runs an example in Node, from a folder where it can import the package. */
function run(code: string, env: Record<string, string>) {
  const args = ['--input-type=module', '--eval', code];
  return runProgram({ args, env: { ...process.env, ...env }, cwd: proxyFolder });
}

async function startServices() {
  const port = String(await freePort());
  const service = run(example('service', 'first-payment', 'pt-br/first-payment'), { PORT: port });
  await expect.poll(() => service.said.out).toContain('fake service');
  const settings = parseEnv(example('settings', 'first-payment', 'pt-br/first-payment'));
  const proxy = await startProxy({ ...settings, API_BASE_URL: `http://127.0.0.1:${port}` });
  return { service, pay: payIn(proxy, settings['ALLOWED_ORIGINS'] ?? '') };
}

type Proxy = Awaited<ReturnType<typeof startProxy>>;

function payIn(proxy: Proxy, origin: string) {
  return async (order: string) => {
    const { body } = await proxy.pay({ headers: { Origin: origin }, body: { order } });
    return [body['status'], body['amount']];
  };
}

/** Fetches a shop's page, waiting for the shop to start. */
async function pageOf(port: number): Promise<string> {
  const ask = () => fetch(`http://127.0.0.1:${port}`).then((answer) => answer.text());
  await expect.poll(() => ask().catch(() => '')).not.toBe('');
  return ask();
}

const orderIn = (page: string) => / order="([^"]+)"/.exec(page)?.[1] ?? '';

describe('First payment', () => {
  it('works in the page’s shop', async () => {
    const { service, pay } = await startServices();
    const port = await freePort();
    const code = example('shop', 'first-payment', 'pt-br/first-payment');
    run(code.replaceAll('3000', String(port)), { ORDER_SECRET: orderSecret });

    expect(await pay(orderIn(await pageOf(port)))).toEqual(['approved', 12_990]);
    expect(service.said.out).toContain('12990 centavos: 201');
  });
});
