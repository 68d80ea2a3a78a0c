import { afterFrame } from '../browser/pause.ts';
import { errorOf, type CheckoutError } from '../errors.ts';
import type { CardForm } from '../form/card-form.ts';
import { focusOnOutcome } from '../form/focus.ts';
import type { Texts } from '../locales/messages.ts';
import { isUntouched, rememberedReceipt } from '../pay/attempt-memory.ts';
import type { Attempt, PaymentUpdate, Press } from '../pay/attempt.ts';
import { resume } from '../pay/earlier-attempt.ts';
import { endingOf, type Ending } from '../pay/ending.ts';
import type { Checkout, Page } from '../page.ts';
import { pay } from '../pay/pay.ts';
import { prepare } from '../pay/prepare.ts';
import { watch } from '../pay/wait.ts';
import { settingsOf } from '../proxy-client/checkout-settings.ts';
import {
  canCancel,
  canPay,
  isOver,
  isWaitingOnly,
  type CheckoutState,
  type CheckoutStep,
} from '../state/checkout-state.ts';
import { eventOf, type StepOutcome } from '../state/events.ts';
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
  /** Renewed when the proxy's configuration has to be loaded again. */
  #settings: ReturnType<typeof settingsOf>;
  #preparedFor: string | undefined;
  /** The id of the order for which earlier attempts were looked for. */
  #resumed: string | undefined;

  constructor(page: Page, checkout: Checkout, form: CardForm, texts: Texts) {
    this.#page = page;
    this.#checkout = checkout;
    this.#form = form;
    this.#texts = texts;
    this.#settings = settingsOf(page.proxyUrl);
    this.stepText = new StepText(page);
  }

  connect(): void {
    void this.#watch();
    this.update();
  }

  disconnect(): void {
    this.#preparedFor = undefined;
    this.#resumed = undefined;
  }

  /** Prepares for another proxy, and looks for earlier payments of another order. */
  update(): void {
    const { proxyUrl } = this.#page;
    const { order, state, life } = this.#checkout;
    if (life.signal.aborted) return;
    // While a payment runs, another order has to wait for its end.
    if (order && proxyUrl && order.id !== this.#resumed && state.status !== 'paying') {
      this.#resumed = order.id;
      void this.#resume(order.id);
    }
    if (proxyUrl === this.#preparedFor) return;
    if (state.status === 'error' && ofAddress.has(state.error.code)) this.#checkout.reset();
    this.#preparedFor = proxyUrl;
    this.#settings = settingsOf(proxyUrl);
    // A payment tries again and tells the buyer.
    prepare(this.#page, this.#settings, this.#checkout, life.signal).catch(() => undefined);
  }

  async pay(press: Press, idempotencyKey: string, signal: AbortSignal): Promise<void> {
    const { proxyUrl } = press;
    const settings = proxyUrl === this.#preparedFor ? this.#settings : settingsOf(proxyUrl);
    const config = async () => settings(this.#checkout.life.signal);
    const { messages: texts } = this.#texts;
    const attempt = { ...press, idempotencyKey, page: this.#page, texts, config };
    const isCurrent = (): boolean => signal === this.#checkout.attempt.signal;
    try {
      await this.#follow(pay(attempt, signal), isCurrent, attempt);
    } catch (cause) {
      if (!isCurrent()) return;
      const error = errorOf(cause);
      const isUnsent = canCancel(this.#checkout.state) || error.retryable;
      await this.fail(error, isUnsent && isUntouched(proxyUrl, press.order.id));
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

  /** Shows the payment that an earlier page has sent, while the order is the same. */
  async #resume(id: string): Promise<void> {
    // The first access to the page's storage is slow on a phone.
    await afterFrame(0);
    const { order, life } = this.#checkout;
    const isSame = (): boolean => this.#checkout.order?.id === id;
    const isUntried = (): boolean => isSame() && isUntriedIn(this.#checkout.state);
    if (!order || !isUntried()) return;
    const updates = resume({ proxyUrl: this.#page.proxyUrl, order }, isUntried, life.signal);
    try {
      await this.#follow(updates, isSame);
    } catch {
      // A payment looks for it again.
    }
    if (!isWaitingOnly(this.#checkout.state)) return;
    this.endStep('cancelled');
    this.#checkout.show({ status: 'ready' });
  }

  /** Shows a payment's progress until it ends or another one replaces it. */
  async #follow(
    updates: AsyncIterable<PaymentUpdate>,
    isCurrent: () => boolean,
    attempt?: Attempt,
  ): Promise<void> {
    for await (const update of updates) {
      if (!isCurrent()) return;
      await this.#take(update, attempt);
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

  /** Shows what happens, and tells the page; `attempt` is set while the buyer waits for it. */
  async #take(update: PaymentUpdate, attempt?: Attempt): Promise<void> {
    switch (update.type) {
      case 'step':
        return this.#beginStep(update, !attempt);
      case 'step-end':
        return this.endStep(update.outcome);
      case 'submitted':
        return this.#form.forgetSecurityCode();
      case 'outcome': {
        const { payment } = update;
        this.endStep(payment.status);
        const receipt = rememberedReceipt(attempt?.proxyUrl ?? this.#page.proxyUrl, payment);
        return this.#end(endingOf(payment, receipt), attempt !== undefined);
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

  #beginStep({ step, paymentId, isUntold }: StepUpdate, isEarlier: boolean): void {
    if (this.#open?.step === step) return;
    const id = paymentId ?? this.#checkout.paymentId;
    this.#checkout.show({ status: 'paying', step, isEarlier }, id);
    if (isUntold) return;
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
