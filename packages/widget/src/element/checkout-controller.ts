import type { ReactiveController } from 'lit';
import { afterFrame } from '../browser/pause.ts';
import { lazyFile } from '../browser/lazy-file.ts';
import { uuidV7 } from '../browser/uuid-v7.ts';
import { CheckoutError, errorOf } from '../errors.ts';
import type { CardForm } from '../form/card-form.ts';
import type { Texts } from '../locales/messages.ts';
import { readOrder, type Order } from '../order/order.ts';
import type { Checkout, Page } from '../page.ts';
import type { Press } from '../pay/attempt.ts';
import { notedStage } from '../pay/noted-stage.ts';
import { ask, type Question } from '../proxy-client/question.ts';
import {
  canCancel,
  canPay,
  isSubmitted,
  isWaitingOnly,
  mayHavePaid,
  type CheckoutState,
} from '../state/checkout-state.ts';
import { eventOf } from '../state/events.ts';
import type * as AfterFirstFrame from './after-first-frame.ts';
import type { Payments } from './payments.ts';

const loadRest = lazyFile(() => import('./after-first-frame.ts'));

/**
 * The state of the element's payment. Loads what the first frame doesn't need, and lets one payment run
 * at a time. Canceling, or removing the element, ends a payment until its card is submitted; after that
 * only its answer does, because the proxy completes it anyway.
 *
 * For a payment with a challenge, in this order:
 *
 * ```
 * hostUpdate()      asks the proxy for the order, before the first frame; a reload that may have paid shows no form
 * hostConnected()   renders the form; after its first frame loads `Payments`, which reads the answer and
 *                   tells the page `checkout-ready`
 * pay(press)        state `paying`; each of the steps fraud, token, challenge, submit and waiting tells
 *                   `checkout-step` when it begins and when it ends; cancel() works before submit
 * show(state)       state `approved`, `declined`, `pending` or `error`; once that is rendered, the
 *                   page hears the event of the same name
 * reset()           state `ready`
 * ```
 */
export class CheckoutController implements ReactiveController, Checkout {
  state: CheckoutState = { status: 'ready' };
  /** The order to pay, if the page has set one that can be read. */
  order: Order | undefined;
  paymentId: string | undefined;
  /** Integer centavos that the latest attempt charges; unknown after a reload. */
  totalCentavos: number | undefined;
  /** Code loaded after the first frame. */
  loaded: typeof AfterFirstFrame | undefined;
  payments: Payments | undefined;
  life = new AbortController();
  attempt = new AbortController();
  asked: Question | undefined;
  readonly #page: Page;
  readonly #form: CardForm;
  readonly #texts: Texts;

  constructor(page: Page, form: CardForm, texts: Texts) {
    this.#page = page;
    this.#form = form;
    this.#texts = texts;
    page.addController(this);
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
    void this.#connect();
  }

  hostUpdate(): void {
    const { payments, order, life } = this;
    if (payments || !order || life.signal.aborted) return payments?.update();
    const { proxyUrl } = this.#page;
    if (proxyUrl) this.asked ??= ask(proxyUrl, order.token);
    this.waitForNoted();
  }

  hostDisconnected(): void {
    this.life.abort();
    this.payments?.disconnect();
    if (canCancel(this.state)) this.reset();
  }

  /** Pays; does nothing while another payment runs. Resolves at its end. */
  async pay(press: Press): Promise<void> {
    if (!canPay(this.state)) return;
    const idempotencyKey = uuidV7();
    const running = (this.attempt = new AbortController());
    this.show({ status: 'paying', step: 'fraud' }, idempotencyKey);
    this.totalCentavos = press.totalCentavos;
    try {
      const payments = await this.#load(running.signal);
      await payments.pay(press, idempotencyKey, running.signal);
    } catch (cause) {
      if (running === this.attempt) await this.fail(errorOf(cause));
    }
  }

  /** Cancels the running payment, unless the card is submitted. */
  cancel(): void {
    if (canCancel(this.state)) this.attempt.abort(new CheckoutError('three_ds_cancelled'));
  }

  /** Ends with an error and tells the page. */
  async fail(reason: CheckoutError): Promise<void> {
    if (this.payments) return this.payments.fail(reason);
    this.show({ status: 'error', error: reason }, this.paymentId);
    // The page's own texts may fail to render.
    await this.#page.updateComplete.catch(() => undefined);
    const { code, retryable } = reason;
    this.#page.dispatchEvent(eventOf('checkout-error', { code, retryable }));
  }

  /** Returns to the start, unless a submitted payment runs. */
  reset(): void {
    if (isSubmitted(this.state)) return;
    // Nothing runs at the start, and making an abort's error would delay the first frame.
    if (this.state.status !== 'ready') {
      this.attempt.abort();
      this.attempt = new AbortController();
    }
    this.payments?.endStep('cancelled');
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

  waitForNoted(): boolean {
    const stage = this.order && notedStage(this.order.id);
    if (stage && this.state.status === 'ready')
      this.show({ status: 'paying', step: 'waiting', isEarlier: true });
    return stage === 'bank';
  }

  /** Shows a state; an amount belongs to its payment. */
  show(state: CheckoutState, paymentId?: string): void {
    if (paymentId !== this.paymentId) this.totalCentavos = undefined;
    this.loaded?.replaceFields(this.#page.renderRoot, state);
    this.state = state;
    this.paymentId = paymentId;
    this.#page.requestUpdate();
  }

  async #connect(): Promise<void> {
    const { signal } = this.life;
    try {
      await afterFrame();
      const payments = await this.#load(signal);
      payments.connect();
    } catch {
      // A press tries again and tells the buyer; without a form there is none.
      if (!this.loaded && isWaitingOnly(this.state) && !signal.aborted) await this.#connect();
    }
  }

  /**
   * Loads what the first frame doesn't need.
   * @throws CheckoutError `file_missing`; the reason of `signal` when that aborts.
   */
  async #load(signal: AbortSignal): Promise<Payments> {
    const loaded = await loadRest(signal);
    if (this.payments) return this.payments;
    this.loaded = loaded;
    this.payments = loaded.attach(this.#page, this, this.#form, this.#texts);
    this.#page.requestUpdate();
    return this.payments;
  }
}
