import { setTimeout as pauseFor } from 'node:timers/promises';
import { hasLuhnCheckDigit } from '@card-checkout/contract/luhn';
import { card, paying } from '@card-checkout/testing/checkout-request';
import type { BrowserAnswer, ClosedOrder } from '../check/evidence.ts';
import { merchantKey } from '../run/settings.ts';
import type { Random } from './random.ts';

export interface Shop {
  origins: readonly string[];
  answers: BrowserAnswer[];
  closed: ClosedOrder[];
  cardNumbers: Set<string>;
  /** Aborted when buying should stop. */
  closing: AbortSignal;
}

interface Press {
  orderId: string;
  key: string;
  request: RequestInit;
  isOtherBody?: boolean;
}

/** Every card's security code; other numbers in a run are unlikely to equal it. */
export const securityCode = '7391';

const maxPresses = 10;
const maxLooks = 3;
const requestTimeoutMs = 4000;
const asksAtOnce = 16;

/** Buys one order: presses, repeats the key after lost answers, and sometimes uses a second tab. */
export async function buy(shop: Shop, orderId: string, random: Random): Promise<void> {
  let mayTryAgain = true;
  for (let turn = 1; mayTryAgain && turn <= 3 && !shop.closing.aborted; turn += 1) {
    const tabs = random.chance(0.12) ? ['1', '2'] : ['1'];
    const presses = tabs.map(async (tab) =>
      press(shop, orderId, random.branch(`turn ${turn} tab ${tab}`)),
    );
    // Sometimes the shop gives up while the buyer presses.
    if (random.chance(0.2)) presses.push(closeOrder(shop, orderId, random.branch(`end ${turn}`)));
    const statuses = await Promise.all(presses);
    mayTryAgain = !statuses.includes('approved') && random.chance(0.6);
  }
}

/** Closes an order as the shop's server does, again after a lost answer. */
async function closeOrder(shop: Shop, orderId: string, random: Random): Promise<undefined> {
  for (let times = 1; times <= maxLooks && !shop.closing.aborted; times += 1) {
    await pauseFor(random.whole(0, 120));
    const url = `${random.pick(shop.origins)}/api/orders/${orderId}/close`;
    const headers = { Authorization: `Bearer ${merchantKey}` };
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const answer = await fetch(url, { method: 'POST', headers, signal }).catch(() => undefined);
    if (answer?.ok) return void shop.closed.push({ orderId, at: Date.now() });
  }
  return undefined;
}

/** Asks once more for every payment that a browser got an answer about. */
export async function askForAll(shop: Shop, random: Random): Promise<void> {
  const known = [...new Map(shop.answers.map(({ key, orderId }) => [key, orderId]))];
  while (known.length > 0) {
    const some = known.splice(0, asksAtOnce);
    await Promise.all(
      some.map(async ([key, orderId]) => call(shop, { orderId, key, request: {} }, random)),
    );
  }
}

/** Presses the button and follows the payment like the widget. Returns the last status. */
async function press(shop: Shop, orderId: string, random: Random): Promise<string | undefined> {
  const key = uuid(random);
  const pressed = { orderId, key, request: await newRequest(shop, orderId, key, random) };
  let status: string | undefined;
  for (let times = 1; times <= maxPresses && !shop.closing.aborted; times += 1) {
    const answer = await call(shop, pressed, random);
    status = statusIn(answer);
    if (status === 'processing') status = await look(shop, pressed, random);
    const isOver = answer !== undefined && answer.httpStatus !== 503 && status !== 'processing';
    const isLeft = status === 'processing' && random.chance(0.7);
    if (isOver || isLeft) break;
    await pauseFor(random.whole(20, 120));
  }
  if (random.chance(0.15)) await call(shop, pressed, random);
  if (random.chance(0.06)) {
    const request = await newRequest(shop, orderId, key, random);
    await call(shop, { orderId, key, request, isOtherBody: true }, random);
  }
  return status;
}

async function newRequest(shop: Shop, orderId: string, key: string, random: Random) {
  const number = drawCardNumber(random);
  shop.cardNumbers.add(number);
  return paying({
    key,
    headers: { Prefer: `wait=${random.whole(0, 2)}` },
    order: { sub: orderId, fields: { reference: orderId } },
    body: { card: { ...card, number, securityCode } },
  });
}

async function look(shop: Shop, { orderId, key }: Press, random: Random) {
  const looked = { orderId, key, request: { headers: { Prefer: 'wait=1' } } };
  let status: string | undefined = 'processing';
  for (let times = 1; times <= maxLooks && status === 'processing'; times += 1) {
    const answer = await call(shop, looked, random);
    if (answer?.httpStatus === 200) status = statusIn(answer);
    else await pauseFor(random.whole(20, 120));
  }
  return status;
}

/** Makes one request and records the answer; a few buyers leave before it arrives. */
async function call(
  { origins, answers }: Shop,
  { orderId, key, request, isOtherBody = false }: Press,
  random: Random,
): Promise<BrowserAnswer | undefined> {
  const url = `${random.pick(origins)}/api/checkout/${request.method === 'POST' ? '' : key}`;
  const limitMs = random.chance(0.05) ? random.whole(1, 60) : requestTimeoutMs;
  const sentAt = Date.now();
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(limitMs) });
    const text = await response.text();
    const times = { sentAt, receivedAt: Date.now() };
    const { status: httpStatus } = response;
    const answer = { orderId, key, isOtherBody, ...times, httpStatus, text };
    answers.push(answer);
    return answer;
  } catch {
    return undefined;
  }
}

function statusIn(answer: BrowserAnswer | undefined): string | undefined {
  return /^{.*?"status":"([a-z]+)"/.exec(answer?.text ?? '')?.[1];
}

/** Draws a card number whose last four digits, which may be logged, aren't the security code. */
function drawCardNumber(random: Random): string {
  const digits = `4${Array.from({ length: 15 }, () => random.whole(0, 9)).join('')}`;
  const isGood = hasLuhnCheckDigit(digits) && !digits.endsWith(securityCode);
  return isGood ? digits : drawCardNumber(random);
}

function uuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.whole(0, 15).toString(16)).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
