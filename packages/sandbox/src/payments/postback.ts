import { setTimeout as sleep } from 'node:timers/promises';

/** What the sandbox sends to a `postbackUrl`; the documentation does not show the payload. */
export interface Postback {
  /** The id of the payment. */
  id: string;
  status: 'paid' | 'refused';
  /** Centavos. */
  amount: number;
}

const timeoutMs = 10_000;

/** The pauses after deliveries that nobody took. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];

/** Delivers a postback until somebody answers 2xx, for a minute; rejects when it is called off. */
export async function deliverPostback(
  url: string,
  postback: Postback,
  signal: AbortSignal,
): Promise<void> {
  for (const pauseMs of pausesMs) {
    if (await isTaken(url, postback, signal)) return;
    await sleep(pauseMs, undefined, { signal });
  }
}

async function isTaken(url: string, postback: Postback, signal: AbortSignal): Promise<boolean> {
  try {
    const { ok } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(postback),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    return ok;
  } catch {
    return false;
  }
}
