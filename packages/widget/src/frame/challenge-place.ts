import type { CardCheckout } from '../element/card-checkout.ts';

/** Calls `onChange` when the dialog of the bank's challenge opens, and when it is gone. */
export async function watchChallenge(
  element: CardCheckout,
  onChange: (isOpen: boolean) => void,
): Promise<void> {
  let wasOpen = false;
  const look = (): void => {
    const isOpen = element.renderRoot.querySelector('dialog[open]') !== null;
    if (isOpen !== wasOpen) onChange(isOpen);
    wasOpen = isOpen;
  };
  // There is no shadow root before.
  await element.updateComplete;
  const parts = { subtree: true, childList: true, attributeFilter: ['open'] };
  new MutationObserver(look).observe(element.renderRoot, parts);
}
