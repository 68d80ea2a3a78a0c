import type { CardBrand, ProofKind } from './checkout.ts';
import type { Payment } from './payment.ts';

/** The request header that carries the order token to `GET /api/order`. */
export const orderHeader = 'Checkout-Order';

/** The answer to `GET /api/order`: all that a page needs to know before it pays an order. */
export interface PageOrder {
  config: ClientConfig;
  /** The payment that blocks another one: paid, running, or perhaps charged. */
  payment?: Payment;
}

/** How much authentication a payment needs, the most first. Debit cards always need a proof. */
export const threeDSModes = ['required', 'preferred', 'off'] as const;
export type ThreeDSMode = (typeof threeDSModes)[number];

/** The proxy's settings for pages. None is a secret. */
export interface ClientConfig {
  /** The least that a payment needs, whatever the page says. */
  threeDS: ThreeDSMode;
  /** What the payments API takes for a proof of authentication. */
  proof: ProofKind;
  /** Where the browser requests the 3DS token, without the parameter `provider`. */
  tokenUrl: string;
  /** The 3DS provider, e.g. `cielo`. */
  provider: string;
  /** May contain the placeholders `{merchantId}` and `{sessionId}`. */
  fraudScriptUrl?: string;
  /** Empty if the adapter loads no script. */
  threeDSScriptUrl: string;
  threeDSEnvironment: 'sandbox' | 'production';
  merchantId: string;
  /** The brands that the request to the payments API can name, if it has to name one. */
  brands?: CardBrand[];
  /** The buyer's IP address, which Visa requires for 3DS (Cielo's `bpmpi_device_ipaddress`). */
  clientIp: string;
}
