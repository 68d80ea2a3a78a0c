import { unsafeCSS } from 'lit';
import stylesheet from './card-checkout.css?inline';

/** Is the look of the element; a page changes it by `--card-checkout-*`, by parts and by `color-scheme`. */
export const styles = unsafeCSS(stylesheet);
