import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { mistakes, tell } from '../browser/mistakes.ts';
import { msUntil } from '../proxy-client/call.ts';
import { orderOn, type Order, type PageOrder } from '../order/order.ts';
import { canPay } from '../state/checkout-state.ts';
import { CheckoutErrorEvent } from '../state/events.ts';
import { CheckoutExpiringEvent } from '../state/payment-events.ts';
import { close, mistakeAfter, type ClosableForm } from './prepare.ts';

/** How long an element may have no order: pages fetch it, or set it after the element. */
const patienceMs = 1_500;

/** How long before its end the page is told that an order expires, unless it lives for less. */
const noticeMs = 120_000;

/** The longest delay of a timer (HTML, 8.7). */
const longestMs = 2 ** 31 - 1;

type OrderPage = ReactiveControllerHost & EventTarget & PageOrder;

/**
 * Watches the order on the page. Closes the form if the order is missing or has expired, and tells the
 * page before it expires. The console names what the page's developer can fix.
 */
export class OrderWatch implements ReactiveController {
  readonly #page: OrderPage;
  readonly #form: ClosableForm;
  #order: Order | undefined;
  /** The order as the page has set it, and since when. */
  #set = '';
  #setAtMs = 0;
  /** When the page is told of the end, in milliseconds before it; 0 once it was told. */
  #noticeMs: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: OrderPage, form: ClosableForm) {
    this.#page = page;
    this.#form = form;
    page.addEventListener('checkout-ready', this.#look);
    page.addEventListener('checkout-error', (event) => {
      const mistake = event instanceof CheckoutErrorEvent && mistakeAfter(event.code, page);
      if (mistake) tell(mistake);
    });
    page.addController(this);
  }

  hostUpdated(): void {
    queueMicrotask(this.#look);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  readonly #look = (): void => {
    clearTimeout(this.#timer);
    this.#read();
    if (!canPay(this.#form.state)) return;
    if (this.#order) this.#judge(this.#order);
    else this.#expectOrder();
  };

  #read(): void {
    const { order, orderId, amount } = this.#page;
    const set = JSON.stringify([order, orderId, amount]);
    if (set === this.#set) return;
    this.#set = set;
    this.#setAtMs = performance.now();
    this.#noticeMs = undefined;
    try {
      this.#order = orderOn(this.#page);
    } catch {
      this.#order = undefined;
      tell(mistakes.unreadableOrder);
    }
  }

  #expectOrder(): void {
    const leftMs = this.#setAtMs + patienceMs - performance.now();
    if (leftMs > 0) return this.#lookIn(leftMs);
    close(this.#form, mistakes.noOrder);
  }

  #judge({ expiresAt = Infinity }: Order): void {
    const leftMs = msUntil(expiresAt);
    if (leftMs === Infinity) return;
    if (leftMs <= 0) return void close(this.#form, mistakes.expiredOrder);
    this.#noticeMs ??= Math.min(noticeMs, leftMs / 2);
    const isDue = leftMs <= this.#noticeMs;
    this.#lookIn(isDue ? leftMs : leftMs - this.#noticeMs);
    if (!isDue) return;
    this.#noticeMs = 0;
    this.#page.dispatchEvent(new CheckoutExpiringEvent());
  }

  #lookIn(delayMs: number): void {
    this.#timer = setTimeout(this.#look, Math.min(delayMs, longestMs));
  }
}
