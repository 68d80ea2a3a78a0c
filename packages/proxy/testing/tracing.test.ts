import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { card, orderSecret, paying } from '@card-checkout/testing/checkout-request';
import { startScriptedServer } from '@card-checkout/testing/during-test';
import { token } from '@card-checkout/testing/proxy-environment';
import {
  oneByOne,
  postbackUrlOf,
  type ReceivedRequest,
} from '@card-checkout/testing/scripted-server';
import { runProxy, tracingFlag } from './proxy-process.ts';
import { retrying } from './running-proxy.ts';

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
  const collector = await startScriptedServer(() => ({ status: 200 }));
  const service = await startScriptedServer(
    oneByOne({ status: 500 }, { status: 200, json: { id: 'p' } }, 'reset'),
  );
  const { child, url, ended } = runProxy(
    {
      ...retrying,
      API_BASE_URL: service.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'the proxy of the shop',
    },
    { nodeFlags: [tracingFlag] },
  );
  const address = await url();
  const call = async (path: string, init?: RequestInit) => fetch(`${address}${path}`, init);
  const key = randomUUID();

  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const headers = { traceparent, tracestate: `card=${card.number}`, baggage: `c=${card.number}` };
  await call('/api/checkout/', await paying({ key, headers }));
  const { pathname } = new URL(postbackUrlOf(service.received[0]));
  const body = JSON.stringify({ status: 'paid', card: card.number });
  await call(pathname, { method: 'POST', body });
  await call('/api/checkout/', await paying({ order: { sub: 'order-2' } }));
  await call(`/api/checkout/${key}?card=${card.number}`);
  await call(`/api/${card.number}`);
  await call('/healthz');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);

  const spans = spansIn(collector.received);
  const requests = spans.filter(({ name }) => name === 'request');
  const tries = spans.filter(({ name }) => name === 'try');
  const ofPayment = tries.filter(({ values }) => values.get('card_checkout.payment') === key);
  const request = requests.find(({ traceId }) => traceId === ofPayment[0]?.traceId);
  expect(request?.parentSpanId).toBeUndefined();
  expect(ofPayment.map(({ traceId }) => traceId)).toEqual([request?.traceId, request?.traceId]);
  expect(ofPayment.map(({ values }) => [...values.values()])).toEqual([
    [key, 1, 500],
    [key, 2, 200],
  ]);
  expect(ofPayment.map(({ status }) => status)).toEqual([2, 0]);
  expect(requests.map(({ values }) => values.get('http.route'))).toEqual([
    '/api/checkout/',
    '/api/postback/*',
    '/api/checkout/',
    '/api/checkout/:id',
    undefined,
  ]);
  const text = collector.received.map((each) => each.text).join('\n');
  expect(text).toContain('the proxy of the shop');
  expect(text).toContain('no_answer');
  const secret = pathname.split('/').at(-1) ?? '';
  const { number, holder, securityCode } = card;
  const secrets = [number, holder, `"${securityCode}"`, token, orderSecret, secret];
  expect(secrets.filter((each) => text.includes(each))).toEqual([]);
});
