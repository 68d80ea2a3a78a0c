import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { afterFrame } from '../browser/after-frame.ts';
import { lateFile } from '../browser/late-file.ts';
import { CheckoutError } from '../errors.ts';
import type {
  AttemptRunner,
  ChallengePlace,
  PayingElement,
  PressedAttempt,
} from '../pay/attempt-runner.ts';
import type { Ending } from '../pay/ending.ts';
import {
  canCancel,
  canPay,
  isOver,
  isSubmitted,
  mayHavePaid,
  type CheckoutState,
} from '../state/checkout-state.ts';
import { CheckoutErrorEvent } from '../state/events.ts';
import type { LateViews } from '../view/checkout-view-model.ts';

const loadPayment = lateFile(() => import('./payment.ts'));

/** What the controller needs of its element. */
export type CheckoutHost = ReactiveControllerHost & PayingElement;

interface CheckoutHooks {
  /** Returns the id of the order to pay. */
  orderId(): string | undefined;
  /** Runs when the card leaves the page. */
  onSubmit(): void;
  /** Runs when an attempt of the buyer's has ended, before the page receives the event. */
  onEnd(state: CheckoutState): void;
  /** Runs when nothing that was typed is needed any more, or the buyer leaves the page. */
  onOver(): void;
}

/**
 * The state of the element's payment. Loads the code that pays, and runs one attempt at a time.
 * Until the card is submitted, an attempt ends when it is cancelled or the element leaves the page;
 * after that only with its answer, because the proxy completes it in any case.
 */
export class CheckoutController implements ReactiveController {
  state: CheckoutState = { status: 'ready' };
  /** The idempotency key of the latest attempt. */
  paymentId: string | undefined;
  /** Integer centavos that the latest attempt charges; unknown for one of an earlier page. */
  totalCentavos: number | undefined;
  /** Set once the payment's code has loaded. */
  late: LateViews | undefined;
  readonly #host: CheckoutHost;
  readonly #hooks: CheckoutHooks;
  /** Aborts when the element leaves the page. */
  #life = new AbortController();
  /** Aborts when the attempt is cancelled or reset. */
  #attempt = new AbortController();
  /** Renewed when the proxy's configuration has to be loaded again. */
  #runner: AttemptRunner | undefined;
  #preparedFor: string | undefined;
  /** The order whose earlier attempts were looked for. */
  #resumed: string | undefined;

  constructor(host: CheckoutHost, hooks: CheckoutHooks) {
    this.#host = host;
    this.#hooks = hooks;
    host.addController(this);
  }

  hostConnected(): void {
    this.#life = new AbortController();
    // The page may be kept, and shown again as it was (back-forward cache).
    addEventListener('pagehide', () => this.#leave(), this.#life);
    this.#host.requestUpdate();
    void this.#watch();
  }

  hostUpdate(): void {
    void this.#resume();
    if (this.#host.proxyUrl === this.#preparedFor || this.#life.signal.aborted) return;
    const { state } = this;
    if (state.status === 'error' && state.error.code === 'misconfigured') this.reset();
    void this.#prepare();
  }

  hostDisconnected(): void {
    this.#life.abort();
    this.#runner = undefined;
    this.#preparedFor = undefined;
    this.#resumed = undefined;
    if (canCancel(this.state)) this.reset();
  }

  /** Runs an attempt to its end; does nothing while another one runs. */
  async pay(typed: Omit<PressedAttempt, 'idempotencyKey'>, place: ChallengePlace): Promise<void> {
    if (!canPay(this.state)) return;
    const idempotencyKey = crypto.randomUUID();
    this.#attempt = new AbortController();
    const { signal } = this.#attempt;
    this.totalCentavos = typed.totalCentavos;
    this.#show({ status: 'paying', step: 'fraud' }, idempotencyKey);
    try {
      const runner = await this.#load(signal);
      const ending = await runner.run({ ...typed, idempotencyKey }, place, signal);
      if (ending.paymentId !== idempotencyKey) this.totalCentavos = undefined;
      this.#end(ending);
      void this.#watch();
    } catch (cause) {
      const isAbandoned = signal.aborted && !(signal.reason instanceof CheckoutError);
      if (isAbandoned) return;
      this.fail(
        cause instanceof CheckoutError ? cause : new CheckoutError('unexpected', { cause }),
      );
    }
  }

  /** Cancels the running attempt, unless the card is submitted. */
  cancel(): void {
    if (canCancel(this.state)) this.#attempt.abort(new CheckoutError('three_ds_cancelled'));
  }

  /** Ends with an error and tells the page. */
  fail(error: CheckoutError): void {
    const event = new CheckoutErrorEvent(error.code, error.retryable);
    this.#end({ paymentId: this.paymentId, state: { status: 'error', error }, event });
  }

  /** Returns to the start; does nothing while a submitted payment runs. */
  reset(): void {
    if (isSubmitted(this.state)) return;
    this.#attempt.abort();
    this.#attempt = new AbortController();
    this.#forget();
  }

  /** Returns to the start for a new order, unless this one is paid or perhaps paid, or an attempt runs. */
  offer(orderId: string): void {
    if (!mayHavePaid(this.state, orderId) && this.state.status !== 'paying') this.reset();
  }

  #leave(): void {
    this.#hooks.onOver();
    this.#host.requestUpdate();
  }

  #forget(): void {
    this.totalCentavos = undefined;
    this.#show({ status: 'ready' }, undefined);
  }

  /**
   * Loads the payment's code.
   * @throws CheckoutError `file_missing`; the reason of `signal` when that aborts.
   */
  async #load(signal: AbortSignal): Promise<AttemptRunner> {
    const payment = await loadPayment(signal);
    this.late = payment;
    return (this.#runner ??= new payment.AttemptRunner(
      this.#host,
      (step, paymentId) => {
        this.#show({ status: 'paying', step }, paymentId);
        if (step === 'submit') this.#hooks.onSubmit();
      },
      this.#life.signal,
    ));
  }

  async #prepare(): Promise<void> {
    const { proxyUrl } = this.#host;
    const { signal } = this.#life;
    this.#preparedFor = proxyUrl;
    this.#runner = undefined;
    try {
      await afterFrame();
      if (proxyUrl !== this.#preparedFor) return;
      const runner = await this.#load(signal);
      await runner.prepare();
    } catch {
      // An attempt tries again, and tells the buyer if that fails too.
    }
  }

  /** Shows what became of an attempt that an earlier page has sent for this order. */
  async #resume(): Promise<void> {
    const orderId = this.#hooks.orderId();
    const { signal } = this.#life;
    if (!orderId || !this.#host.proxyUrl || orderId === this.#resumed || signal.aborted) return;
    this.#resumed = orderId;
    const isSame = (): boolean => this.#hooks.orderId() === orderId;
    try {
      // The first access to the page's storage is slow on a phone.
      await afterFrame();
      const runner = await this.#load(signal);
      const ending = await runner.resume(orderId, () => isSame() && this.state.status === 'ready');
      if (!ending) return;
      if (!isSame()) return this.#forget();
      await this.#reveal(ending);
      void this.#watch();
    } catch {
      // An attempt looks again before it sends anything.
    }
  }

  /**
   * Shows how a payment ends that is pending or may have been charged, while the element is on the
   * page and not reset.
   */
  async #watch(): Promise<void> {
    const { state } = this;
    const payment = 'payment' in state ? state.payment : undefined;
    if (!payment) return;
    const signal = AbortSignal.any([this.#life.signal, this.#attempt.signal]);
    try {
      const runner = await this.#load(signal);
      const ending = await runner.watch(payment, signal);
      if (signal.aborted || ending.state.status === state.status) return;
      await this.#reveal(ending);
      await this.#watch();
    } catch {
      // The payment is as it was last known.
    }
  }

  /** Shows the end of a payment that the buyer no longer waits for; leaves the focus alone. */
  async #reveal({ state, paymentId, event }: Ending): Promise<void> {
    if (isOver(state.status)) this.#hooks.onOver();
    this.#show(state, paymentId);
    await this.#host.updateComplete;
    this.#host.dispatchEvent(event);
  }

  #end({ state, paymentId, event }: Ending): void {
    if (isOver(state.status)) this.#hooks.onOver();
    else this.totalCentavos = undefined;
    this.#show(state, paymentId);
    this.#hooks.onEnd(state);
    this.#host.dispatchEvent(event);
  }

  #show(state: CheckoutState, paymentId: string | undefined): void {
    this.state = state;
    this.paymentId = paymentId;
    this.#host.requestUpdate();
  }
}
