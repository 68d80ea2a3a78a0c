import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { card as otherCard, paying, shop } from '@card-checkout/testing/checkout-request';
import {
  postbackUrlOf,
  type ReceivedRequest,
  type ScriptedAnswer,
} from '@card-checkout/testing/scripted-service';
import { canaryCard, canarySecrets } from './canary.ts';
import type { Scene } from './canary-places.ts';
import { signOrder, type OrderToSign } from '../src/order/order-token.ts';
import { memberOf } from '@card-checkout/contract/json';

const { number, securityCode } = canaryCard;
const spaced = number.replace(/^(.{4})(.{6})/, '$1 $2 ');
const dashed = spaced.replaceAll(' ', '-');
const card = { ...otherCard, ...canaryCard };
const payer = { docType: 'cpf', document: '52998224725' };

/** Says all that the payments service got, as text. */
const all = ({ text, headers }: ReceivedRequest) => `${text} ${JSON.stringify(headers)} ${spaced}`;

/** Payments services that say back what they got, and such as say nothing. */
const services: readonly [string, (request: ReceivedRequest) => ScriptedAnswer][] = [
  [
    'approves and echoes',
    ({ text, headers }) => ({ status: 200, json: { text, headers, ...JSON.parse(text) } }),
  ],
  [
    'approves in lists',
    (got) => ({
      status: 200,
      json: { list: [[number, dashed], { cvc: securityCode }], [number]: all(got) },
    }),
  ],
  [
    'says pending and echoes',
    ({ text }) => ({ status: 200, json: { ...JSON.parse(text), status: 'pending' } }),
  ],
  ['approves with garbage', (got) => ({ status: 200, text: `\u0000{"${all(got)}` })],
  ['says 400 with a text', (got) => ({ status: 400, json: { error: all(got) } })],
  [
    'says 400 with fields',
    (got) => ({
      status: 400,
      json: { errors: { 'card.cvv': [all(got)], 'card.number': [number] } },
    }),
  ],
  [
    'says 400 with unknown fields',
    (got) => ({ status: 400, json: { errors: { [number]: [all(got)], [all(got)]: [''] } } }),
  ],
  [
    'says 401',
    ({ headers }) => ({ status: 401, json: { detail: `${headers.authorization} ${number}` } }),
  ],
  ['says 429', (got) => ({ status: 429, text: all(got) })],
  ['says 500 in HTML', (got) => ({ status: 500, text: `<html><p>${all(got)}</p></html>` })],
  ['says 500 with an id', (got) => ({ status: 500, json: { id: number, detail: all(got) } })],
  [
    'says 502 and the address',
    (got) => ({ status: 502, json: { detail: postbackUrlOf(got), id: postbackUrlOf(got) } }),
  ],
  [
    'redirects',
    (got) => ({ status: 307, location: `/${number}?${postbackUrlOf(got)}`, text: all(got) }),
  ],
  ['keeps silent', () => 'hang'],
  ['breaks off', () => 'reset'],
];

/** Pays where the payments service does what the name says. */
async function payAt(scene: Scene, name: string): Promise<void> {
  const key = randomUUID();
  const options = { key, headers: { Prefer: 'wait=1' }, order: { fields: { behaviour: name } } };
  await send(scene, '/api/checkout/', await request(options));
  const got = scene.service.received.find(
    ({ text }) => memberOf(JSON.parse(text), 'behaviour') === name,
  );
  if (got) await sendAll(scene, postbacks(got));
  await send(scene, `/api/checkout/${key}`);
}

/** Answers as the order asks, and approves when it asks for nothing. */
export function answer(_number: number, got: ReceivedRequest): ScriptedAnswer {
  const name = memberOf(JSON.parse(got.text), 'behaviour');
  const behaviour = services.find(([each]) => each === name);
  return behaviour ? behaviour[1](got) : { status: 200, json: { id: 'pay_1' } };
}

/** Makes postbacks that hold the card. */
function postbacks(got: ReceivedRequest): Sending[] {
  const body: unknown = JSON.parse(got.text);
  const bodies = [
    JSON.stringify({ status: 'pending', body, cvv: securityCode, at: postbackUrlOf(got) }),
    JSON.stringify({ status: 'pending', note: `${spaced}, cvv ${securityCode}`, text: got.text }),
    JSON.stringify([number, Number(number), { [number]: dashed }]),
    new URLSearchParams({ status: 'pending', pan: spaced, cvv: securityCode }).toString(),
    `<xml>${number}</xml>`,
  ];
  const { pathname } = new URL(postbackUrlOf(got));
  return bodies.map((text) => [pathname, { method: 'POST', body: text }]);
}

/** Says where a request holds the card beside its proper place, or instead of it. */
interface Misplaced {
  body?: Record<string, unknown>;
  order?: Partial<OrderToSign>;
  headers?: Record<string, string | undefined>;
  key?: string;
}

/** Requests with the card where it does not belong. */
const misplaced: Record<string, Misplaced> = {
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
  authentication: { body: { threeDSecure: { Cavv: number, Eci: spaced, Version: number } } },
  'field of the order': { order: { fields: { note: spaced } } },
  'unsigned order': { body: { order: { id: number, amount: 1 } } },
  'order that is no order': { body: { order: `${number}.${number}.${number}` } },
  'unknown member': { body: { [number]: spaced, pan: number } },
  'member of the card': { body: { card: { ...card, [spaced]: securityCode } } },
  'idempotency key': { key: number },
  preference: { headers: { Prefer: `wait=${number}` } },
  origin: { headers: { Origin: `https://${number}.example` } },
  'content type': { headers: { 'Content-Type': `text/${number}` } },
  'other headers': {
    headers: {
      Cookie: spaced,
      Referer: `${shop}/?pan=${number}`,
      'X-Request-Id': number,
      Traceparent: number,
    },
  },
};

/** Orders whose id, which the merchant signs, is the number of the card that pays. */
const inOrderId: Misplaced[] = [{ order: { sub: number } }, { order: { sub: `no. ${dashed}` } }];

/** Makes each of these requests once for each behaviour of the payments service. */
function misplacedAt(...behaviours: string[]): Misplaced[] {
  return behaviours.flatMap((behaviour) =>
    Object.values(misplaced).map(({ order, ...rest }) =>
      Object.assign(rest, { order: { fields: { behaviour, ...order?.fields } } }),
    ),
  );
}

/** Makes a request pay with another card, so that nobody knows what the number in it is. */
function withOtherCard({ body, ...rest }: Misplaced): Misplaced {
  return { ...rest, body: { card: otherCard, ...body } };
}

/** Paths of the proxy with the card in them, and such as would tell of it. */
const paths = [
  `/api/checkout/${number}`,
  `/api/checkout/?pan=${number}`,
  `/${encodeURIComponent(spaced)}`,
  `/api/config?pan=${number}`,
  `/healthz?${number}`,
  `/readyz?${number}`,
  `/widget/${number}.js`,
  '/widget/card-checkout.js',
  '/openapi.json',
  '/metrics',
];

/** Puts the card wherever a browser, a payments service or a stranger could put it. */
export async function pushEverywhere(scene: Scene): Promise<void> {
  await Promise.all(services.map(async ([name]) => payAt(scene, name)));
  const own = misplacedAt('approves and echoes', 'says 500 in HTML');
  const other = misplacedAt('says 400 with a text', 'says 500 in HTML').map(withOtherCard);
  await sendAll(scene, [...own, ...other, ...inOrderId].map(checkout));
  const methods = ['GET', 'POST', 'PUT', 'OPTIONS'];
  await sendAll(
    scene,
    paths.flatMap((path) => methods.map((method) => [path, { method }])),
  );
  await sendAll(
    scene,
    brokenBodies.map(async (body) => ['/api/checkout/', { ...(await request({})), body }]),
  );
  await sendAll(
    scene,
    brokenBodies.map((body) => [`/api/postback/${number}`, { method: 'POST', body }]),
  );
  await sendRaw(scene, `GET /${number} HTTP/9.9\r\n${number}\r\n\r\n`);
}

/** Bodies that nobody can read. */
const brokenBodies = [
  number,
  `{"card":${number}`,
  `{"__proto__":{"a":"${number}"}}`,
  `"${spaced}"`,
];

type Sending = [path: string, init: RequestInit];

async function checkout(options: Misplaced): Promise<Sending> {
  return ['/api/checkout/', await request(options)];
}

async function sendAll(scene: Scene, sendings: (Sending | Promise<Sending>)[]): Promise<void> {
  await Promise.all(sendings.map(async (sending) => send(scene, ...(await sending))));
}

/** Makes a payment with the card, or with what is misplaced in it. */
export async function request({ body, order, headers, key }: Misplaced): Promise<RequestInit> {
  const claims = { sub: `order-${randomUUID()}`, amount: 12_990, ...order };
  const token = await signOrder(claims, canarySecrets.ORDER_SECRET);
  return paying({
    body: { order: token, card, payer, ...body },
    ...(headers && { headers }),
    ...(key && { key }),
  });
}

/** Sends a request and keeps what is answered. */
export async function send(scene: Scene, path: string, init?: RequestInit): Promise<void> {
  const response = await fetch(scene.url + path, init);
  scene.answers.push(JSON.stringify([...response.headers]), await response.text());
}

async function sendRaw({ url, answers }: Scene, text: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('data', (chunk) => answers.push(chunk.toString('latin1')));
  socket.write(text);
  await once(socket, 'close');
}
