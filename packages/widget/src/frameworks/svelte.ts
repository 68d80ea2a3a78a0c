import type { HTMLAttributes } from 'svelte/elements';
import type { CardCheckout } from '../element/card-checkout.ts';
import type { Listeners, Markup } from '../element/markup.ts';

/** Props of `<card-checkout>` in a Svelte component; Svelte 5 sets properties where they exist. */
export type CardCheckoutProps = Markup & Listeners<'on'> & HTMLAttributes<CardCheckout>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'card-checkout': CardCheckoutProps;
  }
}
