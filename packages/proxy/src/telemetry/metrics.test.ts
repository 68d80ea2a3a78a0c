import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { problems } from '@card-checkout/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { card, shop } from '@card-checkout/testing/checkout-request';
import { listen } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import { oneByOne, type ScriptedServer } from '@card-checkout/testing/scripted-server';
import { alarmCodes } from '../attempt/alarms.ts';
import { transition } from '../attempt/transition.ts';
import { buyer, trusting } from '../../testing/buyers.ts';
import { begin, moved, resolved, rules, waysTo } from '../../testing/payments.ts';
import {
  breakStore,
  retrying,
  startProxyWith,
  stoppedClock,
  stopsAtOnce,
} from '../../testing/running-proxy.ts';
import { bytesOf, sendBytes } from '../../testing/wire.ts';
import { Metrics } from './metrics.ts';

/** Starts a proxy that serves its metrics, and a payments API with a script. */
async function start(
  script?: ScriptedServer['script'],
  overrides: Record<string, string> = {},
  options: Parameters<typeof startProxyWith>[2] = stoppedClock(),
) {
  const METRICS_PORT = String(await freePort());
  const started = await startProxyWith(script, { METRICS_PORT, ...overrides }, options);
  const url = `http://127.0.0.1:${METRICS_PORT}`;
  const scrape = async () => (await fetch(`${url}/metrics`)).text();
  return { ...started, url, scrape };
}

/** Returns the samples of the proxy's own metrics that are not 0, without the parts of histograms. */
function samplesIn(text: string): Record<string, number> {
  const samples = [...text.matchAll(/^card_checkout_(\S+) (\S+)$/gm)]
    .map(([, name = '', value]) => [name, Number(value)] as const)
    .filter(([name, value]) => value !== 0 && !/_(bucket|sum)\b/.test(name));
  return Object.fromEntries(samples);
}

describe('the metrics', () => {
  it('tell of a payment what came of it, and how often it was sent', async () => {
    const script = oneByOne({ status: 429 }, { status: 500 }, { status: 200, json: { id: 'p' } });
    const { proxy, scrape } = await start(script, retrying);

    await proxy.pay();

    const { store_commit_duration_seconds_count: commits, ...samples } = samplesIn(await scrape());
    expect(samples).toEqual({
      payments_started_total: 1,
      'payments_total{status="approved",code=""}': 1,
      'upstream_duration_seconds_count{result="2xx"}': 1,
      'upstream_duration_seconds_count{result="429"}': 1,
      'upstream_duration_seconds_count{result="5xx"}': 1,
      'retries_total{reason="rate_limited"}': 1,
      'retries_total{reason="server_error"}': 1,
      'alarms_total{alarm="possible_duplicate_charge"}': 1,
      'alarms_total{alarm="unproven_retry"}': 1,
    });
    expect(commits).toBeGreaterThanOrEqual(6);
  });

  it('count a payment again when evidence resolves it, and only then', async () => {
    const { service, proxy, scrape } = await start(() => 'reset', retrying);
    await proxy.pay();
    const unresolved = samplesIn(await scrape());

    for (const _ of ['once', 'twice'])
      await proxy.postBack(service.received[0], { status: 'paid' });

    expect(unresolved).toMatchObject({ 'payments_unresolved{status="unknown"}': 1 });
    const ended = samplesIn(await scrape());
    expect(ended).not.toHaveProperty('payments_unresolved{status="unknown"}');
    expect(ended).toMatchObject({
      'payments_total{status="unknown",code="no_answer"}': 1,
      'payments_total{status="approved",code=""}': 1,
      'postbacks_total{result="recorded"}': 2,
      'alarms_total{alarm="late_charge"}': 1,
    });
  });

  it('count what an operator resolves', async () => {
    const metrics = new Metrics();
    const order = [moved(begin(), waysTo['unknown by a 5xx'])];
    const change = transition(order, 'a-1', resolved('declined'), rules);
    if (change) metrics.stepRecorded(change);

    const text = await metrics.text({
      checkout: { running: 0 },
      cardTesting: { isSuspected: () => false },
      brake: { isOn: false },
      store: { countBacklog: () => Promise.reject(new Error('not of interest')) },
    });
    expect(samplesIn(text)).toEqual({
      'payments_total{status="declined",code="declined"}': 1,
      'resolutions_total{status="declined"}': 1,
    });
  });

  it('tell how long postbacks take, by the first of each try', async () => {
    const clock = stoppedClock();
    const { service, proxy, scrape } = await start(undefined, retrying, clock);
    await proxy.pay();

    for (const afterMs of [20_000, 3_600_000]) {
      clock.advance(afterMs);
      await proxy.postBack(service.received[0], { status: 'paid' });
    }

    const text = await scrape();
    expect(text).toContain('card_checkout_postback_delay_seconds_sum 20\n');
    expect(text).toContain('card_checkout_postback_delay_seconds_count 1\n');
  });

  it('tell which payments run', async () => {
    const { service, proxy, scrape } = await start(() => 'hang', stopsAtOnce);

    const paying = proxy.pay();
    await expect.poll(() => service.received.length).toBe(1);

    expect(samplesIn(await scrape())).toMatchObject({ payments_running: 1 });
    await Promise.all([proxy.close(), paying]);
  });

  it('tell how many messages wait for a webhook', async () => {
    const webhook = `http://127.0.0.1:${await freePort()}`;
    const { proxy, scrape } = await start(() => ({ status: 401 }), {
      SUPPORT_WEBHOOK_URL: webhook,
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
    });

    await proxy.pay();

    await expect.poll(() => proxy.logged('delivery_failed').length).toBe(1);
    expect(samplesIn(await scrape())).toMatchObject({
      'outbox_messages{receiver="support"}': 1,
      'delivery_failures_total{receiver="support"}': 1,
    });
  });

  it('go on, but for what waits, while the store fails', async () => {
    const { proxy, scrape } = await start();
    breakStore('countBacklog');
    breakStore('begin');

    await proxy.pay();

    const text = await scrape();
    expect(text).not.toMatch(/^card_checkout_(payments_unresolved|outbox_messages)\b/m);
    expect(samplesIn(text)).toMatchObject({
      store_failures_total: 1,
      'refusals_total{code="overloaded"}': 1,
    });
  });

  it('tell for how long cards seem to be tested', async () => {
    const clock = stoppedClock();
    const config = { breaker: { declinedPercent: 60, minPayments: 1 } };
    const { proxy, scrape } = await start(oneByOne({ status: 402 }), {}, { ...clock, config });
    const before = samplesIn(await scrape());

    await proxy.pay();

    expect(before).not.toHaveProperty('breaker_open');
    expect(samplesIn(await scrape())).toMatchObject({ breaker_open: 1 });
    clock.advance(300_001);
    expect(samplesIn(await scrape())).not.toHaveProperty('breaker_open');
    expect(proxy.logged('card_testing_over')).toHaveLength(1);
  });

  it('tell for how long new payments are held back', async () => {
    const { service, proxy, scrape } = await start(() => ({ status: 500 }), trusting);
    const press = async (number: number) =>
      proxy.pay({ order: { sub: `order-${number}` }, ...buyer(number) });
    await press(0);
    const before = samplesIn(await scrape());

    for (const number of [1, 2, 3, 4]) await press(number);

    expect(before).not.toHaveProperty('api_down');
    expect(samplesIn(await scrape())).toMatchObject({ api_down: 1 });
    expect((await press(5)).status).toBe(503);
    expect(service.received).toHaveLength(5);
  });

  it('have no series that a client can make', async () => {
    const { proxy, scrape } = await start();
    await proxy.pay();
    const before = seriesOf(await scrape());
    const canary = 'c4n4ry';

    await proxy.pay({ order: { sub: canary }, key: canary });
    await proxy.pay({ headers: { Origin: `https://${canary}.example` } });
    await proxy.pay({ body: { [canary]: canary, card: { ...card, holder: canary } } });
    await proxy.call(`/api/checkout/${canary}`, { headers: { Origin: shop } });
    await proxy.call(`/api/${canary}`, { method: 'DELETE' });
    await proxy.call(`/api/postback/${canary}`, { method: 'POST', body: canary });

    expect(seriesOf(await scrape())).toEqual(before);
  });

  it('begin at 0 for every alarm and every refusal, so that the first one is an increase', async () => {
    const text = await (await start()).scrape();

    for (const alarm of alarmCodes) expect(text).toContain(`alarms_total{alarm="${alarm}"} 0`);
    for (const code of Object.keys(problems)) expect(text).toContain(`{code="${code}"} 0`);
  });

  it('tell of the process, too', async () => {
    const text = await (await start()).scrape();

    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/^process_resident_memory_bytes /m);
  });
});

describe('the port of the metrics', () => {
  it('is not the public one, and serves nothing else', async () => {
    const { proxy, url } = await start();

    const answers = [
      await proxy.call('/metrics'),
      await fetch(`${url}/openapi.json`),
      await fetch(`${url}/healthz`),
      await fetch(`${url}/metrics`, { method: 'POST' }),
      await fetch(`${url}/metrics`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 200]);
    expect(answers.at(-1)?.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  it.each([
    ['127.0.0.1:9464', 200],
    ['[::1]:9464', 200],
    ['localhost:9464', 200],
    ['proxy:9464', 200],
    ['evil.example:9464', 421],
    ['127.0.0.1.evil.example', 421],
  ])('answers the host %s with %i: a stranger’s name may lead here', async (host, status) => {
    const { url } = await start();

    const answers = await sendBytes(
      url,
      bytesOf(['GET /metrics HTTP/1.1', ['Host', host], ['Connection', 'close']]),
    );

    expect(answers).toMatchObject([{ status }]);
  });

  it('listens on METRICS_HOST, and answers to its name', async () => {
    const { url } = await start(undefined, { HOST: '127.0.0.1', METRICS_HOST: '127.0.0.2' });
    const there = url.replace('127.0.0.1', '127.0.0.2');

    await expect(fetch(`${url}/metrics`)).rejects.toThrow('fetch failed');
    expect((await fetch(`${there}/metrics`)).status).toBe(200);
  });

  it('is closed with the proxy', async () => {
    const { proxy, url } = await start();

    await proxy.close();

    await expect(fetch(`${url}/metrics`)).rejects.toThrow('fetch failed');
  });

  it('stops the start when another program uses it', async () => {
    const METRICS_PORT = String(await listen(createServer()));

    await expect(startProxyWith(undefined, { METRICS_PORT })).rejects.toThrow(
      `METRICS_PORT ${METRICS_PORT} of METRICS_HOST 127.0.0.1 isn't available (EADDRINUSE)`,
    );
  });
});

describe('a request that is refused', () => {
  it('is a line of the log with the key that the page knows', async () => {
    const { proxy } = await start();
    const key = randomUUID();

    await proxy.pay({ key, body: { card: { ...card, number: '4000000000002702' } } });
    await proxy.pay({ headers: { 'Idempotency-Key': '4000000000002701' } });

    const refused = { event: 'request_refused', level: 30, route: '/api/checkout/' };
    const [first, second] = proxy.logged('request_refused');
    expect(first).toMatchObject({ ...refused, code: 'invalid_input', payment: key });
    expect(second).toMatchObject({ ...refused, code: 'idempotency_key_missing' });
    expect(proxy.logLines.join()).not.toMatch(/400000000000270[12]/);
  });

  it('is counted but not written when there are too many in a second', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { proxy, scrape } = await start();
    const forge = async () => proxy.call('/api/postback/x', { method: 'POST' });
    const refuse = async () => proxy.pay({ headers: { Origin: undefined } });

    for (const send of [forge, refuse]) await Promise.all(Array.from({ length: 100 }, send));

    expect(samplesIn(await scrape())).toMatchObject({
      'refusals_total{code="origin_not_allowed"}': 100,
      'postbacks_total{result="unknown"}': 100,
    });
    expect(proxy.logged('request_refused')).toHaveLength(10);
    expect(proxy.logged('postback_unknown')).toHaveLength(10);
  });
});

function seriesOf(text: string): string[] {
  return [...text.matchAll(/^(card_checkout_\S+) /gm)].map(([, series = '']) => series);
}
