import type { CardBrand } from './checkout.ts';
import type { Payment } from './payment.ts';

/** The request header that carries the order token to `GET /api/order`. */
export const orderHeader = 'Checkout-Order';

/** The answer to `GET /api/order`: all that a page needs to know before it pays an order. */
export interface PageOrder {
  config: ClientConfig;
  /** The payment that blocks another one: paid, running, or perhaps charged. */
  payment?: Payment;
}

/** The proxy's settings for pages. None is a secret. */
export interface ClientConfig {
  /** Where the browser requests the 3DS token, without the parameter `provider`. */
  tokenUrl: string;
  /** The 3DS provider, e.g. `cielo`. */
  provider: string;
  /** May contain the placeholders `{merchantId}` and `{sessionId}`. */
  fraudScriptUrl?: string;
  threeDSScriptUrl: string;
  threeDSEnvironment: 'sandbox' | 'production';
  merchantId: string;
  /** The brands that the request to the payments API can name, if it has to name one. */
  brands?: CardBrand[];
  /** The buyer's IP address, which Visa requires for 3DS (Cielo's `bpmpi_device_ipaddress`). */
  clientIp: string;
}
