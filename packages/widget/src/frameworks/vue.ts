import type { ThreeDSMode } from '@card-checkout/contract/client-config';
import type { HTMLAttributes } from 'vue';
import type { CardCheckout } from '../element/card-checkout.ts';
import type { CheckoutEventMap } from '../checkout/events.ts';
import type { Listener, Markup } from '../element/markup.ts';

type Listeners = {
  [Name in keyof CheckoutEventMap as `on${PascalCase<Name>}`]?: Listener<Name> | undefined;
};

type PascalCase<Name extends string> = Name extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${PascalCase<Rest>}`
  : Capitalize<Name>;

/** Props of `<card-checkout>` in a Vue template. */
export interface CardCheckoutProps extends Markup, Listeners, HTMLAttributes {
  /** Vue's name for `three-ds`. */
  threeDs?: ThreeDSMode | undefined;
}

declare module 'vue' {
  interface GlobalComponents {
    'card-checkout': new () => CardCheckout & { $props: CardCheckoutProps };
  }
}
