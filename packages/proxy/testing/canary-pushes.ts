import { randomUUID } from 'node:crypto';
import { memberOf } from '@card-checkout/contract/json';
import {
  card as otherCard,
  payer,
  paying,
  shop,
  type CheckoutOptions,
} from '@card-checkout/testing/checkout-request';
import {
  postbackUrlOf,
  type ReceivedRequest,
  type ScriptedAnswer,
} from '@card-checkout/testing/scripted-server';
import { canaryCard, canarySecrets } from './canary.ts';
import type { Scene } from './canary-places.ts';
import { exchange } from './wire.ts';

const { number, securityCode } = canaryCard;
const spaced = number.replace(/^(.{4})(.{6})/, '$1 $2 ');
const dashed = spaced.replaceAll(' ', '-');
const card = { ...otherCard, ...canaryCard };

/** Payments APIs that echo the request, and some that don't answer. */
const services: Record<string, (got: ReceivedRequest) => ScriptedAnswer> = {
  'approves and echoes': ({ text, headers }) => json(200, { text, headers, ...JSON.parse(text) }),
  'approves in lists': (got) =>
    json(200, { list: [[number, dashed], { cvc: securityCode }], [number]: all(got) }),
  'says pending and echoes': ({ text }) => json(200, { ...JSON.parse(text), status: 'pending' }),
  'approves with garbage': (got) => ({ status: 200, text: `\u0000{"${all(got)}` }),
  'says 400 with a text': (got) => json(400, { error: all(got) }),
  'says 400 with fields': (got) =>
    json(400, { errors: { 'card.cvv': [all(got)], 'card.number': [number] } }),
  'says 400 with unknown fields': (got) =>
    json(400, { errors: { [number]: [all(got)], [all(got)]: [''] } }),
  'says 401': ({ headers }) => json(401, { detail: `${headers.authorization} ${number}` }),
  'says 429': (got) => ({ status: 429, text: all(got) }),
  'says 500 in HTML': (got) => ({ status: 500, text: `<html><p>${all(got)}</p></html>` }),
  'says 500 with an id': (got) => json(500, { id: number, detail: all(got) }),
  'says 502 and the address': (got) =>
    json(502, { detail: postbackUrlOf(got), id: postbackUrlOf(got) }),
  redirects: (got) => {
    return { status: 307, location: `/${number}?${postbackUrlOf(got)}`, text: all(got) };
  },
  'never answers': () => 'hang',
  'closes the connection': () => 'reset',
};

function json(status: number, body: object): ScriptedAnswer {
  return { status, json: body };
}

function all({ text, headers }: ReceivedRequest): string {
  return `${text} ${JSON.stringify(headers)} ${spaced}`;
}

async function payAt(scene: Scene, name: string): Promise<void> {
  const key = randomUUID();
  const options = { key, headers: { Prefer: 'wait=1' }, order: { fields: { behavior: name } } };
  await send(scene, '/api/checkout/', await request(options));
  const got = scene.service.received.find(
    ({ text }) => memberOf(JSON.parse(text), 'behavior') === name,
  );
  if (got) await sendAll(scene, [new URL(postbackUrlOf(got)).pathname], postbacks(got));
  await send(scene, `/api/checkout/${key}`);
}

/** Answers as the order asks; approves by default. */
export function answer(_number: number, got: ReceivedRequest): ScriptedAnswer {
  const name = memberOf(JSON.parse(got.text), 'behavior');
  return services[String(name)]?.(got) ?? json(200, { id: 'pay_1' });
}

function postbacks(got: ReceivedRequest): RequestInit[] {
  const body: unknown = JSON.parse(got.text);
  const bodies = [
    JSON.stringify({ status: 'pending', body, cvv: securityCode, at: postbackUrlOf(got) }),
    JSON.stringify({ status: 'pending', note: `${spaced}, cvv ${securityCode}`, text: got.text }),
    JSON.stringify([number, Number(number), { [number]: dashed }]),
    new URLSearchParams({ status: 'pending', pan: spaced, cvv: securityCode }).toString(),
    `<xml>${number}</xml>`,
  ];
  return bodies.map((text) => ({ method: 'POST', body: text }));
}

const misplaced: Record<string, CheckoutOptions> = {
  holder: { body: { card: { ...card, holder: `MARIA ${spaced}` } } },
  'holder of another card': { body: { card: { ...otherCard, holder: number } } },
  'name of the payer': { body: { payer: { ...payer, name: spaced } } },
  'e-mail': { body: { payer: { ...payer, email: `${number}@example.com` } } },
  phone: { body: { payer: { ...payer, phone: dashed } } },
  address: { body: { payer: { ...payer, address: { street: spaced } } } },
  document: { body: { payer: { ...payer, document: number } } },
  expiry: { body: { card: { ...card, expiry: securityCode } } },
  'security code': { body: { card: { ...card, securityCode: number.slice(0, 8) } } },
  'device id': { body: { fraud: { sessionId: number } } },
  'field of the order': { order: { fields: { note: spaced } } },
  'order that is no text': { body: { order: { [number]: spaced } } },
  'order that is no order': { body: { order: `${number}.${number}.${number}` } },
  'unknown member': { body: { [number]: spaced, pan: number } },
  'member of the card': { body: { card: { ...card, [spaced]: securityCode } } },
  'idempotency key': { key: number },
  preference: { headers: { Prefer: `wait=${number}` } },
  origin: { headers: { Origin: `https://${number}.example` } },
  'content type': { headers: { 'Content-Type': `text/${number}` } },
  'what a browser sends': { headers: { Cookie: spaced, Referer: `${shop}/?pan=${number}` } },
  'ids of the request': { headers: { 'X-Request-Id': number, Traceparent: number } },
};

function newAuthentication(): CheckoutOptions {
  const Cavv = `${number}/${randomUUID()}`;
  return { body: { threeDSecure: { Cavv, Eci: spaced, Version: number } } };
}

/** Orders whose id is the card number. */
const inOrderId = [number, `no. ${dashed}`].map((sub) => ({ order: { sub } }));

/** Creates each of these requests once for each behavior of the payments API. */
function misplacedAt(...behaviors: string[]): CheckoutOptions[] {
  return behaviors.flatMap((behavior) =>
    [...Object.values(misplaced), newAuthentication()].map(({ order, ...rest }) =>
      Object.assign(rest, { order: { fields: { behavior, ...order?.fields } } }),
    ),
  );
}

/** Pays with another card, so that the proxy can't recognize the number as this payment's card. */
function withOtherCard({ body, ...rest }: CheckoutOptions): CheckoutOptions {
  return { ...rest, body: { card: otherCard, ...body } };
}

/** Paths with the card in them, and paths whose answers might reveal it. */
const paths = [
  `/api/checkout/${number}`,
  `/api/checkout/?pan=${number}`,
  `/${encodeURIComponent(spaced)}`,
  `/api/orders/${number}`,
  `/api/orders?since=${number}`,
  `/api/order?pan=${number}`,
  `/healthz?${number}`,
  `/readyz?${number}`,
  `/widget/${number}.js`,
  '/widget/card-checkout.js',
  '/openapi.json',
  '/metrics',
];

const brokenBodies = [
  number,
  `{"card":${number}`,
  `{"__proto__":{"a":"${number}"}}`,
  `"${spaced}"`,
];

/** Puts the card wherever a browser, a payments API or a stranger could. */
export async function pushEverywhere(scene: Scene): Promise<void> {
  await Promise.all(Object.keys(services).map(async (name) => payAt(scene, name)));
  const own = misplacedAt('approves and echoes', 'says 500 in HTML');
  const other = misplacedAt('says 400 with a text', 'says 500 in HTML').map(withOtherCard);
  const payments = [...own, ...other, ...inOrderId].map(request);
  const broken = brokenBodies.map(async (body) => ({ ...(await request()), body }));
  const checkouts = await Promise.all([...payments, ...broken]);
  await sendAll(scene, ['/api/checkout/'], checkouts);
  const methods = ['GET', 'POST', 'PUT', 'OPTIONS'].map((method) => ({ method }));
  await sendAll(scene, paths, methods);
  const unread = brokenBodies.map((body) => ({ method: 'POST', body }));
  await sendAll(scene, [`/api/postback/${number}`], unread);
  scene.answers.push(await exchange(scene.url, `GET /${number} HTTP/9.9\r\n${number}\r\n\r\n`));
}

async function sendAll(scene: Scene, to: string[], requests: RequestInit[]): Promise<void> {
  await Promise.all(to.flatMap((path) => requests.map(async (init) => send(scene, path, init))));
}

/** Creates a payment with the card, in the right place or a wrong one. */
export async function request({ body, order, ...rest }: CheckoutOptions = {}) {
  return paying({
    ...rest,
    body: { card, ...body },
    order: { sub: `order-${randomUUID()}`, ...order },
    secret: canarySecrets.ORDER_SECRET,
  });
}

export async function send(scene: Scene, path: string, init?: RequestInit): Promise<void> {
  const response = await fetch(scene.url + path, init);
  scene.answers.push(JSON.stringify([...response.headers]), await response.text());
}
