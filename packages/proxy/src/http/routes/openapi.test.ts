import { randomUUID } from 'node:crypto';
import { problems } from '@card-checkout/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  card,
  asking,
  newProof,
  paying,
  shop,
  type CheckoutOptions,
} from '@card-checkout/testing/checkout-request';
import { environment } from '@card-checkout/testing/proxy-environment';
import type { ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import { readConfig } from '../../config/config.ts';
import { cardCheckoutProxy } from '../../mount.ts';
import { openApiDocument } from './openapi.ts';
import {
  breakStore,
  retrying,
  skipTime,
  startProxyWith,
  stopsAtOnce,
  waits,
} from '../../../testing/running-proxy.ts';

const document = openApiDocument('/');
const pointerTo = (...names: readonly (string | number)[]) =>
  names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'https://proxy.example/openapi.json', ...document });

/** Says what the document has against an answer; nothing where it describes it. */
function faultsOf(path: string, method: string, status: number, type: string, body: unknown) {
  const [mediaType = ''] = type.split(';');
  const place = pointerTo(
    'paths',
    path,
    method,
    'responses',
    status,
    'content',
    mediaType,
    'schema',
  );
  const validate = ajv.getSchema(`https://proxy.example/openapi.json#${place}`);
  if (!validate) return `There is no ${place}`;
  return validate(body) === true ? undefined : ajv.errorsText(validate.errors);
}

const MERCHANT_KEY = 'k'.repeat(32);
const logStream = { write: () => undefined };

describe('the OpenAPI document', () => {
  it('is a right one of version 3.1', async () => {
    const validator = new Validator();

    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has every call, and every call is in it', async () => {
    const routes = new Set<string>();
    const app = Fastify({ exposeHeadRoutes: false });
    onTestFinished(() => app.close());
    app.addHook('onRoute', ({ method, url }) => {
      const path = url.replace(/^\/api\/checkout$/, '/api/checkout/');
      for (const each of [method].flat()) {
        const call = `${each} ${path.replaceAll(/:\w+|\*/g, '{}')}`;
        // A wildcard has to be a path's end.
        routes.add(call.replace(/^POST \/api\/orders\/\{\}$/, '$&/close'));
      }
    });
    await app.register(cardCheckoutProxy, {
      config: readConfig(environment({ MERCHANT_KEY })),
      logStream,
    });

    const described = Object.entries({ ...Object(document['paths']) }).flatMap(([path, item]) =>
      Object.keys(Object(item)).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
      ),
    );

    const served = [...routes].filter(
      (route) => !/^(OPTIONS|HEAD) | \/(widget\/|openapi)/.test(route),
    );
    expect(served.toSorted()).toEqual(described.toSorted());
  });

  it('has every code of a problem', () => {
    const text = JSON.stringify(document['paths']);

    const missing = Object.keys(problems).filter((code) => !text.includes(`"${code}"`));
    expect(missing).toEqual([]);
  });

  it('is served, and says where the proxy is', async () => {
    const { proxy } = await startProxyWith(undefined, { PUBLIC_URL: 'https://shop.example/pay/' });

    const { status, headers, body } = await proxy.call('/openapi.json');

    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual(openApiDocument('https://shop.example/pay'));
  });

  it('says under which prefix the proxy is where nothing else tells it', async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    const config = readConfig(environment());
    await app.register(cardCheckoutProxy, { prefix: '/pay', config, logStream });

    const answer = await app.inject('/pay/openapi.json');

    expect(answer.json()).toMatchObject({ servers: [{ url: '/pay' }] });
  });
});

describe('an answer of POST /api/checkout/', () => {
  const failing = { status: 500 } as const;

  it.each<[number, string, ScriptedAnswer, CheckoutOptions, Record<string, string>]>([
    [200, 'approved', { status: 200, json: { id: 'pay_1' } }, {}, {}],
    [
      202,
      'processing',
      failing,
      { headers: { Prefer: 'wait=0' } },
      { ...retrying, ...stopsAtOnce },
    ],
    [402, 'declined', { status: 400, json: { error: 'Recusado' } }, {}, {}],
    [422, 'invalid', { status: 400, json: { errors: { document: ['errado'] } } }, {}, {}],
    [429, 'failed', { status: 429 }, {}, {}],
    [502, 'failed', { status: 401 }, {}, {}],
    [504, 'unknown', 'reset', {}, {}],
    [400, 'idempotency_key_missing', failing, { headers: { 'Idempotency-Key': undefined } }, {}],
    [400, 'malformed_body', failing, { body: { card: 1 } }, {}],
    [401, 'order_invalid', failing, { body: { order: 'a.b.c' } }, {}],
    [401, 'order_expired', failing, { order: { exp: 1 } }, {}],
    [403, 'origin_not_allowed', failing, { headers: { Origin: 'https://x.example' } }, {}],
    [403, 'not_from_a_page', failing, { headers: { 'Sec-Fetch-Site': undefined } }, {}],
    [413, 'body_too_large', failing, { body: { pad: 'x'.repeat(20_000) } }, {}],
    [415, 'unsupported_media_type', failing, { headers: { 'Content-Type': 'text/xml' } }, {}],
    [422, 'three_ds_required', failing, {}, { THREE_DS: 'required' }],
    [422, 'invalid_input', failing, { body: { card: { ...card, number: '4' } } }, {}],
  ])('%i %s is described', async (status, name, scripted, options, env) => {
    const { proxy } = await startProxyWith(
      () => scripted,
      env,
      name === 'processing' ? { config: waits() } : {},
    );

    const answer = await proxy.pay(options);

    const { status: paymentStatus, code } = answer.body;
    expect([answer.status, typeof paymentStatus === 'string' ? paymentStatus : code]).toEqual([
      status,
      name,
    ]);
    const type = answer.headers.get('content-type') ?? '';
    expect(faultsOf('/api/checkout/', 'post', answer.status, type, answer.body)).toBeUndefined();
  });

  it('is described when it refuses a second payment', async () => {
    const { proxy } = await startProxyWith(undefined, { RATE_LIMIT: '4' });
    const key = randomUUID();
    const proven = { body: { threeDSecure: newProof() } };
    await proxy.pay({ key, ...proven });

    const reused = await proxy.pay({ key, body: { installments: 2 } });
    const paid = await proxy.pay();
    const used = await proxy.pay({ order: { sub: 'order-2' }, ...proven });
    const tooMany = await proxy.pay();

    expect([reused, paid, used, tooMany].map(({ body }) => body['code'])).toEqual([
      'idempotency_key_reused',
      'order_already_paid',
      'three_ds_used',
      'too_many_requests',
    ]);
    for (const { status, headers, body } of [reused, paid, used, tooMany]) {
      const type = headers.get('content-type') ?? '';
      expect(faultsOf('/api/checkout/', 'post', status, type, body)).toBeUndefined();
    }
  });

  it('is one that the document would not take with another member', () => {
    const payment = {
      id: randomUUID(),
      orderId: 'a',
      status: 'approved',
      amount: 100,
      currency: 'BRL',
      installments: 1,
      retryable: false,
      tries: 1,
    };

    const [right, longer, other] = [
      payment,
      { ...payment, number: '4' },
      { ...payment, tries: '1' },
    ].map((body) => faultsOf('/api/checkout/', 'post', 200, 'application/json', body));

    expect(right).toBeUndefined();
    expect(longer).toMatch(/must NOT have additional properties/);
    expect(other).toMatch(/tries must be integer/);
  });
});

describe('a body of POST /api/checkout/', () => {
  it('is described', async () => {
    const validate = ajv.getSchema(
      'https://proxy.example/openapi.json#/components/schemas/CheckoutRequest',
    );
    const { body } = await paying({});

    const sent: unknown = await new Response(body ?? null).json();

    expect(validate?.(sent)).toBe(true);
    expect(validate?.({ ...Object(sent), amount: 1 })).toBe(false);
  });
});

describe('an answer of another route', () => {
  it.each([
    [{}, 200],
    [{ secret: 'another secret of 32 bytes or so' }, 401],
    [{ headers: { Origin: 'https://x.example' } }, 403],
    [{ headers: { 'Checkout-Order': '' } }, 400],
  ])('is described: get /api/order %j', async (options, status) => {
    const { proxy } = await startProxyWith(() => ({ status: 202, json: { status: 'processing' } }));
    await proxy.pay({ headers: { Prefer: 'wait=0' } });

    const answer = await proxy.call('/api/order', asking(options));

    expect(answer.status).toBe(status);
    const type = answer.headers.get('content-type') ?? '';
    expect(faultsOf('/api/order', 'get', status, type, answer.body)).toBeUndefined();
  });

  it.each<[string, string, string, number]>([
    ['get', '/api/checkout/{id}', `/api/checkout/${randomUUID()}`, 404],
    ['get', '/api/orders', '/api/orders', 403],
    ['get', '/api/orders/{orderId}', '/api/orders/order-1', 403],
    ['post', '/api/postback/{token}', '/api/postback/x', 200],
    ['get', '/healthz', '/healthz', 200],
    ['get', '/readyz', '/readyz', 200],
  ])('is described: %s %s', async (method, path, url, status) => {
    const { proxy } = await startProxyWith(undefined, { MERCHANT_KEY });

    const answer = await proxy.call(url, { method, headers: { Origin: shop } });

    expect(answer.status).toBe(status);
    const type = answer.headers.get('content-type') ?? '';
    expect(faultsOf(path, method, status, type, answer.body)).toBeUndefined();
  });

  it('is described when the store cannot be written', async () => {
    const { service, proxy } = await startProxyWith(undefined, retrying);
    await proxy.pay();
    breakStore('check');
    breakStore('recordPostback');

    const ready = await proxy.call('/readyz');
    const posting = proxy.postBack(service.received[0], {});
    await expect.poll(() => proxy.logged('postback_delayed')).toMatchObject([{}]);
    skipTime(10_000);
    const postback = await posting;

    const type = 'application/problem+json';
    expect(faultsOf('/readyz', 'get', ready.status, type, ready.body)).toBeUndefined();
    expect(
      faultsOf('/api/postback/{token}', 'post', postback.status, type, postback.body),
    ).toBeUndefined();
  });
});
