import type { ClientConfig } from '@card-checkout/contract/client-config';
import { errorOf, type CheckoutError } from '../errors.ts';
import type { CardForm } from '../form/card-form.ts';
import { focusOnOutcome } from '../form/focus.ts';
import type { Texts } from '../locales/messages.ts';
import type { Order } from '../order/order.ts';
import type { PaymentUpdate, Press } from '../pay/attempt.ts';
import { blocksOrder, endingOf, type Ending } from '../pay/ending.ts';
import type { Checkout, Page } from '../page.ts';
import { pay } from '../pay/pay.ts';
import { openOrder, prepare } from '../pay/prepare.ts';
import { findOrder } from '../pay/submit.ts';
import { notedStage } from '../pay/noted-stage.ts';
import { noteStage } from '../pay/note-stage.ts';
import { wait, watch } from '../pay/wait.ts';
import { expectPost } from '../proxy-client/client.ts';
import {
  canCancel,
  canPay,
  isOver,
  isWaitingOnly,
  type CheckoutState,
  type CheckoutStep,
} from '../state/checkout-state.ts';
import { eventOf, type StepOutcome } from '../state/events.ts';
import { prepareForPress } from '../three-ds/before-press.ts';
import { StepText } from '../view/step-text.ts';

type StepUpdate = Extract<PaymentUpdate, { type: 'step' }>;

/** The errors that another `proxy-url` may fix. */
const ofAddress = new Set<string>(['misconfigured', 'origin_not_allowed', 'proxy_unreachable']);

/** Runs an element's payments, including those that an earlier page sent, and tells the page. */
export class Payments {
  /** What the running step says. */
  readonly stepText: StepText;
  readonly #page: Page;
  readonly #checkout: Checkout;
  readonly #form: CardForm;
  readonly #texts: Texts;
  /** The step that has begun and not ended. */
  #open: { step: CheckoutStep; begunAt: number } | undefined;
  /** The proxy's address with the token that it was asked for, or with the order's id once it answered. */
  #opened: string | undefined;
  /** The latest token that the proxy was asked for. */
  #asked: string | undefined;
  /** Aborts when the proxy is asked for another order. */
  #opening = new AbortController();
  #config: ClientConfig | undefined;
  /** Whether a press finds its connections and the provider's script. */
  #isPrepared = false;
  /** The key of the latest press for the order. */
  #pressed: string | undefined;
  /** Whether the proxy knew of no payment for the order when the latest one began. */
  #isUnpaid = false;

  constructor(page: Page, checkout: Checkout, form: CardForm, texts: Texts) {
    this.#page = page;
    this.#checkout = checkout;
    this.#form = form;
    this.#texts = texts;
    this.stepText = new StepText(page);
  }

  connect(): void {
    void this.#watch();
    this.update();
  }

  disconnect(): void {
    this.#opened = undefined;
  }

  /** Asks the proxy for another order, or another proxy for the order. */
  update(): void {
    const { proxyUrl } = this.#page;
    const { order, state, life } = this.#checkout;
    const { id, token } = order ?? {};
    // A token that is signed again is no news, unless the proxy has refused the one before.
    const isOpened =
      this.#opened === `${proxyUrl} ${id}` || this.#opened === `${proxyUrl} ${token}`;
    if (isOpened && order && token !== this.#asked) void this.#check(order);
    // While a payment runs, another order has to wait for its end.
    const isPaying = state.status === 'paying' && !isWaitingOnly(state);
    if (life.signal.aborted || isPaying || isOpened) return;
    this.#opened = `${proxyUrl} ${token}`;
    this.#asked = token;
    this.#opening.abort();
    this.#opening = new AbortController();
    this.#config = undefined;
    this.#isPrepared = false;
    this.#pressed = undefined;
    if (isWaitingOnly(state)) this.#stopWaiting();
    if (state.status === 'error' && ofAddress.has(state.error.code)) this.#checkout.reset();
    const signal = AbortSignal.any([life.signal, this.#opening.signal]);
    this.#askFor(order, signal).catch(() => undefined);
  }

  /** Asks for an order that was signed again, where that must be known before a press. */
  async #check(order: Order): Promise<void> {
    const { proxyUrl, surroundings } = this.#page;
    if (!surroundings?.onAccepted) return;
    this.#asked = order.token;
    const isAccepted = await findOrder({ proxyUrl, order }, this.#checkout.life.signal).then(
      () => true,
      () => false,
    );
    if (isAccepted && order.token === this.#asked) surroundings.onAccepted(order.token);
  }

  /** Prepares for a press once number and date are right. */
  expectPress(): void {
    const { proxyUrl, threeDSAdapter, threeDS, kinds, renderRoot, surroundings, nonce } =
      this.#page;
    const isCardRight = !this.#form.error('number') && !this.#form.error('expiry');
    if (this.#isPrepared || !this.#config || !isCardRight) return;
    this.#isPrepared = true;
    // In a frame of the proxy's, no permission is needed.
    if (!surroundings) expectPost(proxyUrl);
    if (threeDSAdapter || (threeDS === 'off' && kinds === 'credit')) return;
    const { apiUrl, threeDSScriptUrl: scriptUrl } = this.#config;
    void prepareForPress(renderRoot, surroundings?.realmUrl, apiUrl, { scriptUrl, nonce });
  }

  async pay(press: Press, idempotencyKey: string, signal: AbortSignal): Promise<void> {
    const { messages: texts } = this.#texts;
    const attempt = { ...press, idempotencyKey, page: this.#page, texts, config: this.#config };
    const isCurrent = (): boolean => signal === this.#checkout.attempt.signal;
    this.#pressed = idempotencyKey;
    this.#isUnpaid = false;
    try {
      await this.#follow(pay(attempt, signal), isCurrent, press.order);
    } catch (cause) {
      const error = errorOf(cause);
      const { id } = press.order;
      if (notedStage(id) === 'bank' || error.retryable) noteStage(id, undefined);
      if (!isCurrent()) return;
      const isUnsent = canCancel(this.#checkout.state) || error.retryable;
      await this.fail(error, isUnsent && this.#isUnpaid);
    }
    if (isCurrent() && this.#checkout.order?.id !== press.order.id) this.#checkout.readOrder();
  }

  /** Ends with an error. */
  async fail(error: CheckoutError, isUncharged = false): Promise<void> {
    this.endStep(error.code);
    const { paymentId } = this.#checkout;
    const { code, retryable } = error;
    const event = eventOf('checkout-error', { code, retryable });
    await this.#end({ paymentId, state: { status: 'error', error, isUncharged }, event }, true);
  }

  /** Tells the page how the running step has ended, if one runs. */
  endStep(outcome: StepOutcome): void {
    if (!this.#open) return;
    const { step, begunAt } = this.#open;
    this.#open = undefined;
    const durationMs = performance.now() - begunAt;
    this.#page.dispatchEvent(eventOf('checkout-step', { step, outcome, durationMs }));
  }

  /** Shows the order's payment, if it has one. */
  async #askFor(order: Order | undefined, signal: AbortSignal): Promise<void> {
    const wasAtBank = this.#checkout.waitForNoted();
    const { asked } = this.#checkout;
    this.#checkout.asked = undefined;
    const found = await openOrder(this.#page, order, this.#checkout, signal, asked);
    if (!order || !found) return;
    const { config, payment } = found;
    this.#page.surroundings?.onAccepted?.(order.token);
    this.#opened = `${this.#page.proxyUrl} ${order.id}`;
    this.#config = config;
    if (!payment) {
      if (isWaitingOnly(this.#checkout.state)) this.#stopWaiting(wasAtBank);
      noteStage(order.id, undefined);
      this.expectPress();
      return prepare(this.#page, config, this.#checkout);
    }
    const { state } = this.#checkout;
    if (isUntriedIn(state) || isWaitingOnly(state))
      await this.#follow(wait(this.#page.proxyUrl, payment), () => !signal.aborted);
  }

  #stopWaiting(wasAtBank = false): void {
    this.endStep('cancelled');
    this.#checkout.show({ status: 'ready', wasAtBank });
  }

  /** Shows a payment's progress until it ends or another one replaces it. */
  async #follow(
    updates: AsyncIterable<PaymentUpdate>,
    isCurrent: () => boolean,
    pressed?: Order,
  ): Promise<void> {
    for await (const update of updates) {
      if (!isCurrent()) return;
      await this.#take(update, pressed);
    }
    void this.#watch();
  }

  /** Shows the end of a payment that is pending or may have been charged. */
  async #watch(): Promise<void> {
    const { state, life, attempt } = this.#checkout;
    const payment = 'payment' in state ? state.payment : undefined;
    if (!payment) return;
    const signal = AbortSignal.any([life.signal, attempt.signal]);
    const updates = watch(this.#page.proxyUrl, payment, signal);
    for await (const update of updates) await this.#take(update);
  }

  /** Shows what happens, and tells the page; `pressed` is set while the buyer waits for it. */
  async #take(update: PaymentUpdate, pressed?: Order): Promise<void> {
    switch (update.type) {
      case 'step':
        if (pressed && update.step === 'token') noteStage(pressed.id, 'bank');
        return this.#beginStep(update, !pressed);
      case 'step-end':
        return this.endStep(update.outcome);
      case 'unpaid':
        this.#isUnpaid = true;
        return undefined;
      case 'submitted':
        if (pressed) noteStage(pressed.id, 'card');
        return this.#form.forgetSecurityCode();
      case 'outcome': {
        const { payment } = update;
        this.endStep(payment.status);
        noteStage(payment.orderId, blocksOrder(payment) ? 'card' : undefined);
        const isOther = this.#pressed !== undefined && this.#pressed !== payment.id;
        return this.#end(endingOf(payment, isOther), pressed !== undefined);
      }
      default:
        update satisfies never;
    }
  }

  /** Shows how a payment ended, then tells the page. Moves the focus if the buyer waits for it. */
  async #end({ state, paymentId, event }: Ending, isAwaited: boolean): Promise<void> {
    if (isOver(state.status)) this.#form.clear();
    else this.#checkout.totalCentavos = undefined;
    if (isAwaited && state.status === 'error') this.#form.refuse(state.error.fields);
    if (state.status === 'declined') this.#form.forgetSecurityCode();
    if (isAwaited && canPay(state)) this.#form.askForSecurityCode();
    this.#checkout.show(state, paymentId);
    // The page's own texts may fail to render; the payment has ended all the same.
    await this.#page.updateComplete.catch(() => undefined);
    if (isAwaited) focusOnOutcome(this.#page.renderRoot, state, this.#form);
    this.#page.dispatchEvent(event);
  }

  #beginStep({ step, paymentId }: StepUpdate, isEarlier: boolean): void {
    if (this.#open?.step === step) return;
    const id = paymentId ?? this.#checkout.paymentId;
    this.#checkout.show({ status: 'paying', step, isEarlier }, id);
    this.#open = { step, begunAt: performance.now() };
    const fields = { step, outcome: undefined, durationMs: 0 };
    this.#page.dispatchEvent(eventOf('checkout-step', fields));
  }
}

/** Whether no payment has been tried here; an order that has expired may be one that was paid. */
function isUntriedIn(state: CheckoutState): boolean {
  if (state.status === 'error') return state.error.code === 'order_expired' && !state.payment;
  return state.status === 'ready';
}
