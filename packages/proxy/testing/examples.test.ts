import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { paying } from '@card-checkout/testing/checkout-request';
import { runProgram, startScriptedServer } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import { environment } from '@card-checkout/testing/proxy-environment';
import { webhookSecret } from '@card-checkout/testing/webhook-receiver';

const folder = fileURLToPath(new URL('..', import.meta.url));
const guide = readFileSync(new URL('../../../docs/http-api.md', import.meta.url), 'utf8');
const examples = [...guide.matchAll(/^```mjs example=(\w+)\n([^]*?)^```$/gm)].map(
  ([, name = '', code = '']) => [name, code] as const,
);

function run(code: string, env: Record<string, string | undefined>, port: number) {
  const program = code
    .replace("'@card-checkout/proxy'", `'${new URL('../src/index.ts', import.meta.url).href}'`)
    .replace('3000', String(port));
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close').then(([exitCode]: unknown[]) => exitCode);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended };
}

describe('docs/http-api.md', () => {
  it('shows how to mount the proxy in Fastify and in Express', () => {
    expect(examples.map(([name]) => name)).toEqual(['fastify', 'express']);
  });

  it.each(examples)('has an example for %s that pays, and ends on SIGTERM', async (_name, code) => {
    const service = await startScriptedServer();
    const port = await freePort();
    const { child, ended } = run(code, environment({ API_BASE_URL: service.url }), port);
    const url = `http://localhost:${port}/pay`;
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady).toBe(true);

    const paid = await fetch(`${url}/api/checkout/`, await paying({}));
    child.kill('SIGTERM');

    expect([paid.status, await paid.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'approved' }),
    ]);
    expect(await ended).toBe(0);
  });
});

it.each(['webhook/receive.mjs', 'node/shop.mjs', 'react/shop.mjs', 'vue/shop.mjs'])(
  'examples/%s reads no endless body',
  async (file) => {
    const PORT = String(await freePort());
    const path = fileURLToPath(new URL(`../../../examples/${file}`, import.meta.url));
    runProgram({ args: [path], env: { PORT, WEBHOOK_SECRET: webhookSecret } });
    const post = async () => {
      const sending = request(`http://127.0.0.1:${PORT}/webhook`, { method: 'POST' });
      sending.write('x'.repeat(70_000));
      const [answer] = await once(sending, 'response').catch(() => []);
      sending.destroy();
      return Object(answer).statusCode;
    };

    await expect.poll(post).toBe(400);
  },
);
