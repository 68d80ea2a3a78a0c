import type { ReactiveController } from 'lit';
import { mistakes, tell } from '../browser/mistakes.ts';
import { pauseUntilBack } from '../browser/pause-until-back.ts';
import type { Order } from '../order/order.ts';
import type { Page } from './page.ts';
import { msUntil } from '../proxy-client/call.ts';
import { canPay } from './checkout-state.ts';
import { eventOf } from './events.ts';
import { close, mistakeAfter, orderMistake, type ClosableForm } from './open-order.ts';

/** How long an element may have no order: pages fetch it, or set it later. */
const patienceMs = 1_500;

/** How long before it expires the page is told; half of its life if that is shorter. */
const noticeMs = 120_000;

interface WatchedForm extends ClosableForm {
  readonly order: Order | undefined;
  /** Aborts when the element leaves the page. */
  readonly life: AbortController;
}

/** The longest delay of a timer (HTML, 8.7). */
const longestMs = 2 ** 31 - 1;

/**
 * Watches the order on the page. Closes the form if the order is missing or has expired, and tells the
 * page before it expires. The console names what the page's developer can fix.
 *
 * For an order that lives half an hour, in this order:
 *
 * ```
 * hostUpdated()          the order is there; without one, the form closes after 1.5 s
 * after 28 minutes       checkout-expiring; a fresh `order` starts over
 * after 30 minutes       the form closes with `order_expired`, unless a payment runs or has ended it
 * ```
 */
export class OrderWatch implements ReactiveController {
  readonly #page: Page;
  readonly #checkout: WatchedForm;
  /** The order on the page, and since when it is there. */
  #order: Order | undefined;
  #setAtMs = 0;
  /** When the page is told, in milliseconds before the order expires; 0 once it was told. */
  #noticeMs: number | undefined;
  /** Aborts when the order is looked at. */
  #looking = new AbortController();

  constructor(page: Page, checkout: WatchedForm) {
    this.#page = page;
    this.#checkout = checkout;
    page.addEventListener('checkout-ready', this.#look);
    page.addEventListener('checkout-error', this.#explain);
    this.#explain();
    page.addController(this);
  }

  hostConnected(): void {
    this.#setAtMs = performance.now();
  }

  hostUpdated(): void {
    queueMicrotask(this.#look);
  }

  readonly #explain = (): void => {
    const { state } = this.#checkout;
    const mistake = state.status === 'error' && mistakeAfter(state.error.code, this.#page.order);
    if (mistake) tell(mistake);
  };

  readonly #look = (): void => {
    this.#looking.abort();
    const { order, state, life } = this.#checkout;
    if (life.signal.aborted) return;
    if (order !== this.#order) {
      this.#order = order;
      this.#setAtMs = performance.now();
      this.#noticeMs = undefined;
    }
    if (!canPay(state)) return;
    if (order) this.#judge(order);
    else this.#expectOrder();
  };

  #expectOrder(): void {
    const leftMs = this.#setAtMs + patienceMs - performance.now();
    if (leftMs > 0) return this.#lookIn(leftMs);
    close(this.#checkout, orderMistake(this.#page.order) ?? mistakes.noOrder);
  }

  #judge({ expiresAt = Infinity }: Order): void {
    const leftMs = msUntil(expiresAt);
    if (leftMs === Infinity) return;
    if (leftMs <= 0) return void close(this.#checkout, mistakes.expiredOrder);
    this.#noticeMs ??= Math.min(noticeMs, leftMs / 2);
    const isDue = leftMs <= this.#noticeMs;
    this.#lookIn(isDue ? leftMs : leftMs - this.#noticeMs);
    if (!isDue) return;
    this.#noticeMs = 0;
    this.#page.dispatchEvent(eventOf('checkout-expiring', {}));
  }

  #lookIn(delayMs: number): void {
    this.#looking = new AbortController();
    const signal = AbortSignal.any([this.#checkout.life.signal, this.#looking.signal]);
    pauseUntilBack(Math.min(delayMs, longestMs), signal).then(this.#look, () => undefined);
  }
}
