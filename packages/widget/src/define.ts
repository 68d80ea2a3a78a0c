import { CardCheckout } from './element/card-checkout.ts';

CardCheckout.define();
