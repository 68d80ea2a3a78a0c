import type { CheckoutState } from '../checkout/checkout-state.ts';
import type { CardForm } from '../fields/card-form.ts';

/** Returns what gets the focus when a payment has ended: a field to correct, or the result. */
export function holderAfter(
  ended: CheckoutState,
  root: ParentNode,
  form: CardForm,
): HTMLElement | undefined {
  const invalid = form.firstInvalid;
  if (ended.status === 'error' && invalid && Object.keys(ended.error.fields).length > 0)
    return form.inputIn(root, invalid);
  // The security code is gone, and the field says why.
  if (ended.status === 'declined') return form.inputIn(root, 'securityCode');
  return root.querySelector<HTMLElement>('.result') ?? undefined;
}

/** Returns the next holder of the focus if one is gone, hidden or disabled; browsers would move it to the page. */
export function holderInstead(
  root: ParentNode,
  holder: Element | null | undefined,
): HTMLElement | undefined {
  if (!holder || (holder.isConnected && !holder.matches(':disabled, [hidden] *'))) return undefined;
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  return find('.result, .pay:enabled') ?? find('.alert:not(:empty)') ?? undefined;
}

/** Notes whether the buyer uses a pointer or keys: after a tap, what a script focuses needs no outline. */
export function noteHand({ target, type, detail }: Event & { detail?: number }): void {
  const form = target instanceof Element && target.closest('form');
  // Keys make clicks, too, without a `detail`.
  if (form) form.classList.toggle('by-pointer', type === 'click' && Boolean(detail));
}
