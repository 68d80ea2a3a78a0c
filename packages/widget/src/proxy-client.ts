import type { CheckoutRequest, ClientConfig, Payment } from '@card-checkout/contract';
import { pause, startDeadline } from './deadline.ts';
import { CheckoutError } from './errors.ts';
import { readClientConfig, readPayment } from './wire.ts';

/** Is how long the proxy is asked to hold a request open, in seconds (RFC 7240, `wait`). */
const waitSeconds = 25;
/** Is how long one request may take: what the proxy holds it open for, and the way there and back. */
const requestTimeoutMs = (waitSeconds + 15) * 1000;
const configTimeoutMs = 10_000;
/** Are the pauses before a request is sent again that may not have reached the proxy. */
const resendAfterMs = [1_000, 2_000, 4_000] as const;
/** Is how long a payment may stay `processing` before the buyer is told to wait elsewhere. */
const settlementTimeoutMs = 180_000;
const pollPauseMs = 1_000;

export interface ProxyClient {
  /** @throws CheckoutError `proxy_unreachable`, or the proxy's refusal. */
  config(signal: AbortSignal): Promise<ClientConfig>;
  /**
   * Sends an attempt. A request that may have been lost is repeated under the same key, which the
   * proxy joins to the running attempt, so it never pays twice.
   * @throws CheckoutError `proxy_unreachable`, or the proxy's refusal.
   */
  submit(body: CheckoutRequest, idempotencyKey: string, signal: AbortSignal): Promise<Payment>;
  /** Follows a payment until it is settled, or for three minutes; then gives it as it stands. */
  settlement(payment: Payment, signal: AbortSignal): Promise<Payment>;
}

/** Makes a client of the proxy at `proxyUrl` (contract section 3). */
export function createProxyClient(proxyUrl: string): ProxyClient {
  const base = proxyUrl.replace(/\/$/, '');
  const call = async (path: string, init: RequestInit, timeoutMs: number): Promise<unknown> => {
    const { signal } = init;
    const limit = startDeadline(timeoutMs, signal ?? new AbortController().signal, unreachable);
    try {
      return await exchange(`${base}${path}`, { ...init, signal: limit.signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      limit.clear();
    }
  };

  const status = async (id: string, signal: AbortSignal): Promise<Payment> => {
    const init = { headers: { Prefer: `wait=${waitSeconds}` }, signal };
    return readPayment(await call(`/api/checkout/${id}`, init, requestTimeoutMs));
  };

  return {
    async config(signal) {
      return readClientConfig(await call('/api/config', { signal }, configTimeoutMs));
    },

    async submit(body, idempotencyKey, signal) {
      const init = {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': idempotencyKey,
          Prefer: `wait=${waitSeconds}`,
        },
        body: JSON.stringify(body),
        signal,
      };
      const send = async (): Promise<Payment> =>
        readPayment(await call('/api/checkout/', init, requestTimeoutMs));
      return resend(send, signal);
    },

    async settlement(payment, signal) {
      const limit = startDeadline(settlementTimeoutMs, signal, unreachable);
      let latest = payment;
      try {
        while (latest.status === 'processing') {
          await pause(pollPauseMs, limit.signal);
          latest = await resend(() => status(payment.id, limit.signal), limit.signal);
        }
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof CheckoutError)) throw error;
      } finally {
        limit.clear();
      }
      return latest;
    },
  };
}

/** Sends again, after a pause, whatever did not come back from the proxy itself. */
async function resend<Answer>(send: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (const delayMs of resendAfterMs) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof CheckoutError) || error.code !== 'proxy_unreachable') throw error;
    }
    await pause(delayMs, signal);
  }
  return send();
}

async function exchange(url: string, init: RequestInit): Promise<unknown> {
  try {
    const response = await fetch(url, { ...init, credentials: 'omit', cache: 'no-store' });
    return await response.json();
  } catch (error) {
    throw unreachable(error);
  }
}

function unreachable(cause?: unknown): CheckoutError {
  return new CheckoutError('proxy_unreachable', { cause });
}
