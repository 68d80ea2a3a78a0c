import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OutcomeMessage } from '@card-checkout/contract';
import { runProgram, temporaryFolder } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import { webhookHeaders, webhookSecret } from '@card-checkout/testing/webhook-receiver';

const page = readFileSync('docs/shop-server.md', 'utf8');
const message = /^```json\n([^]*?)^```$/m.exec(page)?.[1] ?? '';
const folder = 'examples/webhook';
const files = readdirSync(folder).toSorted();
const examples = new Map([
  ['express', /^```js receive=express\n([^]*?)^```$/m.exec(page)?.[1] ?? ''],
  ...files.map((name) => [extname(name), readFileSync(join(folder, name), 'utf8')] as const),
]);

/** Runs a program in Node, where it can import the package by name. */
const inNode = (_file: string, _port: number, code: string) => [
  process.execPath,
  '--input-type=module',
  '--eval',
  code,
];

const runtimes: Record<string, (file: string, port: number, code: string) => string[]> = {
  express: inNode,
  '.mjs': inNode,
  '.php': (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
  '.py': (file) => ['python3', file],
};

async function startReceiver(language: string, secret: string) {
  const code = examples.get(language) ?? '';
  const file = join(temporaryFolder(), `receiver-${language}`);
  writeFileSync(file, code);
  const port = await freePort();
  const [command = '', ...args] = runtimes[language]?.(file, port, code) ?? [];
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
  const receiver = runProgram({ command, args, env, cwd: resolve('packages/proxy') });
  return { receiver, port, url: `http://127.0.0.1:${port}/webhook` };
}

function forgedWith(secret: string) {
  const at = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`msg_1.${at}.${message}`).digest('base64');
  return { 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` };
}

it('the outcome in docs/shop-server.md is valid', () => {
  expect(OutcomeMessage.parse(JSON.parse(message)).type).toBe('payment.approved');
});

describe('a receiver of docs/shop-server.md and examples/webhook', () => {
  it('is shown in each language', () => {
    expect([...examples.keys()]).toEqual(Object.keys(runtimes));
  });

  for (const [language, argsOf] of Object.entries(runtimes)) {
    const [command = ''] = argsOf('', 0, '');
    const isThere = spawnSync(command, ['--version']).status === 0;
    const title = isThere ? language : `${language}: NOT RUN, no ${command} here`;
    it.skipIf(!isThere)(`accepts only what the proxy signed: ${title}`, async () => {
      const { receiver, port, url } = await startReceiver(language, webhookSecret);
      const post = async (body: string, at?: Date, headers = webhookHeaders(message, at)) =>
        fetch(url, { method: 'POST', body, headers });
      await expect.poll(() => post('forged').then(({ status }) => status)).toBe(400);

      const silent = connect(port, '127.0.0.1');
      onTestFinished(() => void silent.destroy());
      await once(silent, 'connect');
      const bare = connect(port, '127.0.0.1').setEncoding('latin1');
      bare.write('POST /webhook HTTP/1.0\r\n\r\n');
      expect(await text(bare)).toMatch(/^HTTP\/1\.[01] 400 /);
      const odd = { ...webhookHeaders(message), 'webhook-signature': 'v1,é' };
      expect((await post(message, undefined, odd)).status).toBe(400);

      const old = await post(message, new Date(Date.now() - 301_000));
      const taken: number[] = [];
      for (const facts of [{ orderClosed: true }, { orderAmount: 1000 }, {}]) {
        const { data, ...rest } = OutcomeMessage.parse(JSON.parse(message));
        const sent = JSON.stringify({ ...rest, data: { ...data, ...facts } });
        taken.push((await post(sent, undefined, webhookHeaders(sent))).status);
      }

      expect([old.status, ...taken]).toEqual([400, 204, 204, 204]);
      await expect.poll(() => receiver.said.out.split('order-1042 is paid\n')).toHaveLength(2);
    });

    it.skipIf(!isThere).each(['', 'whsec_', 'whsec_AAAA'])(
      `accepts nothing, or ends, if WEBHOOK_SECRET is %j: ${title}`,
      async (secret) => {
        const { receiver, url } = await startReceiver(language, secret);
        const headers = { ...webhookHeaders(message), ...forgedWith(secret) };
        let hasEnded = false;
        void receiver.ended.then(() => (hasEnded = true));
        const endOf = async () => {
          if (hasEnded) return 'ended';
          const { status } = await fetch(url, { method: 'POST', body: message, headers });
          return status;
        };

        await expect.poll(endOf).toBeOneOf(['ended', 400, 500]);
        expect(receiver.said.out).not.toContain('is paid');
      },
    );
  }
});
