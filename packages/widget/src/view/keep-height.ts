import { isClosed, isOver, isWaitingOnly, type CheckoutState } from '../checkout/checkout-state.ts';

/**
 * Keeps the fields' height when a state replaces them, so that the page below stays in place. After a
 * reload the browser scrolls to where the button was; what the buyer waits for comes into view.
 */
export function keepHeight(root: ParentNode, state: CheckoutState): void {
  const form = root.querySelector('form');
  const isWaiting = isWaitingOnly(state);
  const isReplaced = isOver(state.status) || isClosed(state) || isWaiting;
  if (!isReplaced) form?.style.removeProperty('min-height');
  else form?.style.setProperty('min-height', `${form.offsetHeight}px`);
  if (!form || !isWaiting) return;
  const whenSeen = new IntersectionObserver(([seen]) => {
    whenSeen.disconnect();
    if (seen?.isIntersecting) form.querySelector('.result')?.scrollIntoView({ block: 'nearest' });
  });
  whenSeen.observe(form);
}
