import type { ClientConfig } from '@card-checkout/contract/client-config';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { afterFrame } from '../browser/after-frame.ts';
import { isOver, stateAfter, type CheckoutState } from '../state/checkout-state.ts';
import type { CheckoutSettings, PageSettings } from '../proxy-client/settings.ts';
import { CheckoutError } from '../errors.ts';
import { CheckoutReadyEvent, eventFor, type CheckoutStep } from '../state/events.ts';
import type { FraudAdapter } from '../fraud/adapter.ts';
import { loadPay } from '../pay/load-pay.ts';
import type { Attempt, PayContext } from '../pay/pay.ts';
import type { StepClock } from '../pay/step-clock.ts';
import type { ThreeDSAdapter } from '../three-ds/adapter.ts';

/** What the controller needs of its element. */
export interface CheckoutHost extends ReactiveControllerHost, EventTarget, PageSettings {
  readonly nonce: string;
  readonly threeDSAdapter: ThreeDSAdapter | undefined;
  readonly fraudAdapter: FraudAdapter | undefined;
}

/** What the element does at the turns of an attempt. */
interface CheckoutHooks {
  /** Gives the id of the order that is to be paid. */
  orderId(): string | undefined;
  /** Hears that the card leaves the page. */
  cardSent(): void;
  attemptEnded(state: CheckoutState): void;
  /** Hears that nothing of what was typed is needed any more. */
  formOver(): void;
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
  /** What is known of the shop, until that has to be asked anew. */
  #settings: CheckoutSettings | undefined;
  /** There once the way of a payment is loaded. */
  #steps: StepClock | undefined;
  #configuredFrom = '';
  /** The order of which an earlier page's attempt was looked for. */
  #resumed: string | undefined;

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
    void this.#resume();
    if (this.#host.proxyUrl === this.#configuredFrom || this.#life.signal.aborted) return;
    const { state } = this;
    if (state.status === 'error' && state.error.code === 'misconfigured') this.reset();
    void this.#prepare();
  }

  hostDisconnected(): void {
    this.#life.abort();
    this.#settings = undefined;
    this.#configuredFrom = '';
    this.#resumed = undefined;
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
    typed: Omit<Attempt, 'idempotencyKey' | 'fraudAdapter' | 'adapter'>,
    place: Pick<PayContext, 'root' | 'messages'>,
  ): Promise<void> {
    if (!this.canPay) return;
    const idempotencyKey = this.#begin(typed.totalCentavos);
    const { signal } = this.#attempt;
    const { threeDSAdapter: adapter, fraudAdapter } = this.#host;
    try {
      const { pay } = await this.#load(signal);
      const attempt = { ...typed, idempotencyKey, adapter, fraudAdapter };
      const payment = await pay(attempt, this.#contextOf(signal, place));
      this.paymentId = payment.id;
      if (payment.id !== idempotencyKey) this.totalCentavos = undefined;
      this.#steps?.end(payment.status);
      this.#end(stateAfter(payment));
      void this.#watch();
    } catch (error) {
      const isCalledOff = signal.aborted && !(signal.reason instanceof CheckoutError);
      if (isCalledOff) return;
      const known = toCheckoutError(error);
      this.#steps?.end(known.code);
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

  /** Loads the way of a payment; throws as `loadPay` does. */
  async #load(signal: AbortSignal): ReturnType<typeof loadPay> {
    const way = await loadPay(signal);
    this.#steps ??= new way.StepClock(this.#host);
    return way;
  }

  /** Goes back to the beginning; does nothing while the card is on its way. */
  reset(): void {
    if (this.isSent) return;
    this.#attempt.abort();
    this.#attempt = new AbortController();
    this.#steps?.end('cancelled');
    this.#forget();
  }

  #forget(): void {
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

  #contextOf(signal: AbortSignal, place: Pick<PayContext, 'root' | 'messages'>): PayContext {
    return {
      ...place,
      proxyUrl: this.#host.proxyUrl,
      config: () => this.#loadConfig(),
      nonce: this.#nonce,
      onStep: (step) => {
        if (!signal.aborted) this.#step(step);
      },
      onStepEnd: (outcome) => {
        if (signal === this.#attempt.signal) this.#steps?.end(outcome);
      },
      signal,
    };
  }

  get #nonce(): string | undefined {
    return this.#host.nonce || undefined;
  }

  async #loadConfig(): Promise<ClientConfig> {
    const { signal } = this.#life;
    const { CheckoutSettings: Settings } = await this.#load(signal);
    this.#settings ??= new Settings(this.#host);
    return this.#settings.load(signal);
  }

  async #prepare(): Promise<void> {
    const { proxyUrl } = this.#host;
    const { signal } = this.#life;
    this.#configuredFrom = proxyUrl;
    this.#settings = undefined;
    try {
      await afterFrame();
      if (proxyUrl !== this.#configuredFrom) return;
      const { loadAdapter, startProfile, threeDSSettings } = await this.#load(signal);
      const config = await this.#loadConfig();
      const { fraudScriptUrl: urlTemplate, merchantId, provider } = config;
      const { fraudAdapter: adapter, threeDSAdapter } = this.#host;
      startProfile({ urlTemplate, merchantId, nonce: this.#nonce, adapter });
      this.#host.dispatchEvent(new CheckoutReadyEvent());
      const provides = await loadAdapter(provider, threeDSAdapter);
      await provides.prepare?.(threeDSSettings(config, this.#nonce));
    } catch {
      // The attempt asks again, and tells the buyer if that fails too.
    }
  }

  /** Shows what became of an attempt that an earlier page has sent for this order, and waits for its end. */
  async #resume(): Promise<void> {
    const orderId = this.#hooks.orderId();
    const { proxyUrl } = this.#host;
    if (!orderId || !proxyUrl || orderId === this.#resumed || this.#life.signal.aborted) return;
    this.#resumed = orderId;
    const { signal } = this.#life;
    try {
      // The first look into the page's storage takes a phone ten milliseconds.
      await afterFrame();
      const { findEarlier, followPayment } = await this.#load(signal);
      const earlier = await findEarlier(proxyUrl, orderId, signal);
      if (!earlier || this.state.status !== 'ready' || this.#hooks.orderId() !== orderId) return;
      this.paymentId = earlier.id;
      if (earlier.status === 'processing') this.#step('waiting');
      const payment = await followPayment(proxyUrl, earlier);
      this.#steps?.end(payment.status);
      if (this.#hooks.orderId() !== orderId) return this.#forget();
      await this.#show(stateAfter(payment));
      void this.#watch();
    } catch {
      // The next press asks again before it sends anything.
    }
  }

  #step(step: CheckoutStep): void {
    this.#change({ status: 'paying', step });
    if (step === 'submit') this.#hooks.cardSent();
    this.#steps?.begin(step);
  }

  /** Shows how a pending payment ends, as long as the element is in the page and was not reset. */
  async #watch(): Promise<void> {
    const { state } = this;
    if (state.status !== 'pending') return;
    const signal = AbortSignal.any([this.#life.signal, this.#attempt.signal]);
    try {
      const { watchPayment } = await this.#load(signal);
      const settled = stateAfter(await watchPayment(this.#host.proxyUrl, state.payment, signal));
      if (signal.aborted || settled.status === 'pending') return;
      await this.#show(settled);
    } catch {
      // The outcome stays pending, as the buyer and the page were told.
    }
  }

  /** Shows how a payment has ended that nobody in this page is waiting for; the focus stays where it is. */
  async #show(state: CheckoutState): Promise<void> {
    if (isOver(state.status)) this.#hooks.formOver();
    this.#change(state);
    await this.#host.updateComplete;
    this.#tell(state);
  }

  #end(state: CheckoutState): void {
    if (isOver(state.status)) this.#hooks.formOver();
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
