import type { ClientConfig } from '@card-checkout/contract/client-config';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { stateAfter, type CheckoutState } from './checkout-state.ts';
import { startDeadline, unlessAborted } from './deadline.ts';
import { CheckoutError } from './errors.ts';
import { CheckoutReadyEvent, CheckoutStepEvent, eventFor, type CheckoutStep } from './events.ts';
import { startFraudScript } from './fraud-script.ts';
import type { Attempt, PayContext } from './pay.ts';
import { fetchConfig } from './proxy-call.ts';

const loadTimeoutMs = 10_000;

/** Is what the controller needs of its element. */
export interface CheckoutHost extends ReactiveControllerHost, EventTarget {
  readonly proxyUrl: string;
  /** What the page says instead of the proxy; '' where it says nothing. */
  readonly apiUrl: string;
  readonly provider: string;
  readonly fraudScriptUrl: string;
  readonly nonce: string;
}

/** Is what the element does at the turns of an attempt. */
interface CheckoutHooks {
  /** Hears that the card leaves the page. */
  cardSent(): void;
  attemptEnded(state: CheckoutState): void;
}

/**
 * Runs one attempt at a time for its element. Until the card is on its way, the attempt ends with the
 * element or when it is called off; from then on nothing ends it but its answer, because the proxy
 * carries it out all the same.
 */
export class CheckoutController implements ReactiveController {
  state: CheckoutState = { status: 'ready' };
  /** The idempotency key of the latest attempt. */
  paymentId: string | undefined;
  /** Integer centavos that the latest attempt charges; nothing when an earlier one turned up instead. */
  totalCentavos: number | undefined;
  readonly #host: CheckoutHost;
  readonly #hooks: CheckoutHooks;
  /** Ends when the element leaves the page. */
  #life = new AbortController();
  /** Ends the running attempt, as long as the card has not left. */
  #attempt = new AbortController();
  #config: Promise<ClientConfig> | undefined;
  #configuredFrom = '';
  /** The attempt that may have reached the proxy, but whose answer was lost. */
  #lost: { key: string; orderId: string } | undefined;

  constructor(host: CheckoutHost, hooks: CheckoutHooks) {
    this.#host = host;
    this.#hooks = hooks;
    host.addController(this);
  }

  hostConnected(): void {
    this.#life = new AbortController();
    this.#host.requestUpdate();
    void this.#watch();
  }

  hostUpdate(): void {
    if (this.#host.proxyUrl === this.#configuredFrom || this.#life.signal.aborted) return;
    const { state } = this;
    if (state.status === 'error' && state.error.code === 'misconfigured') this.reset();
    void this.#prepare();
  }

  hostDisconnected(): void {
    this.#life.abort();
    this.#config = undefined;
    this.#configuredFrom = '';
    if (this.canCancel) this.reset();
  }

  /** Whether the button may be pressed: nothing is running, and another attempt can make sense. */
  get canPay(): boolean {
    const { state } = this;
    if (state.status === 'error') return state.error.retryable;
    return state.status === 'ready' || state.status === 'declined';
  }

  /** Whether the card is on its way, so that only an answer ends the attempt. */
  get isSent(): boolean {
    const { state } = this;
    return state.status === 'paying' && (state.step === 'submit' || state.step === 'waiting');
  }

  /** Whether the buyer may still call the attempt off. */
  get canCancel(): boolean {
    return this.state.status === 'paying' && !this.isSent;
  }

  /** Runs an attempt to its end; does nothing while another one runs. */
  async pay(
    attempt: Omit<Attempt, 'idempotencyKey' | 'lostKey'>,
    place: Pick<PayContext, 'root' | 'messages'>,
  ): Promise<void> {
    if (!this.canPay) return;
    const idempotencyKey = this.#begin(attempt.totalCentavos);
    const { signal } = this.#attempt;
    try {
      const { pay } = await loadPay(signal);
      const payment = await pay(
        { ...attempt, idempotencyKey, lostKey: this.#lostKeyOf(attempt.order.id) },
        {
          ...place,
          proxyUrl: this.#host.proxyUrl,
          config: this.#settings(),
          nonce: this.#nonce,
          onStep: (step) => {
            if (!signal.aborted) this.#step(step);
          },
          signal,
        },
      );
      this.paymentId = payment.id;
      if (payment.id !== idempotencyKey) this.totalCentavos = undefined;
      this.#lost = undefined;
      this.#end(stateAfter(payment));
      void this.#watch();
    } catch (error) {
      const isCalledOff = signal.aborted && !(signal.reason instanceof CheckoutError);
      if (isCalledOff) return;
      const known = toCheckoutError(error);
      if (this.isSent && known.code === 'proxy_unreachable') {
        this.#lost = { key: idempotencyKey, orderId: attempt.order.id };
      }
      this.fail(known);
    }
  }

  /** Calls the running attempt off, unless the card is on its way already. */
  cancel(): void {
    if (this.canCancel) this.#attempt.abort(new CheckoutError('three_ds_cancelled'));
  }

  /** Ends with an error and tells the page. */
  fail(error: CheckoutError): void {
    this.#end({ status: 'error', error });
  }

  /** Goes back to the beginning; does nothing while the card is on its way. */
  reset(): void {
    if (this.isSent) return;
    this.#attempt.abort();
    this.paymentId = undefined;
    this.totalCentavos = undefined;
    this.#change({ status: 'ready' });
  }

  /** Makes another attempt the latest, and gives its idempotency key. */
  #begin(totalCentavos: number): string {
    const idempotencyKey = crypto.randomUUID();
    this.#attempt = new AbortController();
    this.paymentId = idempotencyKey;
    this.totalCentavos = totalCentavos;
    this.#change({ status: 'paying', step: 'fraud' });
    return idempotencyKey;
  }

  get #nonce(): string | undefined {
    return this.#host.nonce || undefined;
  }

  async #prepare(): Promise<void> {
    this.#configuredFrom = this.#host.proxyUrl;
    this.#config = undefined;
    try {
      const { fraudScriptUrl, merchantId } = await this.#settings();
      if (fraudScriptUrl !== undefined) {
        startFraudScript({ urlTemplate: fraudScriptUrl, merchantId, nonce: this.#nonce });
      }
      this.#host.dispatchEvent(new CheckoutReadyEvent());
      await loadPay(this.#life.signal);
    } catch {
      // The attempt asks again, and tells the buyer if that fails too.
    }
  }

  /** Gives what the proxy says, once for as long as it succeeds, with what the page says instead. */
  async #settings(): Promise<ClientConfig> {
    const { proxyUrl, apiUrl, provider, fraudScriptUrl } = this.#host;
    if (proxyUrl === '') throw new CheckoutError('misconfigured');
    const loading = (this.#config ??= fetchConfig(proxyUrl, this.#life.signal));
    try {
      return {
        ...(await loading),
        ...(apiUrl && { apiUrl }),
        ...(provider && { provider }),
        ...(fraudScriptUrl && { fraudScriptUrl }),
      };
    } catch (error) {
      if (this.#config === loading) this.#config = undefined;
      throw error;
    }
  }

  #step(step: CheckoutStep): void {
    this.#change({ status: 'paying', step });
    if (step === 'submit') this.#hooks.cardSent();
    this.#host.dispatchEvent(new CheckoutStepEvent(step));
  }

  #lostKeyOf(orderId: string): string | undefined {
    return this.#lost?.orderId === orderId ? this.#lost.key : undefined;
  }

  /** Shows how a pending payment ends, as long as the element is in the page and was not reset. */
  async #watch(): Promise<void> {
    const { state } = this;
    if (state.status !== 'pending') return;
    const signal = AbortSignal.any([this.#life.signal, this.#attempt.signal]);
    try {
      const { watchPayment } = await loadPay(signal);
      const settled = stateAfter(await watchPayment(this.#host.proxyUrl, state.payment, signal));
      if (signal.aborted || settled.status === 'pending') return;
      this.#change(settled);
      this.#tell(settled);
    } catch {
      // The outcome stays pending, as the buyer and the page were told.
    }
  }

  #end(state: CheckoutState): void {
    if (state.status === 'declined' || state.status === 'error') this.totalCentavos = undefined;
    this.#change(state);
    this.#hooks.attemptEnded(state);
    this.#tell(state);
  }

  #tell(state: CheckoutState): void {
    const event = eventFor(state);
    if (event) this.#host.dispatchEvent(event);
  }

  #change(state: CheckoutState): void {
    this.state = state;
    this.#host.requestUpdate();
  }
}

function toCheckoutError(error: unknown): CheckoutError {
  return error instanceof CheckoutError ? error : new CheckoutError('unexpected', { cause: error });
}

/** Loads the way of a payment, which the form does not need while the buyer is typing. */
async function loadPay(signal: AbortSignal): Promise<typeof import('./pay.ts')> {
  const limit = startDeadline(loadTimeoutMs, signal, () => 'late');
  try {
    return await unlessAborted(limit.signal, import('./pay.ts'));
  } catch (cause) {
    signal.throwIfAborted();
    throw new CheckoutError('proxy_unreachable', { cause });
  } finally {
    limit.clear();
  }
}
