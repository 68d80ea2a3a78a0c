import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { card, orderSecret } from '@card-checkout/testing/checkout-request';
import { startScriptedServer } from '@card-checkout/testing/during-test';
import { token } from '@card-checkout/testing/proxy-environment';
import {
  oneByOne,
  postbackUrlOf,
  type ReceivedRequest,
} from '@card-checkout/testing/scripted-server';
import { Checkout } from '../checkout/checkout.ts';
import { retrying, startProxyWith } from '../../testing/running-proxy.ts';
import { startTracing } from './tracing.ts';

const Value = z.object({ stringValue: z.string() }).or(z.object({ intValue: z.number() }));
const Span = z.object({
  traceId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: Value })),
  status: z.object({ code: z.number() }),
});
const Traces = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
});

/** Starts what makes traces, with a collector of its own; what it returns gives all that was sent. */
async function startTraced(): Promise<() => Promise<readonly ReceivedRequest[]>> {
  const collector = await startScriptedServer(() => ({ status: 200 }));
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  vi.stubEnv('OTEL_SERVICE_NAME', 'the proxy of the shop');
  onTestFinished(() => void vi.unstubAllEnvs());
  const stop = startTracing();
  return async () => {
    await stop();
    return collector.received;
  };
}

function spansIn(received: readonly ReceivedRequest[]) {
  const traces = received.map(({ text }) => Traces.parse(JSON.parse(text)));
  const parts = traces.flatMap(({ resourceSpans }) => resourceSpans);
  const spans = parts.flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ spans: each }) => each);
  return spans.map(({ name, traceId, parentSpanId, status, attributes }) => {
    const values = attributes.map(({ key, value }) => [key, Object.values(value)[0]] as const);
    return { name, traceId, parentSpanId, status: status.code, values: new Map(values) };
  });
}

it('traces a payment from its request to each of its tries, and tells no secret', async () => {
  const sent = await startTraced();
  const script = oneByOne({ status: 500 }, { status: 200, json: { id: 'p' } }, 'reset');
  const { service, proxy } = await startProxyWith(script, retrying);
  const key = randomUUID();

  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const headers = { traceparent, tracestate: `card=${card.number}`, baggage: `c=${card.number}` };
  await proxy.pay({ key, headers });
  await proxy.postBack(service.received[0], { status: 'paid', card: card.number });
  await proxy.pay({ order: { sub: 'order-2' } });
  await proxy.call(`/api/checkout/${key}?card=${card.number}`);
  await proxy.call(`/api/${card.number}`);
  await proxy.call('/healthz');
  const broken = vi.spyOn(Checkout.prototype, 'accept').mockRejectedValue(new Error(card.number));
  await proxy.pay();
  broken.mockRestore();
  const received = await sent();

  const spans = spansIn(received);
  const requests = spans.filter(({ name }) => name === 'request');
  const request = requests.find(({ values }) => values.get('card_checkout.attempt') === key);
  const tries = spans.filter(({ name, traceId }) => name === 'try' && traceId === request?.traceId);
  expect(request?.parentSpanId).toBeUndefined();
  expect(tries.map(({ values }) => [...values.values()])).toEqual([
    [key, 1, 500],
    [key, 2, 200],
  ]);
  expect(tries.map(({ status }) => status)).toEqual([2, 0]);
  expect(requests.map(({ values }) => values.get('http.route'))).toEqual([
    '/api/checkout/',
    '/api/postback/*',
    '/api/checkout/',
    '/api/checkout/:id',
    undefined,
    '/api/checkout/',
  ]);
  const text = received.map((each) => each.text).join('\n');
  expect(text).toContain('the proxy of the shop');
  expect(text).toContain('no_answer');
  const secret = new URL(postbackUrlOf(service.received[0])).pathname.split('/').at(-1) ?? '';
  const { number, holder, securityCode } = card;
  const secrets = [number, holder, `"${securityCode}"`, token, orderSecret, secret];
  expect(secrets.filter((each) => text.includes(each))).toEqual([]);
});
