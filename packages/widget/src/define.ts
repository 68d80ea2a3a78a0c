import { CardCheckout } from './index.ts';
customElements.define('card-checkout', CardCheckout);
