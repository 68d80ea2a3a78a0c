import type { ThreeDSMode } from '@card-checkout/contract/client-config';
import type { CardCheckout } from './card-checkout.ts';
import type { CheckoutEventMap } from '../checkout/events.ts';

/** The properties that a page may set. */
export type Properties = Pick<CardCheckout, keyof typeof CardCheckout.properties>;

/** The attributes whose names differ from their properties. */
interface Attributes {
  'proxy-url'?: string | undefined;
  'three-ds'?: ThreeDSMode | undefined;
  'three-ds-timeout-ms'?: number | undefined;
}

/** Properties and attributes, for a template. */
export type Markup = { [Name in keyof Properties]?: Properties[Name] | undefined } & Attributes;

/** Listeners as attributes, e.g. `oncheckout-approved` with the prefix `on`. */
export type Listeners<Prefix extends string> = {
  [Name in keyof CheckoutEventMap as `${Prefix}${Name}`]?: Listener<Name> | undefined;
};

export type Listener<Name extends keyof CheckoutEventMap> = (event: CheckoutEventMap[Name]) => void;

declare global {
  interface HTMLElementTagNameMap {
    'card-checkout': CardCheckout;
  }
}
