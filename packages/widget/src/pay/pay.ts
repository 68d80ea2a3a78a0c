import type { CheckoutRequest, ThreeDSecure } from '@card-checkout/contract/checkout';
import type { ClientConfig } from '@card-checkout/contract/client-config';
import { withDetails } from '@card-checkout/contract/payer';
import { longestAuthenticationMs } from '@card-checkout/contract/three-ds';
import { msUntil } from '../proxy-client/call.ts';
import { CheckoutError } from '../errors.ts';
import { findBrand } from '../fields/brands.ts';
import { finishProfile, startProfile } from '../fraud/profile.ts';
import type { Order } from '../order/order.ts';
import type { ThreeDSRequest } from '../three-ds/adapter.ts';
import { adapterFor } from '../three-ds/adapters.ts';
import { authenticate } from '../three-ds/authenticate.ts';
import { decide } from '../three-ds/policy.ts';
import { TimeLimit } from '../three-ds/time-limit.ts';
import { fetchThreeDSToken } from '../three-ds/token.ts';
import type { Attempt, PaymentUpdate } from './attempt.ts';
import { findOrder, submit } from './submit.ts';
import { wait } from './wait.ts';

/** How long fraud script, token and challenge may take together, counted from the press. */
const authenticationTimeoutMs = 90_000;

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
  const limit = new TimeLimit(authenticationLimitMs(attempt), signal);
  let request: CheckoutRequest;
  try {
    yield { type: 'step', step: 'fraud' };
    // Asked for while the fraud script runs; until then, nothing takes its error.
    const asked = findOrder(attempt, limit.signal);
    asked.catch(() => undefined);
    const config = attempt.config ?? (await asked).config;
    const fraud = yield* profileDevice(attempt, config, limit.signal);
    const { payment } = await asked;
    if (payment) return yield* wait(proxyUrl, payment);
    yield { type: 'unpaid' };
    // A browser's clock may stop while the device sleeps, and the proxy has just told the time.
    refuseExpired(order);
    if (attempt.fraud === 'required' && !fraud?.completed)
      throw new CheckoutError('fraud_unavailable');
    const threeDSecure = yield* authenticateBuyer(attempt, config, limit);
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
  { fraudAdapter: adapter, page }: Attempt,
  { fraudScriptUrl: urlTemplate, merchantId }: ClientConfig,
  signal: AbortSignal,
): AsyncGenerator<PaymentUpdate, CheckoutRequest['fraud']> {
  const nonce = page.nonce || undefined;
  const running = startProfile({ urlTemplate, merchantId, nonce, adapter });
  const fraud = running && (await finishProfile(running, signal));
  yield { type: 'step-end', outcome: fraud?.completed === false ? 'incomplete' : 'completed' };
  return fraud;
}

/** Returns the proof of authentication, or nothing if the payment may proceed without one. */
async function* authenticateBuyer(
  attempt: Attempt,
  config: ClientConfig,
  limit: TimeLimit,
  isRetry = false,
): AsyncGenerator<PaymentUpdate, ThreeDSecure | undefined> {
  const { threeDS: mode, page, texts } = attempt;
  const { surroundings, renderRoot: root } = page;
  const { merchantUrl = location.origin, realmUrl } = surroundings ?? {};
  const { apiUrl, provider, threeDSEnvironment: environment, threeDSScriptUrl: scriptUrl } = config;
  const adapter = adapterFor(provider, attempt.threeDSAdapter);
  const request = threeDSRequest(attempt, config, merchantUrl);
  const { kind, brand } = request.card;
  if (mode === 'off' && kind === 'credit') return undefined;

  limit.signal.throwIfAborted();
  yield { type: 'step', step: 'token' };
  const authentication = yield* authenticate(
    {
      adapter: surroundings?.remoteAdapter?.(provider) ?? adapter,
      request,
      settings: { environment, scriptUrl, nonce: page.nonce || undefined },
      fetchToken: async (until) => fetchThreeDSToken(apiUrl, provider, until),
      root,
      realmUrl,
      onChallenge: surroundings?.onChallenge,
      texts,
      limit,
    },
    limit.signal,
  );
  yield { type: 'step-end', outcome: authentication.status };
  const decision = decide(authentication, { mode, kind, brand, isRetry });
  if (decision.next === 'retry') return yield* authenticateBuyer(attempt, config, limit, true);
  if (decision.next === 'proceed') return decision.threeDSecure;
  throw new CheckoutError(decision.code, { cause: authentication.cause });
}

function threeDSRequest(
  { order, totalCentavos, request, cart }: Attempt,
  config: ClientConfig,
  merchantUrl: string,
): ThreeDSRequest {
  const { card, installments } = request;
  const [expiryYear = '', expiryMonth = ''] = card.expiry.split('-');
  return {
    order: { id: order.id, amountCentavos: totalCentavos, installments },
    card: {
      number: card.number,
      holder: card.holder,
      expiryMonth,
      expiryYear,
      kind: card.kind,
      brand: findBrand(card.number)?.brand,
    },
    payer: withDetails(request.payer, order.payer),
    cart,
    clientIp: config.clientIp,
    merchantUrl,
  };
}

function authenticationLimitMs({ threeDSTimeoutMs }: Attempt): number {
  const isLonger = threeDSTimeoutMs > authenticationTimeoutMs;
  return isLonger ? Math.min(threeDSTimeoutMs, longestAuthenticationMs) : authenticationTimeoutMs;
}
