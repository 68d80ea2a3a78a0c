import { setTimeout as sleep } from 'node:timers/promises';

const timeoutMs = 10_000;

/** Pauses between deliveries, about a minute in total. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];

export async function deliverPostback(
  url: string,
  postback: object,
  signal: AbortSignal,
): Promise<void> {
  for (const pauseMs of pausesMs) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(postback),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(pauseMs, undefined, { signal });
  }
}
