import { randomUUID } from 'node:crypto';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { hasLuhnCheckDigit } from '@card-checkout/contract/luhn';
import { newWholeBody, paying } from '@card-checkout/testing/checkout-request';
import { Pool } from 'undici';

export type Load = Awaited<ReturnType<typeof load>>;

let payments = 0;

export async function newPayment() {
  const body = newWholeBody();
  const card = { ...body.card, number: cardNumber((payments += 1)) };
  return paying({ key: timeOrderedId(), order: { sub: randomUUID() }, body: { ...body, card } });
}

function timeOrderedId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** Returns a different card number for each index below 10^9. */
function cardNumber(index: number): string | undefined {
  const start = `400000${String(index).padStart(9, '0')}`;
  return Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find(hasLuhnCheckDigit);
}

/**
 * Sends payments to the addresses in turn. Each connection sends its next payment once it has an
 * answer.
 */
export async function load(urls: readonly string[], connections: number, seconds: number) {
  const options = { connections: Math.ceil(connections / urls.length), pipelining: 1 };
  const pools = urls.map((url) => new Pool(url, options));
  const latenciesUs = createHistogram();
  let failures = 0;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const buyOn = async (pool: Pool) => {
    while (performance.now() < startedAt + seconds * 1000) {
      const payment = await newPayment();
      const sentAt = performance.now();
      const isPaid = await pay(pool, payment).catch(() => false);
      if (!isPaid) failures += 1;
      latenciesUs.record(Math.max(1, Math.round((performance.now() - sentAt) * 1000)));
    }
  };
  const buyersOf = (pool: Pool) =>
    Array.from({ length: options.connections }, async () => buyOn(pool));
  await Promise.all(pools.flatMap(buyersOf));
  const elapsedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  await Promise.all(pools.map(async (pool) => pool.close()));
  return {
    payments: latenciesUs.count,
    perSecond: latenciesUs.count / (elapsedMs / 1000),
    p50Ms: latenciesUs.percentile(50) / 1000,
    p99Ms: latenciesUs.percentile(99) / 1000,
    /** Answers other than 2xx, and closed connections. */
    failures,
    /** Share of one core that this process used; near 1, it limits the throughput. */
    generatorCpu: (user + system) / 1000 / elapsedMs,
  };
}

/**
 * Starts payments at a steady rate. Returns how long each took from when it was due; `NaN` if it
 * failed.
 */
export async function payAtRate(
  payOnce: () => Promise<boolean>,
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const startedAt = performance.now();
  const payFrom = async (dueAt: number) =>
    (await payOnce().catch(() => false)) ? performance.now() - dueAt : Number.NaN;
  const running: Promise<number>[] = [];
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const dueAt = startedAt + (number * 1000) / perSecond;
    await pause(Math.max(0, dueAt - performance.now()));
    running.push(payFrom(dueAt));
  }
  return Promise.all(running);
}

/** Sends a payment. Returns whether it got a 2xx. */
export async function pay(
  pool: Pool,
  payment: Awaited<ReturnType<typeof newPayment>>,
): Promise<boolean> {
  const { statusCode, body: answer } = await pool.request({ path: '/api/checkout/', ...payment });
  await answer.dump();
  return statusCode >= 200 && statusCode < 300;
}
