import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { afterFrame } from '../browser/after-frame.ts';
import { lateFile } from '../browser/late-file.ts';
import { uuidV7 } from '../browser/uuid-v7.ts';
import { CheckoutError, type CheckoutErrorCode } from '../errors.ts';
import type { FirstMessages } from '../locales/messages.ts';
import { hasExpired, orderOn, type Order, type PageOrder } from '../order/order.ts';
import type { Ending } from '../pay/ending.ts';
import type { FlowHost, PaymentFlow, PressedAttempt, Stage } from '../pay/payment-flow.ts';
import {
  canCancel,
  canPay,
  isOver,
  isSubmitted,
  mayHavePaid,
  type CheckoutState,
} from '../state/checkout-state.ts';
import { CheckoutErrorEvent } from '../state/events.ts';
import type * as Payment from './payment.ts';

const loadPayment = lateFile(() => import('./payment.ts'));

/** The codes of errors that another address of the proxy may end. */
const ofAddress = new Set<CheckoutErrorCode>([
  'misconfigured',
  'origin_not_allowed',
  'proxy_unreachable',
]);

/** What the controller needs of its element. */
export type CheckoutHost = ReactiveControllerHost & FlowHost & { readonly renderRoot: ShadowRoot };

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
export class CheckoutController implements ReactiveController, Stage {
  state: CheckoutState = { status: 'ready' };
  /** The idempotency key of the latest attempt. */
  paymentId: string | undefined;
  /** Integer centavos that the latest attempt charges; unknown for one of an earlier page. */
  totalCentavos: number | undefined;
  /** Set once the payment's code has loaded. */
  late: typeof Payment | undefined;
  readonly #host: CheckoutHost;
  readonly #hooks: CheckoutHooks;
  /** Aborts when the element leaves the page. */
  #life = new AbortController();
  /** Aborts when the attempt is cancelled or reset. */
  #attempt = new AbortController();
  /** Renewed when the proxy's configuration has to be loaded again. */
  #flow: PaymentFlow | undefined;
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
    if ('payment' in this.state) void this.#use(async (flow) => flow.watch());
  }

  hostUpdate(): void {
    const { proxyUrl } = this.#host;
    const orderId = this.#hooks.orderId();
    if (this.#life.signal.aborted) return;
    if (orderId && proxyUrl && orderId !== this.#resumed) {
      this.#resumed = orderId;
      void this.#use(async (flow) => flow.resume(orderId, () => this.#hooks.orderId() === orderId));
    }
    if (proxyUrl === this.#preparedFor) return;
    const { state } = this;
    if (state.status === 'error' && ofAddress.has(state.error.code)) this.reset();
    this.#preparedFor = proxyUrl;
    this.#flow = undefined;
    void this.#use(async (flow) => {
      if (proxyUrl === this.#preparedFor) await flow.prepare();
    });
  }

  hostDisconnected(): void {
    this.#life.abort();
    this.#flow = undefined;
    this.#preparedFor = undefined;
    this.#resumed = undefined;
    if (canCancel(this.state)) this.reset();
  }

  /** The signal of the running or latest attempt. */
  get signal(): AbortSignal {
    return this.#attempt.signal;
  }

  /** Aborts when the element leaves the page; another one once it is back. */
  get life(): AbortSignal {
    return this.#life.signal;
  }

  /** Returns an order that an attempt may pay; else ends with an error. */
  payable(order: Order | undefined): Order | undefined {
    // A page without TLS must not handle cards, and has no `crypto.randomUUID`.
    const isReady = order && isSecureContext;
    if (isReady && !hasExpired(order)) return order;
    this.fail(new CheckoutError(isReady ? 'order_expired' : 'misconfigured'));
    return undefined;
  }

  /** Runs an attempt to its end; does nothing while another one runs. */
  async pay(typed: Omit<PressedAttempt, 'idempotencyKey'>, messages: FirstMessages): Promise<void> {
    if (!canPay(this.state)) return;
    const idempotencyKey = uuidV7();
    this.#attempt = new AbortController();
    const { signal } = this.#attempt;
    this.totalCentavos = typed.totalCentavos;
    this.show({ status: 'paying', step: 'fraud' }, idempotencyKey);
    try {
      const { flow, late } = await this.#load(signal);
      const challengeTexts = late.completeMessages(messages);
      const place = { root: this.#host.renderRoot, challengeTexts };
      await flow.pay({ ...typed, idempotencyKey }, place, signal);
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
    this.end({ paymentId: this.paymentId, state: { status: 'error', error }, event });
  }

  /** Returns to the start; does nothing while a submitted payment runs. */
  reset(): void {
    if (isSubmitted(this.state)) return;
    // At the start nothing runs, and the error that an abort makes would delay the first frame.
    if (this.state.status !== 'ready') {
      this.#attempt.abort();
      this.#attempt = new AbortController();
    }
    this.forget();
  }

  /**
   * Reads the order that the page has set. Returns to the start for a new one, unless this one is paid
   * or perhaps paid; a running attempt keeps its own.
   */
  read(page: PageOrder): Order | undefined {
    const isPaying = this.state.status === 'paying';
    try {
      const order = orderOn(page);
      if (order && !isPaying && !mayHavePaid(this.state, order.id)) this.reset();
      return order;
    } catch (error) {
      if (!(error instanceof CheckoutError)) throw error;
      if (!isPaying) this.fail(error);
      return undefined;
    }
  }

  #leave(): void {
    this.#hooks.onOver();
    this.#host.requestUpdate();
  }

  /** Shows the start. */
  forget(): void {
    this.totalCentavos = undefined;
    this.show({ status: 'ready' }, undefined);
  }

  /** Shows how an attempt of the buyer's ended, and tells the page. */
  end({ state, paymentId, event }: Ending): void {
    if (isOver(state.status)) this.#hooks.onOver();
    else this.totalCentavos = undefined;
    this.show(state, paymentId);
    this.#hooks.onEnd(state);
    this.#host.dispatchEvent(event);
  }

  /** Shows a state; forgets the card once nothing of it is needed. */
  show(state: CheckoutState, paymentId: string | undefined): void {
    this.late?.holdHeight(this.#host.renderRoot, state);
    this.state = state;
    this.paymentId = paymentId;
    this.#host.requestUpdate();
  }

  /** Runs when the card leaves the page. */
  submitted(): void {
    this.#hooks.onSubmit();
  }

  /** Runs when nothing that was typed is needed any more. */
  over(): void {
    this.#hooks.onOver();
  }

  /**
   * Loads the payment's code.
   * @throws CheckoutError `file_missing`; the reason of `signal` when that aborts.
   */
  async #load(signal: AbortSignal): Promise<{ flow: PaymentFlow; late: typeof Payment }> {
    const late = await loadPayment(signal);
    if (!this.late) {
      this.late = late;
      late.addStyles(this.#host.renderRoot);
      void new late.OrderWatch(this.#host, this);
      this.#host.requestUpdate();
    }
    this.#flow ??= new late.PaymentFlow(this.#host, this);
    return { flow: this.#flow, late };
  }

  /** Uses the payment's code; an attempt tries again, and tells the buyer if that fails too. */
  async #use(use: (flow: PaymentFlow) => Promise<void>): Promise<void> {
    const { signal } = this.#life;
    try {
      // The first access to the page's storage is slow on a phone.
      await afterFrame();
      await use((await this.#load(signal)).flow);
    } catch {
      // The payment is as it was last known.
    }
  }
}
