import { afterFrame } from './pause.ts';

/**
 * Makes an invalid element focusable while Firefox reports what is invalid. Firefox focuses the wrong
 * input, but logs an error if the element itself can't be focused. Other browsers would focus the element
 * (https://github.com/mdn/content/pull/33076).
 */
export async function keepFocusable(element: HTMLElement): Promise<void> {
  if (element.hasAttribute('tabindex') || !CSS.supports('-moz-appearance:none')) return;
  element.tabIndex = -1;
  await afterFrame(0);
  element.removeAttribute('tabindex');
}
