import { isClosed, isOver, type CheckoutState } from '../state/checkout-state.ts';
import stylesheet from './late-look.css?inline';

/** Adds the styles of what is only drawn because of a payment. */
export function addStyles(root: ShadowRoot): void {
  const styles = new CSSStyleSheet();
  styles.replaceSync(stylesheet);
  root.adoptedStyleSheets.push(styles);
}

/** Has what replaces the fields take the height that they had, so that the page below stays in place. */
export function holdHeight(root: ShadowRoot, state: CheckoutState): void {
  const form = root.querySelector('form');
  const isReplaced = isOver(state.status) || isClosed(state);
  if (!isReplaced) form?.style.removeProperty('min-height');
  else form?.style.setProperty('min-height', `${form.offsetHeight}px`);
}
