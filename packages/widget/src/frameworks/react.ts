import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { CardCheckout } from '../element/card-checkout.ts';
import type { Listeners, Markup } from '../element/markup.ts';

/** Props of `<card-checkout>` in JSX; React 19 sets properties where they exist. */
export type CardCheckoutProps = Markup &
  Listeners<'on'> &
  DetailedHTMLProps<HTMLAttributes<CardCheckout>, CardCheckout>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'card-checkout': CardCheckoutProps;
    }
  }
}
