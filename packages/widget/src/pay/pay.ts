import type { CheckoutRequest, ThreeDSecure } from '@card-checkout/contract/checkout';
import type { ClientConfig } from '@card-checkout/contract/client-config';
import type { Payment } from '@card-checkout/contract/payment';
import { forgetAttempt, rememberAttempt, rememberedAttempt } from './attempt-memory.ts';
import { findBrand } from '../fields/brands.ts';
import { startDeadline, unlessAborted } from '../browser/deadline.ts';
import { CheckoutError } from '../errors.ts';
import type { CheckoutStep, StepOutcome } from '../state/events.ts';
import type { FraudAdapter } from '../fraud/adapter.ts';
import { finishProfile, startProfile } from '../fraud/profile.ts';
import type { Messages } from '../locales/messages.ts';
import type { Order } from '../order/order.ts';
import { findPayment, followPayment, submitCheckout, untilOnline } from '../proxy-client/client.ts';
import type {
  CartItem,
  ThreeDSAdapter,
  ThreeDSRequest,
  ThreeDSSettings,
} from '../three-ds/adapter.ts';
import { loadAdapter } from '../three-ds/adapters.ts';
import { authenticate } from '../three-ds/authenticate.ts';
import { decide, type ThreeDSMode } from '../three-ds/policy.ts';
import { fetchThreeDSToken } from '../three-ds/token.ts';

export { CheckoutSettings } from '../proxy-client/settings.ts';
export { startProfile } from '../fraud/profile.ts';
export { followPayment, watchPayment } from '../proxy-client/client.ts';
export { StepClock } from './step-clock.ts';
export { loadAdapter } from '../three-ds/adapters.ts';

/** How long fraud script, token and challenge may take together, from the click on (contract section 6). */
const authenticationTimeoutMs = 90_000;

/** The longest that a page can make of it; an issuer gives up after ten minutes (three-ds.md section 3.10). */
const longestAuthenticationMs = 900_000;

/** How much a merchant wants the fraud script's profile (attribute `fraud`). */
export type FraudMode = 'preferred' | 'required';

/** What the buyer typed, as it goes to the proxy once it is authenticated. */
export type TypedRequest = Omit<CheckoutRequest, 'threeDSecure' | 'fraud'>;

/** One press of the pay button. */
export interface Attempt {
  idempotencyKey: string;
  order: Order;
  /** Integer centavos that the buyer was shown. */
  totalCentavos: number;
  request: TypedRequest;
  cart: readonly CartItem[];
  mode: ThreeDSMode;
  /** Takes the place of the adapter that belongs to the provider. */
  adapter: ThreeDSAdapter | undefined;
  /** Milliseconds; what is less than 90 s, or no number, counts as 90 s, and what is more than 900 s as 900 s. */
  timeoutMs: number;
  fraudMode: FraudMode;
  /** Takes the place of the preset that the script's address names. */
  fraudAdapter: FraudAdapter | undefined;
}

/** Where an attempt takes place. */
export interface PayContext {
  proxyUrl: string;
  /** Gives the shop's settings; asks for them if they are not there yet. */
  config: () => Promise<ClientConfig>;
  /** Where the challenge is put: in the shadow root, where the language is said. */
  root: ShadowRoot;
  messages: Messages;
  nonce: string | undefined;
  onStep: (step: CheckoutStep) => void;
  /** Hears how the latest step has ended; the last one ends with the attempt. */
  onStepEnd: (outcome: StepOutcome) => void;
  /** Ends the attempt with its reason; once the card is on its way it has no effect. */
  signal: AbortSignal;
}

/**
 * Carries out one attempt: fraud script, 3DS token, challenge, submit, wait. An earlier attempt of the order
 * that may have reached the proxy comes first.
 * @throws CheckoutError when it ends without an answer about the payment; the reason of `signal` when
 * that aborts.
 */
export async function pay(attempt: Attempt, context: PayContext): Promise<Payment> {
  const { proxyUrl, onStep, onStepEnd } = context;
  const orderId = attempt.order.id;
  const limit = startDeadline(authenticationLimitMs(attempt), context.signal, timedOut);
  let request: CheckoutRequest;
  try {
    onStep('fraud');
    const earlier = await findEarlier(proxyUrl, orderId, limit.signal);
    if (earlier) return await follow(earlier);
    const config = await unlessAborted(limit.signal, context.config());
    const fraud = await profile(attempt, config, context, limit.signal);
    const threeDSecure = await proveBuyer(attempt, config, context, limit.signal);
    limit.signal.throwIfAborted();
    request = { ...attempt.request, ...fraud, ...(threeDSecure && { threeDSecure }) };
  } finally {
    limit.clear();
  }

  await untilOnline(context.signal);
  // The buyer may have paid in another tab while this one was at the bank.
  const other = await findEarlier(proxyUrl, orderId, context.signal);
  if (other) return follow(other);
  rememberAttempt(proxyUrl, orderId, attempt.idempotencyKey);
  onStep('submit');
  const payment = await submitCheckout(proxyUrl, request, attempt.idempotencyKey, context.signal);
  if (!keepsOrder(payment)) forgetAttempt(proxyUrl, orderId, payment.id);
  if (payment.status !== 'processing') return payment;
  onStepEnd('processing');
  return follow(payment);

  async function follow(running: Payment): Promise<Payment> {
    onStep('waiting');
    return followPayment(proxyUrl, running);
  }
}

/**
 * Finds an attempt of this order, of this page or of an earlier one, after which another would be one too many.
 * @throws CheckoutError `proxy_unreachable`: nobody may pay before it is known.
 */
export async function findEarlier(
  proxyUrl: string,
  orderId: string,
  signal: AbortSignal,
): Promise<Payment | undefined> {
  const key = rememberedAttempt(proxyUrl, orderId);
  if (key === undefined) return undefined;
  const payment = await findPayment(proxyUrl, key, signal);
  if (payment && keepsOrder(payment)) return payment;
  forgetAttempt(proxyUrl, orderId, key);
  return undefined;
}

/** Tells whether another attempt of the order would be one too many; the proxy would refuse it. */
function keepsOrder({ status, code, retryable }: Payment): boolean {
  // After a 5xx nobody knows whether the payment was charged.
  const mayBeCharged = status === 'unknown' || (code === 'unavailable' && !retryable);
  return mayBeCharged || status === 'approved' || status === 'processing';
}

async function profile(
  { fraudMode, fraudAdapter }: Attempt,
  { fraudScriptUrl, merchantId }: ClientConfig,
  { nonce, onStepEnd }: PayContext,
  signal: AbortSignal,
): Promise<Pick<CheckoutRequest, 'fraud'>> {
  const script = { urlTemplate: fraudScriptUrl, merchantId, nonce, adapter: fraudAdapter };
  const running = startProfile(script);
  const fraud = running && (await finishProfile(running, signal));
  onStepEnd(fraud?.completed === false ? 'incomplete' : 'completed');
  if (fraudMode === 'required' && !fraud?.completed) throw new CheckoutError('fraud_unavailable');
  return fraud ? { fraud } : {};
}

/** Gives the proof of authentication, or nothing where the payment may go on without one. */
async function proveBuyer(
  attempt: Attempt,
  config: ClientConfig,
  context: PayContext,
  signal: AbortSignal,
  isRetry = false,
): Promise<ThreeDSecure | undefined> {
  const { mode } = attempt;
  const request = threeDSRequest(attempt, config);
  const { kind, brand } = request.card;
  if (mode === 'off' && kind === 'credit') return undefined;

  context.onStep('token');
  const outcome = await authenticate(
    {
      adapter: loadAdapter(config.provider, attempt.adapter),
      request,
      settings: threeDSSettings(config, context.nonce),
      fetchToken: async (until) => fetchThreeDSToken(config.apiUrl, config.provider, until),
      onChallenge: () => {
        context.onStepEnd('completed');
        context.onStep('challenge');
      },
      root: context.root,
      messages: context.messages,
    },
    signal,
  );
  context.onStepEnd(outcome.status);
  const decision = decide(outcome, { mode, kind, brand, isRetry });
  if (decision.next === 'retry') return proveBuyer(attempt, config, context, signal, true);
  if (decision.next === 'stop') throw new CheckoutError(decision.code, { cause: outcome.cause });
  return decision.threeDSecure;
}

/** Gives what an adapter may know before anybody pays. */
export function threeDSSettings(
  { threeDSEnvironment: environment, threeDSScriptUrl: scriptUrl }: ClientConfig,
  nonce: string | undefined,
): ThreeDSSettings {
  return { environment, scriptUrl, nonce };
}

function threeDSRequest(
  { order, totalCentavos, request, cart }: Attempt,
  config: ClientConfig,
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
    payer: { ...request.payer, ...order.payer },
    cart,
    clientIp: config.clientIp,
    merchantUrl: location.origin,
  };
}

function authenticationLimitMs({ timeoutMs }: Attempt): number {
  const isLonger = timeoutMs > authenticationTimeoutMs;
  return isLonger ? Math.min(timeoutMs, longestAuthenticationMs) : authenticationTimeoutMs;
}

function timedOut(): CheckoutError {
  return new CheckoutError('three_ds_timeout');
}
