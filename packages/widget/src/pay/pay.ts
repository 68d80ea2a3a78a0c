import type { CheckoutRequest, ThreeDSecure, TypedRequest } from '@card-checkout/contract/checkout';
import type { ClientConfig } from '@card-checkout/contract/client-config';
import { withDetails } from '@card-checkout/contract/payer';
import type { Payment } from '@card-checkout/contract/payment';
import { startDeadline, unlessAborted } from '../browser/deadline.ts';
import { untilOnline } from '../browser/until-online.ts';
import { CheckoutError } from '../errors.ts';
import { findBrand } from '../fields/brands.ts';
import type { FraudAdapter, FraudMode } from '../fraud/adapter.ts';
import { finishProfile, startProfile } from '../fraud/profile.ts';
import type { Order } from '../order/order.ts';
import { askAgain, followPayment, hasCode, submitCheckout } from '../proxy-client/client.ts';
import type { CheckoutStep } from '../state/checkout-state.ts';
import type { StepOutcome } from '../state/payment-events.ts';
import type {
  CartItem,
  ThreeDSAdapter,
  ThreeDSRequest,
  ThreeDSSettings,
} from '../three-ds/adapter.ts';
import { adapterFor } from '../three-ds/adapters.ts';
import { authenticate } from '../three-ds/authenticate.ts';
import type { ChallengeTexts } from '../three-ds/challenge-dialog.ts';
import { decide, type ThreeDSMode } from '../three-ds/policy.ts';
import { fetchThreeDSToken } from '../three-ds/token.ts';
import { forgetAttempt, rememberAttempt } from './attempt-memory.ts';
import { blocksOrder, findEarlier, findElsewhere, findTaken } from './earlier-attempt.ts';

/** How long fraud script, token and challenge may take together, counted from the click. */
const authenticationTimeoutMs = 90_000;

/** The longest time that a page may set instead; an issuer gives up after ten minutes. */
const longestAuthenticationMs = 900_000;

/** One press of the pay button. */
export interface Attempt {
  idempotencyKey: string;
  order: Order;
  /** Integer centavos, as shown to the buyer. */
  totalCentavos: number;
  request: TypedRequest;
  cart: readonly CartItem[];
  mode: ThreeDSMode;
  /** Replaces the adapter of the provider. */
  adapter: ThreeDSAdapter | undefined;
  /** Milliseconds, kept between 90 s and 900 s; anything else counts as 90 s. */
  timeoutMs: number;
  fraudMode: FraudMode;
  /** Replaces the preset that the script's address names. */
  fraudAdapter: FraudAdapter | undefined;
}

/** What is around the frame of the isolated form. */
export interface Surroundings {
  /** The origin of the merchant's page. */
  merchantUrl: string;
  /** Address of a document for the 3DS provider's script, under a policy of its own. */
  realmUrl: string;
  /** Returns what runs the provider's adapter in that document, where it is of another origin. */
  remoteAdapter?: ((provider: string) => ThreeDSAdapter) | undefined;
  /** Loads the merchant's page anew. */
  reload: () => void;
}

/** The surroundings of an attempt. */
export interface PayContext {
  proxyUrl: string;
  /** Returns the shop's configuration; asks the proxy if it is not known yet. */
  config: () => Promise<ClientConfig>;
  /** The shadow root that takes the challenge's dialog. */
  root: ShadowRoot;
  /** Set by the isolated form's frame. */
  surroundings: Surroundings | undefined;
  challengeTexts: ChallengeTexts;
  nonce: string | undefined;
  onStep: (step: CheckoutStep) => void;
  /** Runs when a step has ended before the attempt has. */
  onStepEnd: (outcome: StepOutcome) => void;
  /** Ends the attempt with its reason; has no effect once the card is submitted. */
  signal: AbortSignal;
}

/**
 * Runs one attempt: fraud script, 3DS token, challenge, submit, wait. If another attempt of the order
 * may have reached the proxy, also from another device, it follows that one instead.
 * @throws CheckoutError when it ends without an answer about the payment; the reason of `signal`
 * when that aborts.
 */
export async function pay(attempt: Attempt, context: PayContext): Promise<Payment> {
  const { proxyUrl, onStep, onStepEnd, signal } = context;
  const { order, idempotencyKey } = attempt;
  const limit = startDeadline(authenticationLimitMs(attempt), signal, timedOut);
  let request: CheckoutRequest;
  try {
    onStep('fraud');
    await untilOnline(limit.signal);
    const earlier = await findEarlier(proxyUrl, order.id, limit.signal);
    if (earlier) return await follow(earlier);
    const asked = findElsewhere(proxyUrl, order, limit.signal);
    // Nothing waits for it yet.
    asked.catch(() => undefined);
    const config = await unlessAborted(limit.signal, context.config());
    const fraud = await profileDevice(attempt, config, context, limit.signal);
    const elsewhere = await asked;
    if (elsewhere) return await follow(elsewhere);
    const threeDSecure = await authenticateBuyer(attempt, config, context, limit.signal);
    limit.signal.throwIfAborted();
    request = { ...attempt.request, ...fraud, ...(threeDSecure && { threeDSecure }) };
  } finally {
    limit.clear();
  }

  await untilOnline(signal);
  // The buyer may have paid in another tab while this one was at the bank.
  const find = async () => findEarlier(proxyUrl, order.id, signal);
  const other = await askAgain(find, () => true, signal);
  if (other) return follow(other);
  rememberAttempt(proxyUrl, order.id, idempotencyKey);
  onStep('submit');
  const payment = await submit(attempt, request, context);
  if (!blocksOrder(payment)) forgetAttempt(proxyUrl, order.id, payment.id);
  if (payment.status !== 'processing') return payment;
  onStepEnd('processing');
  return follow(payment);

  async function follow(running: Payment): Promise<Payment> {
    onStep('waiting');
    return followPayment(proxyUrl, running);
  }
}

/** Submits the card; returns the attempt of another device if that was faster. */
async function submit(
  { order, idempotencyKey, totalCentavos }: Attempt,
  body: CheckoutRequest,
  { proxyUrl, onStep, signal }: PayContext,
): Promise<Payment> {
  const onDoubt = (): void => onStep('waiting');
  try {
    const payment = await submitCheckout(proxyUrl, { body, idempotencyKey, onDoubt }, signal);
    if (payment) return payment;
  } catch (error) {
    const isTaken = hasCode(error, 'order_in_progress', 'order_already_paid');
    const other = isTaken && (await findTaken(proxyUrl, order, signal));
    if (!other) throw error;
    return other;
  }
  return {
    id: idempotencyKey,
    orderId: order.id,
    status: 'unknown',
    amount: totalCentavos,
    currency: 'BRL',
    installments: body.installments,
    retryable: false,
    tries: 0,
  };
}

/** Completes the fraud script's profile of the device, if there is a script. */
async function profileDevice(
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

/** Returns the proof of authentication, or nothing if the payment may proceed without one. */
async function authenticateBuyer(
  attempt: Attempt,
  config: ClientConfig,
  context: PayContext,
  signal: AbortSignal,
  isRetry = false,
): Promise<ThreeDSecure | undefined> {
  const { mode } = attempt;
  const { merchantUrl = location.origin, realmUrl, remoteAdapter } = context.surroundings ?? {};
  const adapter = adapterFor(config.provider, attempt.adapter);
  const request = threeDSRequest(attempt, config, merchantUrl);
  const { kind, brand } = request.card;
  if (mode === 'off' && kind === 'credit') return undefined;

  context.onStep('token');
  const outcome = await authenticate(
    {
      adapter: remoteAdapter?.(config.provider) ?? adapter,
      request,
      settings: threeDSSettings(config, context.nonce),
      fetchToken: async (until) => fetchThreeDSToken(config.apiUrl, config.provider, until),
      onChallenge: () => {
        context.onStepEnd('completed');
        context.onStep('challenge');
      },
      root: context.root,
      realmUrl,
      texts: context.challengeTexts,
    },
    signal,
  );
  context.onStepEnd(outcome.status);
  const decision = decide(outcome, { mode, kind, brand, isRetry });
  if (decision.next === 'retry') return authenticateBuyer(attempt, config, context, signal, true);
  if (decision.next === 'stop') throw new CheckoutError(decision.code, { cause: outcome.cause });
  return decision.threeDSecure;
}

/** Picks what an adapter needs to prepare. */
export function threeDSSettings(
  { threeDSEnvironment: environment, threeDSScriptUrl: scriptUrl }: ClientConfig,
  nonce: string | undefined,
): ThreeDSSettings {
  return { environment, scriptUrl, nonce };
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

function authenticationLimitMs({ timeoutMs }: Attempt): number {
  const isLonger = timeoutMs > authenticationTimeoutMs;
  return isLonger ? Math.min(timeoutMs, longestAuthenticationMs) : authenticationTimeoutMs;
}

function timedOut(): CheckoutError {
  return new CheckoutError('three_ds_timeout');
}
