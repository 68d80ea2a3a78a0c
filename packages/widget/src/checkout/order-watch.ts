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
const longestNoticeMs = 120_000;

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
export function watchOrder(page: Page, checkout: WatchedForm): void {
  /** The order on the page, and since when it is there. */
  let known: Order | undefined;
  let setAtMs = 0;
  /** When the page is told, in milliseconds before the order expires; 0 once it was told. */
  let noticeMs: number | undefined;
  /** Aborts when the order is looked at. */
  let looking = new AbortController();

  const lookIn = (delayMs: number): void => {
    looking = new AbortController();
    const signal = AbortSignal.any([checkout.life.signal, looking.signal]);
    pauseUntilBack(Math.min(delayMs, longestMs), signal).then(look, () => undefined);
  };

  const expectOrder = (): void => {
    const leftMs = setAtMs + patienceMs - performance.now();
    if (leftMs > 0) lookIn(leftMs);
    else close(checkout, orderMistake(page.order) ?? mistakes.noOrder);
  };

  const judge = ({ expiresAt = Infinity }: Order): void => {
    const leftMs = msUntil(expiresAt);
    if (leftMs === Infinity) return;
    if (leftMs <= 0) return void close(checkout, mistakes.expiredOrder);
    noticeMs ??= Math.min(longestNoticeMs, leftMs / 2);
    const isDue = leftMs <= noticeMs;
    lookIn(isDue ? leftMs : leftMs - noticeMs);
    if (!isDue) return;
    noticeMs = 0;
    page.dispatchEvent(eventOf('checkout-expiring', {}));
  };

  const look = (): void => {
    looking.abort();
    const { order, state, life } = checkout;
    if (life.signal.aborted) return;
    if (order !== known) {
      known = order;
      setAtMs = performance.now();
      noticeMs = undefined;
    }
    if (!canPay(state)) return;
    if (order) judge(order);
    else expectOrder();
  };

  const explain = (): void => {
    const { state } = checkout;
    const mistake = state.status === 'error' && mistakeAfter(state.error.code, page.order);
    if (mistake) tell(mistake);
  };

  page.addEventListener('checkout-ready', look);
  page.addEventListener('checkout-error', explain);
  explain();
  page.addController({
    hostConnected() {
      setAtMs = performance.now();
    },
    hostUpdated: () => queueMicrotask(look),
  });
}
