import type { CheckoutRequest, ThreeDSecure } from '@card-checkout/contract/checkout';
import type { ClientConfig } from '@card-checkout/contract/client-config';
import { msUntil } from '../proxy-client/call.ts';
import { findOrder } from '../proxy-client/page-order.ts';
import { CheckoutError } from '../errors.ts';
import { finishProfile, startProfile } from '../fraud/profile.ts';
import type { Order } from '../order/order.ts';
import {
  authenticate,
  startEarly,
  type Authentication,
  type Start,
} from '../three-ds/authenticate.ts';
import { decide } from '../three-ds/policy.ts';
import { TimeLimit } from '../three-ds/time-limit.ts';
import type { Attempt, PaymentUpdate } from './attempt.ts';
import { authenticationOf } from './authentication.ts';
import { submit } from './submit.ts';
import { wait } from './wait.ts';

/**
 * Runs one payment: fraud script, 3DS token, challenge, submit, wait. If the order has another payment,
 * from any device, that may be charged, waits for that one instead; the proxy refuses a second one.
 * `signal` has no effect once the card is submitted.
 * @throws CheckoutError if the payment ends without an answer about it; the reason of `signal` when
 * that aborts.
 */
export async function* pay(attempt: Attempt, signal: AbortSignal): AsyncGenerator<PaymentUpdate> {
  const { proxyUrl, order } = attempt;
  refuseExpired(order);
  const limit = new TimeLimit(attempt.threeDSTimeoutMs, signal);
  let request: CheckoutRequest;
  try {
    // Asked for while the fraud script runs; until then, nothing takes its error.
    const asked = findOrder(attempt, limit.signal);
    asked.catch(() => undefined);
    yield { type: 'step', step: 'fraud' };
    const config = attempt.config ?? (await asked).config;
    const authentication = authenticationOf(attempt, config, limit);
    const start = authentication && startEarly(authentication, limit.signal);
    const fraud = yield* profileDevice(attempt, config, limit.signal);
    const { payment } = await asked;
    if (payment) {
      limit.clear();
      return yield* wait(proxyUrl, payment);
    }
    yield { type: 'unpaid' };
    // A browser's clock may stop while the device sleeps, and the proxy has just told the time.
    refuseExpired(order);
    if (attempt.fraud === 'required' && !fraud?.completed)
      throw new CheckoutError('fraud_unavailable');
    // The bank is asked only now, since nothing rules the payment out.
    const threeDSecure =
      authentication && (yield* authenticateBuyer(authentication, limit.signal, start));
    limit.signal.throwIfAborted();
    request = {
      ...attempt.request,
      ...(fraud && { fraud }),
      ...(threeDSecure && { threeDSecure }),
    };
  } finally {
    limit.clear();
  }

  yield { type: 'submitted' };
  yield { type: 'step', step: 'submit' };
  signal.throwIfAborted();
  return yield* wait(proxyUrl, yield* submit(attempt, request, signal));
}

/** Spares the buyer a confirmation with the bank for an order that has expired, by the proxy's clock. */
function refuseExpired({ expiresAt = Infinity }: Order): void {
  if (msUntil(expiresAt) <= 0) throw new CheckoutError('order_expired');
}

/** Completes the fraud script's profile of the device, if there is a script. */
async function* profileDevice(
  { fraudAdapter, page }: Attempt,
  config: ClientConfig,
  signal: AbortSignal,
): AsyncGenerator<PaymentUpdate, CheckoutRequest['fraud']> {
  const running = startProfile(config, fraudAdapter, page.nonce || undefined);
  const fraud = running && (await finishProfile(running, signal));
  yield { type: 'step-end', outcome: fraud?.completed === false ? 'incomplete' : 'completed' };
  return fraud;
}

/** Returns the proof of authentication, or nothing if the payment may proceed without one. */
async function* authenticateBuyer(
  authentication: Authentication,
  signal: AbortSignal,
  start?: Start,
  isRetry = false,
): AsyncGenerator<PaymentUpdate, ThreeDSecure | undefined> {
  signal.throwIfAborted();
  yield { type: 'step', step: 'token' };
  const outcome = yield* authenticate(authentication, signal, start);
  yield { type: 'step-end', outcome: outcome.status };
  const { mode, proof, request } = authentication;
  const { kind, brand } = request.card;
  const decision = decide(outcome, { mode, proof, kind, brand, isRetry });
  if (decision.next === 'retry')
    return yield* authenticateBuyer(authentication, signal, undefined, true);
  if (decision.next === 'proceed') return decision.threeDSecure;
  throw new CheckoutError(decision.code, { cause: outcome.cause });
}
