import { keepFocusable } from '../browser/keep-focusable.ts';
import { mistakeIn, mistakes, tell } from '../browser/mistakes.ts';
import { CheckoutError } from '../errors.ts';
import type { CardForm } from '../form/card-form.ts';
import { noteHand } from '../form/focus.ts';
import { challengeTexts } from '../locales/challenge-texts.ts';
import type { Texts } from '../locales/messages.ts';
import type { Checkout, Page } from '../page.ts';
import { OrderWatch } from '../pay/order-watch.ts';
import {
  canPay,
  isClosed,
  isOver,
  isWaitingOnly,
  type CheckoutState,
} from '../state/checkout-state.ts';
import { Payments } from './payments.ts';
import stylesheet from './after-first-frame.css?inline';

/** What the form's first frame doesn't need, in one file: pictures, amounts, and the payment. */
export { pictures } from '../fields/card-pictures.ts';
export { keepFocus } from '../form/focus.ts';
export { readFields } from '../form/read-fields.ts';
export { wordsOf } from '../order/price-words.ts';
export * from '../view/fields-after-first-frame.ts';
export * from '../view/payment-view.ts';

/** Gives an element what its first frame didn't need: styles, payments, and a watch on the order. */
export function attach(page: Page, checkout: Checkout, form: CardForm, texts: Texts): Payments {
  const styles = new CSSStyleSheet();
  styles.replaceSync(stylesheet);
  page.renderRoot.adoptedStyleSheets.push(styles);
  texts.add(challengeTexts);
  // Before a press removes what was pressed.
  for (const type of ['click', 'keydown']) page.renderRoot.addEventListener(type, noteHand, true);
  replaceFields(page.renderRoot, checkout.state);
  void new OrderWatch(page, checkout);
  const watchDrawing = (): void =>
    void page.updateComplete.catch((error: unknown) => failToDraw(error, checkout));
  page.addController({ hostUpdate: watchDrawing });
  watchDrawing();
  return new Payments(page, checkout, form, texts);
}

/** Runs when the invalid element blocks the form around it. */
export function onBlocking(element: HTMLElement): void {
  if (!element.checkVisibility()) tell(mistakes.hidden);
  void keepFocusable(element);
}

/** Tells the developer and, unless a payment runs or has ended, the page that the form can't be drawn. */
function failToDraw(error: unknown, checkout: Checkout): void {
  tell(mistakeIn.drawing(error));
  if (canPay(checkout.state))
    void checkout.fail(new CheckoutError('unexpected', { retryable: false }));
}

/**
 * Keeps the fields' height when something replaces them, so that the page below stays in place. After a
 * reload the browser scrolls to where the button was; what the buyer waits for comes into view.
 */
export function replaceFields(root: ShadowRoot, state: CheckoutState): void {
  const form = root.querySelector('form');
  const isWaiting = isWaitingOnly(state);
  const isReplaced = isOver(state.status) || isClosed(state) || isWaiting;
  if (!isReplaced) form?.style.removeProperty('min-height');
  else form?.style.setProperty('min-height', `${form.offsetHeight}px`);
  if (!form || !isWaiting) return;
  const whenSeen = new IntersectionObserver(([seen]) => {
    whenSeen.disconnect();
    if (seen?.isIntersecting) root.querySelector('.result')?.scrollIntoView({ block: 'nearest' });
  });
  whenSeen.observe(form);
}
