import type { CardCheckout } from './element/card-checkout.ts';
import type { CheckoutEventMap } from './state/events.ts';
import type { ThreeDSMode } from './three-ds/policy.ts';

/** The properties that a page may set. */
type Settable =
  | 'proxyUrl'
  | 'order'
  | 'amount'
  | 'orderId'
  | 'locale'
  | 'threeDS'
  | 'kinds'
  | 'brands'
  | 'autoAdvance'
  | 'appearance'
  | 'apiUrl'
  | 'provider'
  | 'fraudScriptUrl'
  | 'payer'
  | 'cart'
  | 'threeDSAdapter'
  | 'messages'
  | 'name'
  | 'disabled';

type Properties = { [Name in Settable]?: CardCheckout[Name] | undefined };

/** The attributes whose names differ from their properties. */
interface Attributes {
  'proxy-url'?: string | undefined;
  'order-id'?: string | undefined;
  'three-ds'?: ThreeDSMode | undefined;
  'auto-advance'?: boolean | undefined;
  'api-url'?: string | undefined;
  'fraud-script-url'?: string | undefined;
}

/** Properties and attributes for a template. */
export type Markup = Properties & Attributes;

/** A listener for one of the element's events. */
export type Listener<Name extends keyof CheckoutEventMap> = (event: CheckoutEventMap[Name]) => void;
