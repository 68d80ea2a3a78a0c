import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { paymentRequest } from '../payment-request.ts';
import { quantile } from '../statistics.ts';

/** What buyers met with. */
export interface Buying {
  approved: number;
  /** Any other answer, and none. */
  failed: number;
  p50Ms: number;
  p99Ms: number;
}

const limitMs = 10_000;

/**
 * Lets buyers pay at a steady rate, whatever becomes of those before them, each of them from an address and
 * over a connection of its own. A payment takes from the moment it was due until its answer is there.
 */
export async function buy(url: string, perSecond: number, seconds: number): Promise<Buying> {
  const startedAt = performance.now();
  const payments: Promise<number | undefined>[] = [];
  for (let number = 0; number < perSecond * seconds; number++) {
    const dueAt = startedAt + (number * 1000) / perSecond;
    await pause(Math.max(0, dueAt - performance.now()));
    payments.push(pay(url, dueAt).catch(() => undefined));
  }
  const all = await Promise.all(payments);
  const taken = all.filter((tookMs) => tookMs !== undefined);
  return {
    approved: taken.length,
    failed: all.length - taken.length,
    p50Ms: quantile(taken, 0.5),
    p99Ms: quantile(taken, 0.99),
  };
}

/** Gives how long a payment took, or nothing when it was not approved. */
async function pay(url: string, dueAt: number): Promise<number | undefined> {
  const { headers, body } = paymentRequest();
  const sending = request(`${url}/api/checkout/`, {
    method: 'POST',
    headers,
    agent: false,
    localAddress: buyersAddress(),
    signal: AbortSignal.timeout(limitMs),
  });
  sending.end(body);
  const [answer]: IncomingMessage[] = await once(sending, 'response');
  await answer?.resume().toArray();
  return answer?.statusCode === 200 ? performance.now() - dueAt : undefined;
}

/** One of some 65,000 addresses of this machine, none of which besiegers have. */
function buyersAddress(): string {
  return `127.1.${randomInt(256)}.${randomInt(1, 255)}`;
}
