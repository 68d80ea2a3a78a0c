import type { JSX as SolidJSX } from 'solid-js';
import type { CardCheckout } from '../element/card-checkout.ts';
import type { Listeners, Markup, Properties } from '../element/markup.ts';

/** Solid sets the property `proxyUrl` for `proxy-url`, but would set `threeDs` for `three-ds`. */
type ByAttribute = `three-${string}`;

/** The names whose properties Solid finds: its compiler puts the others into lower case. */
type Found<Name extends string> = Name extends ByAttribute ? never : Name & Lowercase<Name>;

/** Props of `<card-checkout>` in Solid. */
export type CardCheckoutProps = { [Name in keyof Markup as Found<Name>]?: Markup[Name] } & {
  [Name in keyof Markup & ByAttribute as `attr:${Name}`]?: Markup[Name];
} & {
  [Name in keyof Properties as `prop:${Name}`]?: Properties[Name] | undefined;
} & Listeners<'on:'> &
  SolidJSX.HTMLAttributes<CardCheckout>;

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'card-checkout': CardCheckoutProps;
    }
  }
}
