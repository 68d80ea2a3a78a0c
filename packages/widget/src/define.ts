import { CardCheckout } from './card-checkout.ts';

CardCheckout.define();
