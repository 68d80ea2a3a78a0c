import type { CheckoutRequest, ThreeDSecure } from '@card-checkout/contract/checkout';
import type { ClientConfig } from '@card-checkout/contract/client-config';
import type { Payment } from '@card-checkout/contract/payment';
import { findBrand } from './card/brands.ts';
import { startDeadline, unlessAborted } from './deadline.ts';
import { CheckoutError } from './errors.ts';
import type { CheckoutStep } from './events.ts';
import { startFraudScript, waitForFraudScript } from './fraud-script.ts';
import type { Messages } from './locales/messages.ts';
import type { Order } from './order.ts';
import { findPayment, followPayment, submitCheckout } from './proxy-client.ts';
import type { CartItem, ThreeDSAdapter, ThreeDSRequest } from './three-ds/adapter.ts';
import { loadAdapter } from './three-ds/adapters.ts';
import { authenticate } from './three-ds/authenticate.ts';
import { decide, type ThreeDSMode } from './three-ds/policy.ts';
import { fetchThreeDSToken } from './three-ds/token.ts';

export { watchPayment } from './proxy-client.ts';

/** Is how long fraud script, token and challenge may take together, from the click on (contract section 6). */
const authenticationTimeoutMs = 90_000;

/** Is what the buyer typed, as it goes to the proxy once it is authenticated. */
export type TypedRequest = Omit<CheckoutRequest, 'threeDSecure' | 'fraud'>;

/** Is one press of the pay button. */
export interface Attempt {
  idempotencyKey: string;
  /** The key of an earlier attempt whose answer was lost; its outcome comes first. */
  lostKey: string | undefined;
  order: Order;
  /** Integer centavos that the buyer was shown. */
  totalCentavos: number;
  request: TypedRequest;
  cart: readonly CartItem[];
  mode: ThreeDSMode;
  /** Takes the place of the adapter that belongs to the provider. */
  adapter: ThreeDSAdapter | undefined;
}

/** Is where an attempt takes place. */
export interface PayContext {
  proxyUrl: string;
  config: Promise<ClientConfig>;
  /** Where the challenge is put: in the shadow root, where the language is said. */
  root: ShadowRoot;
  messages: Messages;
  nonce: string | undefined;
  onStep: (step: CheckoutStep) => void;
  /** Ends the attempt with its reason; once the card is on its way it has no effect. */
  signal: AbortSignal;
}

/**
 * Carries out one attempt: fraud script, 3DS token, challenge, submit, wait.
 * @throws CheckoutError when it ends without an answer about the payment; the reason of `signal` when
 * that aborts.
 */
export async function pay(attempt: Attempt, context: PayContext): Promise<Payment> {
  const { proxyUrl, onStep } = context;
  const limit = startDeadline(authenticationTimeoutMs, context.signal, timedOut);
  let request: CheckoutRequest;
  try {
    onStep('fraud');
    const earlier = attempt.lostKey && (await findPayment(proxyUrl, attempt.lostKey, limit.signal));
    if (earlier && isLiveOrPaid(earlier)) {
      onStep('waiting');
      return await followPayment(proxyUrl, earlier);
    }
    const config = await unlessAborted(limit.signal, context.config);
    const fraud = await profile(config, context.nonce, limit.signal);
    const threeDSecure = await proveBuyer(attempt, config, context, limit.signal);
    limit.signal.throwIfAborted();
    request = { ...attempt.request, ...fraud, ...(threeDSecure && { threeDSecure }) };
  } finally {
    limit.clear();
  }

  onStep('submit');
  const payment = await submitCheckout(proxyUrl, request, attempt.idempotencyKey);
  if (payment.status !== 'processing') return payment;
  onStep('waiting');
  return followPayment(proxyUrl, payment);
}

/** Tells whether another attempt of the order would be one too many. */
function isLiveOrPaid({ status }: Payment): boolean {
  return status === 'approved' || status === 'processing' || status === 'unknown';
}

async function profile(
  { fraudScriptUrl, merchantId }: ClientConfig,
  nonce: string | undefined,
  signal: AbortSignal,
): Promise<Pick<CheckoutRequest, 'fraud'>> {
  if (fraudScriptUrl === undefined) return {};
  const fraudProfile = startFraudScript({ urlTemplate: fraudScriptUrl, merchantId, nonce });
  await waitForFraudScript(fraudProfile, signal);
  return { fraud: { sessionId: fraudProfile.sessionId } };
}

/** Gives the proof of authentication, or nothing where the payment may go on without one. */
async function proveBuyer(
  attempt: Attempt,
  config: ClientConfig,
  { onStep, root, messages, nonce }: PayContext,
  signal: AbortSignal,
): Promise<ThreeDSecure | undefined> {
  const { mode } = attempt;
  const request = threeDSRequest(attempt, config);
  const { kind, brand } = request.card;
  if (mode === 'off' && kind === 'credit') return undefined;

  onStep('token');
  const outcome = await authenticate(
    {
      adapter: loadAdapter(config.provider, attempt.adapter),
      request,
      context: {
        environment: config.threeDSEnvironment,
        scriptUrl: config.threeDSScriptUrl,
        nonce,
        getToken: async () => {
          const token = await fetchThreeDSToken(config.apiUrl, config.provider, signal);
          onStep('challenge');
          return token;
        },
      },
      root,
      messages,
    },
    signal,
  );
  const decision = decide(outcome, { mode, kind, brand });
  if (!decision.proceed) throw new CheckoutError(decision.code, { cause: outcome.cause });
  return decision.threeDSecure;
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

function timedOut(): CheckoutError {
  return new CheckoutError('three_ds_timeout');
}
