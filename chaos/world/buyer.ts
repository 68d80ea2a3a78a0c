import { setTimeout as pauseFor } from 'node:timers/promises';
import { memberOf } from '@card-checkout/contract/json';
import {
  card,
  fetchMetadata,
  paying,
  shop as origin,
} from '@card-checkout/testing/checkout-request';
import { drawCardNumber, securityCode } from './cards.ts';
import type { BrowserAnswer } from '../check/evidence.ts';
import type { Random } from './random.ts';

/** What buyers of a run have in common. */
export interface Shop {
  /** Where the proxy's instances listen. */
  origins: () => readonly string[];
  /** Every answer that came in one piece. */
  answers: BrowserAnswer[];
  cardNumbers: Set<string>;
  /** Fires when nobody buys any more. */
  closing: AbortSignal;
}

/** One press of the button: a key, and the body that goes with it. */
interface Press {
  orderId: string;
  key: string;
  body: string;
}

type Answer = Pick<BrowserAnswer, 'httpStatus' | 'text'>;

const maxPresses = 10;
const maxLooks = 3;
const requestTimeoutMs = 4000;
const asksAtOnce = 16;

/** Buys one order: presses, repeats the key after lost answers, sometimes in a second tab as well. */
export async function buy(shop: Shop, orderId: string, random: Random): Promise<void> {
  let mayTryAgain = true;
  for (let turn = 1; mayTryAgain && turn <= 3 && !shop.closing.aborted; turn += 1) {
    const tabs = random.chance(0.12) ? 2 : 1;
    const presses = Array.from({ length: tabs }, async (_, tab) =>
      press(shop, orderId, random.branch(`turn ${turn} tab ${tab}`)),
    );
    const statuses = await Promise.all(presses);
    mayTryAgain = statuses.every((status) => status !== 'approved') && random.chance(0.6);
  }
}

/** Presses the button and follows the attempt as the widget does; returns the last status heard. */
async function press(shop: Shop, orderId: string, random: Random): Promise<string | undefined> {
  const pressed = await newPress(shop, orderId, random);
  let status: string | undefined;
  for (let times = 1; times <= maxPresses && !shop.closing.aborted; times += 1) {
    const answer = await post(shop, pressed, random);
    status = answer && statusIn(answer);
    if (status === 'processing') status = await look(shop, pressed, random);
    const isOver = answer !== undefined && answer.httpStatus !== 503 && status !== 'processing';
    const hasNoPatience = status === 'processing' && random.chance(0.7);
    if (isOver || hasNoPatience) break;
    await pauseFor(random.whole(20, 120));
  }
  if (random.chance(0.15)) await post(shop, pressed, random);
  if (random.chance(0.06)) {
    const other = { ...pressed, body: await bodyFor(shop, orderId, random) };
    await post(shop, other, random, true);
  }
  return status;
}

async function newPress(shop: Shop, orderId: string, random: Random): Promise<Press> {
  return { orderId, key: uuid(random), body: await bodyFor(shop, orderId, random) };
}

async function bodyFor(shop: Shop, orderId: string, random: Random): Promise<string> {
  const number = drawCardNumber(random);
  shop.cardNumbers.add(number);
  const { body } = await paying({
    order: { sub: orderId, fields: { reference: orderId } },
    body: { card: { ...card, number, securityCode } },
  });
  return body;
}

async function look(shop: Shop, pressed: Press, random: Random): Promise<string | undefined> {
  let status: string | undefined = 'processing';
  for (let times = 1; times <= maxLooks && status === 'processing'; times += 1) {
    const answer = await call(shop, pressed, 'GET', random, { Prefer: 'wait=1' });
    if (answer?.httpStatus === 200) status = statusIn(answer);
    else await pauseFor(random.whole(20, 120));
  }
  return status;
}

async function post(
  shop: Shop,
  pressed: Press,
  random: Random,
  isOtherBody = false,
): Promise<Answer | undefined> {
  const headers = {
    'Content-Type': 'application/json',
    'Idempotency-Key': pressed.key,
    Prefer: `wait=${random.whole(0, 2)}`,
  };
  return call(shop, pressed, 'POST', random, headers, isOtherBody);
}

/** Calls once and notes the answer; a few buyers leave before it. */
async function call(
  shop: Shop,
  { orderId, key, body }: Press,
  method: 'POST' | 'GET',
  random: Random,
  headers: Record<string, string>,
  isOtherBody = false,
): Promise<Answer | undefined> {
  const [first = '', ...others] = shop.origins();
  const path = method === 'POST' ? '/api/checkout/' : `/api/checkout/${key}`;
  const limitMs = random.chance(0.05) ? random.whole(1, 60) : requestTimeoutMs;
  const sentAt = Date.now();
  try {
    const response = await fetch(`${random.pick([first, ...others])}${path}`, {
      method,
      headers: { Origin: origin, ...fetchMetadata, ...headers },
      ...(method === 'POST' && { body }),
      signal: AbortSignal.timeout(limitMs),
    });
    const answer = { httpStatus: response.status, text: await response.text() };
    const times = { sentAt, receivedAt: Date.now() };
    shop.answers.push({ orderId, key, method, isOtherBody, ...times, ...answer });
    return answer;
  } catch {
    return undefined;
  }
}

/** Asks once more for every attempt that some browser was told of. */
export async function askForAll(shop: Shop, random: Random): Promise<void> {
  const known = [...new Map(shop.answers.map(({ key, orderId }) => [key, orderId]))];
  while (known.length > 0) {
    const some = known.splice(0, asksAtOnce);
    await Promise.all(
      some.map(async ([key, orderId]) => call(shop, { orderId, key, body: '' }, 'GET', random, {})),
    );
  }
}

function statusIn({ text }: Answer): string | undefined {
  const status = text.startsWith('{') ? memberOf(JSON.parse(text), 'status') : undefined;
  return typeof status === 'string' ? status : undefined;
}

function uuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.whole(0, 15).toString(16)).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
