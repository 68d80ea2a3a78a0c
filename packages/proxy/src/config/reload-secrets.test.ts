import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paying } from '@card-checkout/testing/checkout-request';
import { temporaryFolder, startScriptedServer } from '@card-checkout/testing/during-test';
import type { ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import { signOrder } from '@card-checkout/server';
import { runProxy, type ProxyProcess } from '../../testing/proxy-process.ts';

const secrets = { old: 'old order secret of more than 32 bytes', new: 'new'.repeat(12) };

/** Runs the program with its two secrets in files, as they lie in `/run/secrets`. */
async function runWithFiles(API_BASE_URL = 'http://127.0.0.1:1') {
  const folder = temporaryFolder();
  const files = { token: join(folder, 'api-token'), order: join(folder, 'order-secret') };
  writeFileSync(files.token, 'canaryOldToken\n');
  writeFileSync(files.order, `${secrets.old}\n`);
  const proxy = runProxy({
    API_BASE_URL,
    API_TOKEN: undefined,
    ORDER_SECRET: undefined,
    API_TOKEN_FILE: files.token,
    ORDER_SECRET_FILE: files.order,
  });
  const url = await proxy.url();
  const pay = async (secret: string, sub: string) => {
    const order = await signOrder({ sub, amount: 1 }, secret);
    const answer = await fetch(`${url}/api/checkout/`, await paying({ body: { order } }));
    return answer.status;
  };
  return { proxy, files, pay };
}

/** Returns the whole lines of the log about one kind of event. */
function logged({ said }: ProxyProcess, event: string): Record<string, unknown>[] {
  const lines = said.out.split('\n').slice(0, -1);
  const entries: Record<string, unknown>[] = lines.map((line) => JSON.parse(line));
  return entries.filter((entry) => entry['event'] === event);
}

/** Sends SIGHUP, and gives the line that tells of it. */
async function hangUp(proxy: ProxyProcess): Promise<unknown> {
  const { length } = logged(proxy, 'secrets_reloaded');
  proxy.child.kill('SIGHUP');
  await expect.poll(() => logged(proxy, 'secrets_reloaded').length).toBe(length + 1);
  return logged(proxy, 'secrets_reloaded').at(-1);
}

describe('on SIGHUP the process', () => {
  it('takes orders of the new secret, and of the old one as long as that is in the file', async () => {
    const service = await startScriptedServer();
    const { proxy, files, pay } = await runWithFiles(service.url);

    const before = [await pay(secrets.old, '1'), await pay(secrets.new, '2')];
    writeFileSync(files.order, `${secrets.new}\n${secrets.old}\n`);
    const reloaded = await hangUp(proxy);
    const during = [await pay(secrets.old, '3'), await pay(secrets.new, '4')];
    writeFileSync(files.order, secrets.new);
    await hangUp(proxy);
    const after = [await pay(secrets.old, '5'), await pay(secrets.new, '6')];

    expect([before, during, after]).toEqual([
      [200, 401],
      [200, 200],
      [401, 200],
    ]);
    expect(reloaded).toMatchObject({ level: 30, changed: ['ORDER_SECRET'] });
    expect(proxy.said.out).not.toMatch(/old order|newnew/);
  });

  it('lets the shop’s server in with the new key alone', async () => {
    const file = join(temporaryFolder(), 'merchant-key');
    const [old, next] = ['o'.repeat(32), 'n'.repeat(32)];
    writeFileSync(file, old);
    const proxy = runProxy({ MERCHANT_KEY_FILE: file });
    const url = await proxy.url();
    const ask = async (key: string) => {
      const headers = { Authorization: `Bearer ${key}` };
      return (await fetch(`${url}/api/orders`, { headers })).status;
    };

    const before = [await ask(old), await ask(next)];
    writeFileSync(file, next);
    const reloaded = await hangUp(proxy);

    expect([before, [await ask(old), await ask(next)]]).toEqual([
      [200, 401],
      [401, 200],
    ]);
    expect(reloaded).toMatchObject({ changed: ['MERCHANT_KEY'] });
  });

  it('sends the next try of a running payment with the new token', async () => {
    const first = Promise.withResolvers<ScriptedAnswer>();
    const approval: ScriptedAnswer = { status: 200, json: { id: 'pay_1' } };
    const service = await startScriptedServer((number) =>
      number === 1 ? first.promise : approval,
    );
    const { proxy, files, pay } = await runWithFiles(service.url);
    const paid = pay(secrets.old, '1');
    await expect.poll(() => service.received.length).toBe(1);

    writeFileSync(files.token, 'canaryNewToken');
    const reloaded = await hangUp(proxy);
    first.resolve({ status: 429 });

    expect(await paid).toBe(200);
    expect(service.received.map(({ headers }) => headers.authorization)).toEqual([
      'Token canaryOldToken',
      'Token canaryNewToken',
    ]);
    expect(reloaded).toMatchObject({ changed: ['API_TOKEN'] });
    expect(proxy.said.out).not.toContain('canary');
  });

  it('keeps what it has when a file is wrong or gone, and says so', async () => {
    const service = await startScriptedServer();
    const { proxy, files, pay } = await runWithFiles(service.url);
    writeFileSync(files.order, `${secrets.new}\ncanary too short`);
    rmSync(files.token);

    await hangUp(proxy);
    await expect.poll(() => logged(proxy, 'secret_kept').length).toBe(2);

    expect(logged(proxy, 'secret_kept')).toMatchObject([
      { level: 50, name: 'API_TOKEN', fault: expect.stringMatching(/^is in a file/) },
      { name: 'ORDER_SECRET', fault: 'must have at least 32 bytes in each line' },
    ]);
    expect(await pay(secrets.old, '1')).toBe(200);
    expect(service.received[0]?.headers.authorization).toBe('Token canaryOldToken');
    expect(proxy.said.out + proxy.said.err).not.toContain('canary');
  });

  it('keeps its secrets when a file is empty', async () => {
    const { proxy, files } = await runWithFiles();
    for (const file of Object.values(files)) writeFileSync(file, '\n');

    const reloaded = await hangUp(proxy);

    await expect.poll(() => logged(proxy, 'secret_kept').length).toBe(2);
    expect(reloaded).toMatchObject({ changed: [] });
  });

  it('says of a secret without a file that it stays, and lives on', async () => {
    const proxy = runProxy({});
    await proxy.url();

    await hangUp(proxy);

    await expect.poll(() => proxy.said.out.match(/isn't in a file/g)?.length).toBe(2);
    proxy.child.kill('SIGTERM');
    expect(await proxy.ended).toBe(0);
  });
});
