import { IsolatedCheckout } from './isolated/isolated-checkout.ts';

export { IsolatedCheckout };

IsolatedCheckout.define();
