import type { ClientConfig } from '@card-checkout/contract/client-config';
import type { ReactiveController } from 'lit';
import { afterFrame } from '../browser/pause.ts';
import { uuidV7 } from '../browser/uuid-v7.ts';
import { CheckoutError, errorOf } from '../errors.ts';
import type { CardForm } from '../fields/card-form.ts';
import type { Messages } from '../locales/messages.ts';
import { readOrder, type Order } from '../order/order.ts';
import { proxyTime } from '../proxy-client/call.ts';
import { expectPost } from '../proxy-client/client.ts';
import { askForOrder, findOrder } from '../proxy-client/page-order.ts';
import { strictest } from '../three-ds/policy.ts';
import { prepareForPress } from '../three-ds/before-press.ts';
import type { PaymentUpdate, Press } from './attempt.ts';
import {
  canCancel,
  canPay,
  isOver,
  isSubmitted,
  isWaitingOnly,
  mayHavePaid,
  paymentIdIn,
  type CheckoutState,
} from './checkout-state.ts';
import { blocksOrder, endingOf, type Ending } from './ending.ts';
import { eventOf, type StepOutcome } from './events.ts';
import { notedStage, noteStage } from './noted-stage.ts';
import { openOrder, prepare } from './open-order.ts';
import { watchOrder } from './order-watch.ts';
import type { Page } from './page.ts';
import { pay } from './pay.ts';
import { wait, watch } from './wait.ts';

type StepUpdate = Extract<PaymentUpdate, { type: 'step' }>;

/** What the proxy is asked when a page has an order, and what it has answered. */
interface Opening {
  readonly proxyUrl: string;
  /** With the latest token that the proxy was asked for. */
  order: Order | undefined;
  /** Aborts when the page has another order or proxy, or loses the element. */
  readonly over: AbortController;
  /** The shop's configuration, once the proxy has answered. */
  config?: ClientConfig;
  /** Whether a press finds its connections and the provider's script. */
  isPrepared?: boolean;
}

/** The errors that another `proxy-url` may fix. */
const ofAddress = new Set<string>(['misconfigured', 'origin_not_allowed', 'proxy_unreachable']);

/**
 * The payments of an element, including those that an earlier page sent. Lets one run at a time, and tells
 * the page. Canceling, or removing the element, ends a payment until its card is submitted; after that only
 * its answer does, because the proxy completes it anyway.
 *
 * For a payment with a challenge, in this order:
 *
 * ```
 * hostUpdate()      asks the proxy for the order, before the first frame; a reload that may have paid shows no form
 * hostConnected()   reads the answer after the first frame, and tells the page `checkout-ready`
 * pay(press)        state `paying`; each of the steps fraud, token, challenge, submit and waiting tells
 *                   `checkout-step` when it begins and when it ends; cancel() works before submit
 * show(state)       state `approved`, `declined`, `pending` or `error`; once that is rendered, the
 *                   page hears the event of the same name
 * reset()           state `ready`
 * ```
 */
export class Checkout implements ReactiveController {
  state: CheckoutState = { status: 'ready' };
  /** The order to pay, if the page has set one that can be read. */
  order: Order | undefined;
  /** Aborts when the element leaves the page. */
  life = new AbortController();
  /** Aborts when the latest attempt is canceled or reset. */
  #attempt = new AbortController();
  /** The payment of the latest press. */
  #pressedId: string | undefined;
  #opening: Opening | undefined;
  /** Resolves after the first frame: by then, the page has set what it sets, and listens. */
  drawn = Promise.resolve();
  readonly #page: Page;
  readonly #form: CardForm;
  readonly #texts: { readonly messages: Messages };
  readonly #onOutcome: (state: CheckoutState, isAwaited: boolean) => void;

  /** `onOutcome` runs when the end of a payment is rendered; `isAwaited` if the buyer has pressed here. */
  constructor(
    page: Page,
    form: CardForm,
    texts: { readonly messages: Messages },
    onOutcome: (state: CheckoutState, isAwaited: boolean) => void,
  ) {
    this.#page = page;
    this.#form = form;
    this.#texts = texts;
    this.#onOutcome = onOutcome;
    page.addController(this);
    watchOrder(page, this);
  }

  get paymentId(): string | undefined {
    return paymentIdIn(this.state);
  }

  hostConnected(): void {
    this.life = new AbortController();
    // The page may be kept, and shown again as it was (https://web.dev/articles/bfcache).
    const forgetCard = (): void => {
      this.#form.clear();
      this.#page.requestUpdate();
    };
    addEventListener('pagehide', forgetCard, this.life);
    this.#page.requestUpdate();
    this.drawn = afterFrame();
    void this.#watch();
  }

  /** Asks the proxy for another order, or another proxy for the order. */
  hostUpdate(): void {
    const { proxyUrl } = this.#page;
    const { order, state, life } = this;
    const opening = this.#opening;
    // A new token for the same order changes nothing, unless the proxy refused the last one.
    const known = opening?.config ? 'id' : 'token';
    const isOpened =
      opening && opening.proxyUrl === proxyUrl && opening.order?.[known] === order?.[known];
    if (isOpened && order && order.token !== opening.order?.token) void this.#check(opening, order);
    // While a payment runs, another order has to wait for its end.
    const isPaying = state.status === 'paying' && !isWaitingOnly(state);
    if (life.signal.aborted || isPaying || isOpened) return;
    opening?.over.abort();
    if (isWaitingOnly(state)) this.#stopWaiting();
    if (state.status === 'error' && ofAddress.has(state.error.code)) this.reset();
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, life.signal]);
    this.#opening = { proxyUrl, order, over };
    void this.#open(this.#opening, signal).catch(() => undefined);
  }

  hostDisconnected(): void {
    this.life.abort();
    this.#opening = undefined;
    if (canCancel(this.state)) this.reset();
  }

  /** Prepares for a press once number and date are right. */
  expectPress(): void {
    const { proxyUrl, threeDSAdapter, kinds, renderRoot, surroundings, nonce } = this.#page;
    const opening = this.#opening;
    const isCardRight = !this.#form.error('number') && !this.#form.error('expiry');
    if (!opening?.config || opening.isPrepared || !isCardRight || !canPay(this.state)) return;
    opening.isPrepared = true;
    // In a frame of the proxy's, no permission is needed.
    if (!surroundings) expectPost(proxyUrl);
    const { threeDS, tokenUrl, threeDSScriptUrl: scriptUrl } = opening.config;
    const needsNone = kinds === 'credit' && strictest(threeDS, this.#page.threeDS) === 'off';
    if (threeDSAdapter || needsNone) return;
    void prepareForPress(renderRoot, surroundings?.realmUrl, tokenUrl, { scriptUrl, nonce });
  }

  /** Pays; does nothing while another payment runs. Resolves at its end. */
  async pay(press: Press): Promise<void> {
    if (!canPay(this.state)) return;
    const { order, totalCentavos } = press;
    const idempotencyKey = uuidV7();
    const { signal } = (this.#attempt = new AbortController());
    this.#pressedId = idempotencyKey;
    const isCurrent = (): boolean => signal === this.#attempt.signal;
    this.show({ status: 'paying', step: 'fraud', paymentId: idempotencyKey, totalCentavos });
    const [{ messages: texts }, config] = [this.#texts, this.#opening?.config];
    const attempt = { ...press, idempotencyKey, page: this.#page, texts, config };
    try {
      await this.#follow(pay(attempt, signal), isCurrent, order);
    } catch (cause) {
      const error = errorOf(cause);
      if (notedStage(order.id) === 'bank' || error.retryable) noteStage(order.id, undefined);
      if (!isCurrent()) return;
      const { state } = this;
      const isUnsent = canCancel(state) || error.retryable;
      await this.fail(error, isUnsent && state.status === 'paying' && state.isUnpaid);
    }
    if (isCurrent() && this.order?.id !== order.id) this.readOrder();
  }

  /** Cancels the running payment, unless the card is submitted. */
  cancel(): void {
    if (canCancel(this.state)) this.#attempt.abort(new CheckoutError('three_ds_cancelled'));
  }

  /** Ends with an error and tells the page. */
  async fail(error: CheckoutError, isUncharged = false): Promise<void> {
    this.#endStep(error.code);
    const { paymentId } = this;
    const { code, retryable } = error;
    const event = eventOf('checkout-error', { code, retryable });
    await this.#end({ state: { status: 'error', error, paymentId, isUncharged }, event }, true);
  }

  /** Returns to the start, unless a submitted payment runs. */
  reset(): void {
    if (isSubmitted(this.state)) return;
    // Nothing runs at the start, and making an abort's error would delay the first frame.
    if (this.state.status !== 'ready') {
      this.#attempt.abort();
      this.#attempt = new AbortController();
    }
    this.#endStep('cancelled');
    this.show({ status: 'ready' });
  }

  /**
   * Reads the order that the page has set. Returns to the start for a new one, unless this one is paid
   * or perhaps paid, and closes the form if it can't be read; a running payment keeps its own.
   */
  readOrder(): void {
    const isPaying = this.state.status === 'paying';
    this.order = undefined;
    try {
      this.order = readOrder(this.#page.order);
      if (this.order && !isPaying && !mayHavePaid(this.state, this.order.id)) this.reset();
    } catch (error) {
      if (!(error instanceof CheckoutError)) throw error;
      if (!isPaying && !mayHavePaid(this.state)) void this.fail(error);
    }
  }

  show(state: CheckoutState): void {
    this.state = state;
    this.#page.requestUpdate();
  }

  /** Shows the order's payment, if it has one. Until the answer, shows no form if this tab may have paid. */
  async #open(opening: Opening, signal: AbortSignal): Promise<void> {
    const { proxyUrl, order } = opening;
    // Sent before the first frame, and read after it.
    const asked = order && proxyUrl ? askForOrder(proxyUrl, order.token, signal) : undefined;
    asked?.catch(() => undefined);
    const stage = order && notedStage(order.id);
    if (stage && this.state.status === 'ready')
      this.show({ status: 'paying', step: 'waiting', isEarlier: true });
    await this.drawn;
    signal.throwIfAborted();
    const found = await openOrder(this.#page, order, this, signal, asked);
    if (!order || !found) return;
    const { config, payment } = found;
    opening.config = config;
    this.#form.named = config.brands;
    this.#form.today = proxyTime();
    this.#page.surroundings?.onAccepted?.(order.token);
    const { state } = this;
    if (payment) {
      if (isUntriedIn(state) || isWaitingOnly(state))
        await this.#follow(wait(proxyUrl, payment), () => !signal.aborted);
      return;
    }
    if (isWaitingOnly(state)) this.#stopWaiting(stage === 'bank');
    noteStage(order.id, undefined);
    this.expectPress();
    await prepare(this.#page, config, this);
  }

  /** Asks for an order that was signed again, where that must be known before a press. */
  async #check(opening: Opening, order: Order): Promise<void> {
    const { proxyUrl, surroundings } = this.#page;
    if (!surroundings?.onAccepted) return;
    opening.order = order;
    const found = await findOrder({ proxyUrl, order }, this.life.signal).catch(() => undefined);
    if (found && order === opening.order) surroundings.onAccepted(order.token);
  }

  #stopWaiting(wasAtBank = false): void {
    this.#endStep('cancelled');
    this.show({ status: 'ready', wasAtBank });
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
    await this.drawn;
    const { state, life } = this;
    const payment = 'payment' in state ? state.payment : undefined;
    if (!payment) return;
    const signal = AbortSignal.any([life.signal, this.#attempt.signal]);
    const updates = watch(this.#page.proxyUrl, payment, signal);
    for await (const update of updates) await this.#take(update);
  }

  /** Shows what happens, and tells the page; `pressed` is the order while the buyer waits for it. */
  async #take(update: PaymentUpdate, pressed?: Order): Promise<void> {
    switch (update.type) {
      case 'step':
        if (pressed && update.step === 'token') noteStage(pressed.id, 'bank');
        return this.#beginStep(update, !pressed);
      case 'step-end':
        return this.#endStep(update.outcome);
      case 'unpaid':
        if (this.state.status === 'paying') this.show({ ...this.state, isUnpaid: true });
        return undefined;
      case 'submitted':
        if (pressed) noteStage(pressed.id, 'card');
        return this.#form.forgetSecurityCode();
      case 'outcome': {
        const { payment } = update;
        const { state } = this;
        this.#endStep(payment.status);
        noteStage(payment.orderId, blocksOrder(payment) ? 'card' : undefined);
        const isEarlier = payment.id !== this.#pressedId;
        const isOther = pressed ? isEarlier : 'isOther' in state && state.isOther;
        return this.#end(endingOf(payment, isOther, isEarlier), pressed !== undefined);
      }
      default:
        update satisfies never;
    }
  }

  /** Shows how a payment ended, then tells the page. Moves the focus if the buyer waits for it. */
  async #end({ state, event }: Ending, isAwaited: boolean): Promise<void> {
    if (isOver(state.status)) this.#form.clear();
    if (isAwaited && state.status === 'error') this.#form.refuse(state.error.fields);
    if (state.status === 'declined') this.#form.forgetSecurityCode();
    if (isAwaited && canPay(state)) this.#form.askForSecurityCode();
    this.show(state);
    // The page's own texts may fail to render; the payment has ended all the same.
    await this.#page.updateComplete.catch(() => undefined);
    // The focus comes after a field's new description, which Orca would read twice.
    if (isAwaited && canPay(state)) await afterFrame(0);
    this.#onOutcome(state, isAwaited);
    this.#page.dispatchEvent(event);
  }

  #beginStep({ step, paymentId = this.paymentId }: StepUpdate, isEarlier: boolean): void {
    const { state } = this;
    const running = state.status === 'paying' ? state : undefined;
    if (running?.begunAtMs !== undefined && running.step === step) return;
    // An amount belongs to its payment.
    const totalCentavos = paymentId === this.paymentId ? running?.totalCentavos : undefined;
    const { isUnpaid = false } = running ?? {};
    const begunAtMs = performance.now();
    const shown = { step, paymentId, totalCentavos, isEarlier, isUnpaid, begunAtMs };
    this.show({ status: 'paying', ...shown });
    const fields = { step, outcome: undefined, durationMs: 0 };
    this.#page.dispatchEvent(eventOf('checkout-step', fields));
  }

  /** Tells the page how the running step has ended, if one runs. */
  #endStep(outcome: StepOutcome): void {
    const { state } = this;
    if (state.status !== 'paying' || state.begunAtMs === undefined) return;
    const { step, begunAtMs, ...rest } = state;
    this.show({ ...rest, step });
    const durationMs = performance.now() - begunAtMs;
    this.#page.dispatchEvent(eventOf('checkout-step', { step, outcome, durationMs }));
  }
}

/** Whether no payment has been tried here; an order that has expired may be one that was paid. */
function isUntriedIn(state: CheckoutState): boolean {
  if (state.status === 'error') return state.error.code === 'order_expired' && !state.payment;
  return state.status === 'ready';
}
