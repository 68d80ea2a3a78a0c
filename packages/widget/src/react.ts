import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { CardCheckout } from './element/card-checkout.ts';
import type { CheckoutEventMap } from './state/events.ts';
import type { Listener, Markup } from './markup.ts';

type Listeners = { [Name in keyof CheckoutEventMap as `on${Name}`]?: Listener<Name> | undefined };

/** Props of `<card-checkout>` in JSX; React 19 sets properties where they exist. */
export type CardCheckoutProps = Markup &
  Listeners &
  DetailedHTMLProps<HTMLAttributes<CardCheckout>, CardCheckout>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'card-checkout': CardCheckoutProps;
    }
  }
}
