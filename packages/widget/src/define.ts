import { CardCheckout } from './element/card-checkout.ts';

export type { Markup } from './element/markup.ts';

CardCheckout.define();
