import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { afterFrame } from '../browser/page.ts';
import { lazyFile } from '../browser/lazy-file.ts';
import { uuidV7 } from '../browser/uuid-v7.ts';
import { CheckoutError } from '../errors.ts';
import { kindsIn } from '../fields/brands.ts';
import type { CardForm } from '../form/card-form.ts';
import { orderOn, type Order, type PageOrder } from '../order/order.ts';
import type { Attempt, PaymentUpdate, Press } from '../pay/attempt.ts';
import type { Ending } from '../pay/ending.ts';
import type { PayingElement } from '../pay/prepare.ts';
import type { LocaleController } from '../locales/locale-controller.ts';
import type { CheckoutSettings } from '../proxy-client/checkout-settings.ts';
import {
  canCancel,
  canPay,
  isOver,
  isSubmitted,
  isWaitingOnly,
  mayHavePaid,
  type CheckoutState,
  type CheckoutStep,
} from '../state/checkout-state.ts';
import { CheckoutErrorEvent, CheckoutStepEvent, type StepOutcome } from '../state/events.ts';
import type { StepText } from '../view/step-text.ts';
import type * as AfterFirstFrame from './after-first-frame.ts';

const loadRest = lazyFile(() => import('./after-first-frame.ts'));

/** The errors that another `proxy-url` may fix. */
const ofAddress = new Set<string>(['misconfigured', 'origin_not_allowed', 'proxy_unreachable']);

type StepUpdate = Extract<PaymentUpdate, { type: 'step' }>;

/** What the controller needs of its element. */
export type CheckoutHost = ReactiveControllerHost &
  PayingElement & { readonly renderRoot: ShadowRoot };

/**
 * The state of the element's payment. Loads what the first frame doesn't need, and runs one payment at
 * a time. Canceling, or removing the element, ends a payment until its card is submitted; after that
 * only its answer does, because the proxy completes it anyway.
 */
export class CheckoutController implements ReactiveController {
  state: CheckoutState = { status: 'ready' };
  /** The order to pay, if the page has set one that can be read. */
  order: Order | undefined;
  /** The idempotency key of the latest attempt. */
  paymentId: string | undefined;
  /** Integer centavos that the latest attempt charges; unknown for one of an earlier page. */
  totalCentavos: number | undefined;
  /** What the first frame doesn't need, once it has loaded. */
  loaded: typeof AfterFirstFrame | undefined;
  /** What the running step says, once that has loaded. */
  stepText: StepText | undefined;
  readonly #host: CheckoutHost;
  readonly #form: CardForm;
  readonly #texts: Pick<LocaleController, 'add'>;
  /** Aborts when the element leaves the page. */
  #life = new AbortController();
  /** The latest attempt; aborts when it is canceled or reset. */
  #attempt = new AbortController();
  /** The step that has begun and not ended. */
  #open: { step: CheckoutStep; begunAt: number } | undefined;
  /** Renewed when the proxy's configuration has to be loaded again. */
  #settings: CheckoutSettings | undefined;
  #preparedFor: string | undefined;
  /** The id of the order for which earlier attempts were looked for. */
  #resumed: string | undefined;

  constructor(host: CheckoutHost, form: CardForm, texts: Pick<LocaleController, 'add'>) {
    this.#host = host;
    this.#form = form;
    this.#texts = texts;
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
    const { proxyUrl } = this.#host;
    const { order, state } = this;
    if (this.#life.signal.aborted) return;
    if (order && proxyUrl && order.id !== this.#resumed) {
      this.#resumed = order.id;
      void this.#use(async (loaded) => this.#resume(loaded, order));
    }
    if (proxyUrl === this.#preparedFor) return;
    if (state.status === 'error' && ofAddress.has(state.error.code)) this.reset();
    this.#preparedFor = proxyUrl;
    this.#settings = undefined;
    void this.#use(async (loaded) => {
      if (proxyUrl !== this.#preparedFor) return;
      await loaded.prepare(this.#host, this.#settingsOf(loaded), this, this.#life.signal);
    });
  }

  hostDisconnected(): void {
    this.#life.abort();
    this.#preparedFor = undefined;
    this.#resumed = undefined;
    if (canCancel(this.state)) this.reset();
  }

  /** Pays; does nothing while another payment runs. Resolves at its end. */
  async pay(press: Press): Promise<void> {
    if (!canPay(this.state)) return;
    const idempotencyKey = uuidV7();
    const life = this.#life.signal;
    const running = new AbortController();
    this.#attempt = running;
    this.#show({ status: 'paying', step: 'fraud' }, idempotencyKey);
    this.totalCentavos = press.totalCentavos;
    try {
      const loaded = await this.#load(running.signal);
      const settings = this.#settingsOf(loaded);
      const attempt = { ...press, idempotencyKey, config: async () => settings.load(life) };
      const isCurrent = (): boolean => running === this.#attempt;
      await this.#follow(loaded.pay(attempt, running.signal), isCurrent, loaded, attempt);
    } catch (cause) {
      if (running !== this.#attempt) return;
      await this.fail(
        cause instanceof CheckoutError ? cause : new CheckoutError('unexpected', { cause }),
        canCancel(this.state) && this.loaded?.isUntouched(press.proxyUrl, press.order.id),
      );
    }
  }

  /** Cancels the running payment, unless the card is submitted. */
  cancel(): void {
    if (canCancel(this.state)) this.#attempt.abort(new CheckoutError('three_ds_cancelled'));
  }

  /** Ends with an error and tells the page. */
  async fail(error: CheckoutError, isUncharged = false): Promise<void> {
    this.#endStep(error.code);
    const event = new CheckoutErrorEvent(error.code, error.retryable);
    const state = { status: 'error', error, isUncharged } as const;
    await this.#end({ paymentId: this.paymentId, state, event }, true);
  }

  /** Returns to the start, unless a submitted payment runs. */
  reset(): void {
    if (isSubmitted(this.state)) return;
    // Nothing runs at the start, and making an abort's error would delay the first frame.
    if (this.state.status !== 'ready') {
      this.#attempt.abort();
      this.#attempt = new AbortController();
    }
    this.#forget();
  }

  /**
   * Reads the order that the page has set. Returns to the start for a new one, unless this one is paid
   * or perhaps paid; a running payment keeps its own.
   */
  read(page: PageOrder): void {
    const isPaying = this.state.status === 'paying';
    this.order = undefined;
    try {
      this.order = orderOn(page);
      if (this.order && !isPaying && !mayHavePaid(this.state, this.order.id)) this.reset();
    } catch (error) {
      if (!(error instanceof CheckoutError)) throw error;
      if (!isPaying) void this.fail(error);
    }
  }

  /** Shows the payment that an earlier page has sent, while the order is the same. */
  async #resume(loaded: typeof AfterFirstFrame, { id }: Order): Promise<void> {
    const { order } = this;
    const isSame = (): boolean => this.order?.id === id;
    const isUntried = (): boolean => isSame() && isUntriedIn(this.state);
    if (!order || !isUntried()) return;
    const { proxyUrl } = this.#host;
    const updates = loaded.resume({ proxyUrl, order }, isUntried, this.#life.signal);
    try {
      await this.#follow(updates, isSame, loaded);
    } finally {
      if (isWaitingOnly(this.state)) this.#forget();
    }
  }

  /** Shows what happens to a payment, until it has ended or is no longer the current one. */
  async #follow(
    updates: AsyncIterable<PaymentUpdate>,
    isCurrent: () => boolean,
    loaded: typeof AfterFirstFrame,
    attempt?: Attempt,
  ): Promise<void> {
    for await (const update of updates) {
      if (!isCurrent()) return;
      await this.#take(update, loaded, attempt);
    }
    void this.#watch();
  }

  /** Shows the end of a payment that is pending or may have been charged. */
  async #watch(): Promise<void> {
    const payment = 'payment' in this.state ? this.state.payment : undefined;
    if (!payment) return;
    const signal = AbortSignal.any([this.#life.signal, this.#attempt.signal]);
    await this.#use(async (loaded) => {
      for await (const update of loaded.watch(this.#host.proxyUrl, payment, signal))
        await this.#take(update, loaded);
    });
  }

  /** Shows what happens, and tells the page; `attempt` is set while the buyer waits for it. */
  async #take(
    update: PaymentUpdate,
    loaded: typeof AfterFirstFrame,
    attempt?: Attempt,
  ): Promise<void> {
    switch (update.type) {
      case 'step':
        return this.#beginStep(update, !attempt);
      case 'step-end':
        return this.#endStep(update.outcome);
      case 'submitted':
        return this.#form.forgetSecurityCode();
      case 'outcome': {
        const { payment } = update;
        this.#endStep(payment.status);
        const receipt = loaded.rememberedReceipt(attempt?.proxyUrl ?? this.#host.proxyUrl, payment);
        return this.#end(loaded.endingOf(payment, receipt), attempt !== undefined);
      }
      default:
        update satisfies never;
    }
  }

  #beginStep({ step, paymentId = this.paymentId, isUntold }: StepUpdate, isEarlier: boolean): void {
    if (this.#open?.step === step) return;
    this.#show({ status: 'paying', step, isEarlier }, paymentId);
    if (isUntold) return;
    this.#open = { step, begunAt: performance.now() };
    this.#host.dispatchEvent(new CheckoutStepEvent(step));
  }

  /** Tells the page how the running step has ended, if one runs. */
  #endStep(outcome: StepOutcome): void {
    if (!this.#open) return;
    const { step, begunAt } = this.#open;
    this.#open = undefined;
    this.#host.dispatchEvent(new CheckoutStepEvent(step, outcome, performance.now() - begunAt));
  }

  /** Shows how a payment ended, then tells the page. Moves the focus if the buyer waits for it. */
  async #end({ state, paymentId, event }: Ending, isAwaited: boolean): Promise<void> {
    if (isOver(state.status)) this.#forgetCard();
    else this.totalCentavos = undefined;
    if (isAwaited && state.status === 'error') this.#form.refuse(state.error.fields);
    if (isAwaited && state.status === 'declined') this.#form.decline();
    this.#show(state, paymentId);
    // The page's own texts may fail to draw; the payment has ended all the same.
    await this.#host.updateComplete.catch(() => undefined);
    if (isAwaited) this.loaded?.focusOnOutcome(this.#host.renderRoot, state, this.#form);
    this.#host.dispatchEvent(event);
  }

  #forget(): void {
    this.#endStep('cancelled');
    this.#show({ status: 'ready' }, undefined);
  }

  /** Shows a state; an amount belongs to its payment. */
  #show(state: CheckoutState, paymentId: string | undefined): void {
    if (paymentId !== this.paymentId) this.totalCentavos = undefined;
    this.loaded?.replaceFields(this.#host.renderRoot, state);
    this.state = state;
    this.paymentId = paymentId;
    this.#host.requestUpdate();
  }

  #leave(): void {
    this.#forgetCard();
    this.#host.requestUpdate();
  }

  #forgetCard(): void {
    this.#form.clear(kindsIn(this.#host.kinds)[0]);
  }

  #settingsOf(loaded: typeof AfterFirstFrame): CheckoutSettings {
    return (this.#settings ??= new loaded.CheckoutSettings(this.#host));
  }

  /**
   * Loads what the first frame doesn't need.
   * @throws CheckoutError `file_missing`; the reason of `signal` when that aborts.
   */
  async #load(signal: AbortSignal): Promise<typeof AfterFirstFrame> {
    const loaded = await loadRest(signal);
    if (!this.loaded) {
      this.loaded = loaded;
      this.stepText = loaded.attach(this.#host, this, this.#texts);
      this.#host.requestUpdate();
    }
    return loaded;
  }

  /** Uses what loads after the first frame. If that fails, a payment tries again and tells the buyer. */
  async #use(use: (loaded: typeof AfterFirstFrame) => Promise<void>): Promise<void> {
    const { signal } = this.#life;
    try {
      // The first access to the page's storage is slow on a phone.
      await afterFrame();
      await use(await this.#load(signal));
    } catch {
      // The form keeps showing the payment as last known.
    }
  }
}

/** Whether no payment has been tried here; an order that has expired may be one that was paid. */
function isUntriedIn(state: CheckoutState): boolean {
  if (state.status === 'error') return state.error.code === 'order_expired' && !state.payment;
  return state.status === 'ready';
}
