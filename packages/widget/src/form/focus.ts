import type { CheckoutState } from '../checkout/checkout-state.ts';
import type { CardForm } from '../fields/card-form.ts';

/** Moves the focus to a refused field or to the result. */
export function focusOnOutcome(
  root: HTMLElement | DocumentFragment,
  ended: CheckoutState,
  form: CardForm,
): void {
  const invalid = form.firstInvalid;
  if (ended.status === 'error' && invalid && Object.keys(ended.error.fields).length > 0) {
    return form.inputIn(root, invalid)?.focus();
  }
  // The security code is gone, and the field says why.
  if (ended.status === 'declined') return form.inputIn(root, 'securityCode')?.focus();
  root.querySelector<HTMLElement>('.result')?.focus();
}

/** Moves the focus on if its holder is gone, hidden or disabled; browsers would move it to the page. */
export function keepFocus(root: ParentNode, holder: Element | null | undefined): void {
  if (!holder || (holder.isConnected && !holder.matches(':disabled, [hidden] *'))) return;
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  (find('.result, .pay:enabled') ?? find('.alert:not(:empty)'))?.focus();
}

/** Notes whether the buyer uses a pointer or keys: after a tap, what a script focuses needs no outline. */
export function noteHand({ target, type, detail }: Event & { detail?: number }): void {
  const form = target instanceof Element && target.closest('form');
  // Keys make clicks, too, without a `detail`.
  if (form) form.classList.toggle('by-pointer', type === 'click' && Boolean(detail));
}
