import { IsolatedCheckout } from './isolated/page/isolated-checkout.ts';

export { IsolatedCheckout };

IsolatedCheckout.define();
