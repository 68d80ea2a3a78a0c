import type { HTMLAttributes } from 'vue';
import type { CardCheckout } from './element/card-checkout.ts';
import type { CheckoutEventMap } from './state/events.ts';
import type { Listener, Markup } from './markup.ts';
import type { ThreeDSMode } from './three-ds/policy.ts';

type Listeners = {
  [Name in keyof CheckoutEventMap as `on${PascalCase<Name>}`]?: Listener<Name> | undefined;
};

type PascalCase<Name extends string> = Name extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${PascalCase<Rest>}`
  : Capitalize<Name>;

/** What a template of Vue may write into `<card-checkout>`. */
export interface CardCheckoutProps extends Markup, Listeners, HTMLAttributes {
  /** How Vue reads `three-ds`. */
  threeDs?: ThreeDSMode | undefined;
}

declare module 'vue' {
  interface GlobalComponents {
    'card-checkout': new () => CardCheckout & { $props: CardCheckoutProps };
  }
}
