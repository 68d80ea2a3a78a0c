import { hash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDatabase } from '@card-checkout/testing/database';
import {
  startReceiver,
  temporaryFolder,
  startScriptedServer,
} from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import { postbackUrlOf } from '@card-checkout/testing/scripted-server';
import {
  canaries,
  canariesIn,
  canaryCard,
  canaryPassword,
  canarySecrets,
  withoutStrayCodes,
} from './canary.ts';
import { places, type Scene } from './canary-places.ts';
import { answer, pushEverywhere, request, send } from './canary-pushes.ts';
import { runProxy, tracingFlag } from './proxy-process.ts';
import { webhooks } from './running-proxy.ts';
import { retrying, startProxy } from './running-proxy.ts';
import { Store } from '../src/store/store.ts';

/** A PostgreSQL database whose password is the canary. */
async function postgres() {
  const server = await createDatabase();
  const client = new Client({ connectionString: server });
  await client.connect();
  const user = `canary_${randomBytes(8).toString('hex')}`;
  await client.query(`CREATE ROLE ${user} LOGIN PASSWORD '${canaryPassword}'`);
  const url = new URL(server);
  await client.query(`GRANT ALL ON DATABASE ${url.pathname.slice(1)} TO ${user}`);
  onTestFinished(async () => {
    await client.query(`DROP OWNED BY ${user}; DROP ROLE ${user}`);
    await client.end();
  });
  url.username = user;
  url.password = canaryPassword;
  return { url: url.href, query: async (sql: string) => (await client.query(sql)).rows };
}

interface Database {
  url: string;
  query?: Scene['query'];
}

const stores: [string, (folder: string) => Promise<Database>][] = [
  ['SQLite', async (folder) => ({ url: `sqlite:${join(folder, 'checkout.db')}` })],
  ['PostgreSQL', postgres],
];

async function startScene({ url: DATABASE_URL, query }: Database, folder: string) {
  const service = await startScriptedServer(answer);
  const receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
  const [support, relay, payment] = receivers;
  const collector = await startScriptedServer(() => ({ status: 200, json: {} }));
  const METRICS_PORT = String(await freePort());
  const metricsUrl = `http://127.0.0.1:${METRICS_PORT}/metrics`;
  const env = {
    METRICS_PORT,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    ...webhooks({ support, relay, payment }),
    ...canarySecrets,
    // All payments come from one address.
    RATE_LIMIT: '10000',
    API_BASE_URL: service.url,
    DATABASE_URL,
    UPSTREAM_TIMEOUT_MS: '2000',
    LOG_LEVEL: 'trace',
  };
  const start = async () => {
    // Most of these payments end in doubt; the brake would hold the others back.
    const config = { probeEveryMs: 0 };
    const proxy = runProxy(env, { folder, nodeFlags: [tracingFlag], config });
    return { proxy, url: await proxy.url() };
  };
  const others = { service, collector, support, relay, payment };
  const scene: Scene = { ...(await start()), folder, metricsUrl, ...others, answers: [], query };
  return { scene, start };
}

/** Lists every canary found where it must not be, including secrets in postback URLs. */
async function leaksIn(scene: Scene): Promise<string[]> {
  const tokens = scene.service.received.map((each) => postbackUrlOf(each).split('/').at(-1) ?? '');
  const isToken = (text: string) => tokens.some((token) => token && text.includes(token));
  const wanted = [...canaries, { name: 'postback token', isIn: isToken }];
  const looks = places.map(async ([name, look]) => {
    const found = canariesIn(await look(scene), wanted);
    return found.map((canary) => `${name}: ${canary}`);
  });
  return (await Promise.all(looks)).flat();
}

describe('the search', () => {
  const { number, securityCode } = canaryCard;
  const { API_TOKEN } = canarySecrets;

  it.each([
    ['plain', `{"pan":"${number}"}`],
    ['grouped', number.replaceAll(/(.{4})/g, '$1-')],
    ['nine digits', `******${number.slice(6)}`],
    ['Base64', Buffer.from(`{"pan":"${number}"}`).toString('base64')],
    ['Base64 at an odd offset', Buffer.from(`{"n":"${number}"}`).toString('base64url')],
    ['hex', Buffer.from(number).toString('hex')],
    ['UTF-16', Buffer.from(number, 'utf16le').swap16().toString('latin1')],
    ['its hash', hash('sha256', number)],
    ['the code', `{"cvv":"${securityCode}"}`],
    ['the token in a URL', encodeURIComponent(API_TOKEN)],
    ['the token in JSON', JSON.stringify(JSON.stringify({ API_TOKEN }))],
  ])('finds a canary as %s', (_name, text) => {
    expect(canariesIn(text)).not.toEqual([]);
  });

  it.each([
    ['finds the code in a file’s row', `\0\x01{"cvv":"${securityCode}"}\0`, true],
    ['finds the code in a file’s column', `\0\x0b${securityCode}\x07\0`, true],
    ['ignores stray bytes in a file', `\0\x9c!${securityCode}\xff?\0`, false],
  ])('%s', (_name, bytes, isFound) => {
    expect(canariesIn(withoutStrayCodes(bytes)).length > 0).toBe(isFound);
  });

  it('allows the first six and last four digits', () => {
    expect(canariesIn(`${number.slice(0, 6)}…${number.slice(-4)}`)).toEqual([]);
  });
});

describe.each(stores)('with %s', (_name, open) => {
  it('no card number, security code or secret leaks', { timeout: 120_000 }, async () => {
    const folder = temporaryFolder();
    const { scene, start } = await startScene(await open(folder), folder);

    await pushEverywhere(scene);
    const whileRunning = await leaksIn(scene);
    const metrics = await fetch(scene.metricsUrl);
    await killWhilePaying(scene);
    const afterKill = await leaksIn(scene);
    const next = { ...scene, ...(await start()) };
    await send(next, '/api/checkout/', await request());
    next.proxy.child.kill('SIGTERM');
    await next.proxy.ended;

    expect([whileRunning, afterKill, await leaksIn(next)]).toEqual([[], [], []]);
    expect(metrics.ok).toBe(true);
    for (const { received } of [scene.support, scene.relay, scene.payment, scene.collector]) {
      expect(received.length).toBeGreaterThan(0);
    }
  });
});

async function killWhilePaying(scene: Scene): Promise<void> {
  const { service, proxy } = scene;
  const sent = service.received.length;
  const silent = await request({ order: { fields: { behavior: 'never answers' } } });
  const paying = send(scene, '/api/checkout/', silent).catch(() => undefined);
  await expect.poll(() => service.received.length).toBe(sent + 1);
  proxy.child.kill('SIGKILL');
  await Promise.all([paying, proxy.ended]);
}

describe('an uncaught error', () => {
  it.each([
    ['thrown', 'setImmediate(() => { throw error; })'],
    ['rejected', 'Promise.reject(error)'],
  ])('ends the process without being quoted: %s', async (_name, fails) => {
    const { number, securityCode } = canaryCard;
    const message = `${number} is bad\n    at ${number} ${securityCode}\n ${canarySecrets.API_TOKEN}`;
    const preload = join(temporaryFolder(), 'preload.mjs');
    const error = `new TypeError(${JSON.stringify(message)}, { cause: '${number}' })`;
    writeFileSync(preload, `process.once('SIGUSR2', () => { const error = ${error}; ${fails} })`);
    const proxy = runProxy(canarySecrets, { nodeFlags: [`--import=${preload}`] });
    await proxy.url();

    proxy.child.kill('SIGUSR2');

    expect(await proxy.ended).toBe(1);
    expect(canariesIn(proxy.said.out + proxy.said.err)).toEqual([]);
    expect(proxy.said.err).toBe('');
    expect(proxy.said.out).toMatch(
      /"level":60,.*"event":"crashed","error":"TypeError","frames":\[/,
    );
  });
});

describe('a failing store', () => {
  it.each(['begin', 'record', 'recordPostback', 'check'] as const)(
    'reveals nothing of a card quoted by %s',
    async (operation) => {
      const { number, securityCode } = canaryCard;
      const error = new Error(`${number}\n    at ${number} ${securityCode}`);
      const service = await startScriptedServer();
      const proxy = await startProxy({ ...retrying, ...canarySecrets, API_BASE_URL: service.url });
      const spy = vi.spyOn(Store.prototype, operation).mockRejectedValueOnce(error);
      onTestFinished(() => spy.mockRestore());

      await proxy.call('/api/checkout/', await request());
      await proxy.call('/api/checkout/', await request());
      await proxy.postBack(service.received[0], { status: 'paid' });
      await proxy.call('/readyz');
      await proxy.close();

      const said = [...proxy.logLines, ...proxy.answers.map(({ text }) => text)].join('');
      expect(canariesIn(said)).toEqual([]);
      expect(spy).toHaveBeenCalled();
    },
  );
});
