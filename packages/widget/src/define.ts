import { CardCheckout } from './element/card-checkout.ts';

export type { Markup } from './markup.ts';

CardCheckout.define();
