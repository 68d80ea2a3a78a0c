import type { JSX as SolidJSX } from 'solid-js';
import type { CardCheckout } from '../element/card-checkout.ts';
import type { Listeners, Markup } from '../element/markup.ts';

/** Props of `<card-checkout>` in Solid, which would turn `three-ds` into a property that doesn't exist. */
export type CardCheckoutProps = Omit<Markup, 'three-ds'> &
  Listeners<'on:'> &
  SolidJSX.HTMLAttributes<CardCheckout>;

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'card-checkout': CardCheckoutProps;
    }
  }
}
