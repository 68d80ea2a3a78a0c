import type { CardCheckout, CheckoutErrorCode } from '@card-checkout/widget';
import '@card-checkout/widget/define';
import '@card-checkout/widget/react';
import '@card-checkout/widget/solid';
import '@card-checkout/widget/svelte';
import '@card-checkout/widget/vue';
import { createRef, type JSX } from 'react';
import type { JSX as SolidJSX } from 'solid-js';
import type { SvelteHTMLElements } from 'svelte/elements';
import type { GlobalComponents } from 'vue';

/** A test for tsc: which attributes JSX and templates accept. */
const element = createRef<CardCheckout>();
const codes: CheckoutErrorCode[] = [];

export const inReact: JSX.Element[] = [
  <card-checkout
    ref={element}
    className="checkout"
    proxy-url="https://pay.example"
    order="a.b.c"
    three-ds="preferred"
    kinds="credit debit"
    payer={{ name: 'Maria', address: { city: 'São Paulo' } }}
    cart={[{ name: 'Café', quantity: 2, unitPriceCentavos: 3_190 }]}
    messages={{ pay: 'Doar {amount}' }}
    oncheckout-change={({ valid, brand }) => valid && brand === 'elo'}
    oncheckout-approved={({ paymentId, payment }) => [paymentId.length, payment['status']]}
    oncheckout-error={({ code }) => codes.push(code)}
  />,
  <card-checkout proxyUrl="https://pay.example" threeDSTimeoutMs={120_000} />,
  // @ts-expect-error: authentication is required, preferred or off
  <card-checkout three-ds="sometimes" />,
  <card-checkout locale="en-US" kinds="debit" brands="visa elo" />,
  // @ts-expect-error: no such kind of card
  <card-checkout kinds="prepaid" />,
  // @ts-expect-error: no such brand
  <card-checkout brands="vista" />,
  // @ts-expect-error: a time limit is a number of milliseconds
  <card-checkout threeDSTimeoutMs="120 s" />,
  // @ts-expect-error: a decline has no payment
  <card-checkout oncheckout-declined={({ payment }) => payment} />,
];

type InVue = InstanceType<GlobalComponents['card-checkout']>;

export const inVue: InVue['$props'][] = [
  {
    class: 'checkout',
    proxyUrl: 'https://pay.example',
    order: 'a.b.c',
    threeDs: 'preferred',
    payer: { email: 'maria@exemplo.com.br' },
    onCheckoutApproved: ({ paymentId }) => paymentId.length,
    onCheckoutError: ({ code }) => codes.push(code),
  },
  // @ts-expect-error: authentication is required, preferred or off
  { threeDs: 'sometimes' },
];

export const submitFromVue = async (checkout: InVue): Promise<void> => checkout.submit();

export const inSvelte: SvelteHTMLElements['card-checkout'][] = [
  {
    'proxy-url': 'https://pay.example',
    order: 'a.b.c',
    'three-ds': 'preferred',
    payer: { name: 'Maria' },
    'oncheckout-approved': ({ paymentId }) => paymentId.length,
  },
  // @ts-expect-error: no such kind of card
  { kinds: 'prepaid' },
];

export const inSolid: SolidJSX.IntrinsicElements['card-checkout'][] = [
  {
    'proxy-url': 'https://pay.example',
    order: 'a.b.c',
    payer: { name: 'Maria' },
    'attr:three-ds': 'preferred',
    'prop:threeDSAdapter': undefined,
    'on:checkout-error': ({ code }) => codes.push(code),
  },
  // @ts-expect-error: Solid would set the property `threeDs`
  { 'three-ds': 'preferred' },
  // @ts-expect-error: Solid would set the property `proxyurl`
  { proxyUrl: 'https://pay.example' },
  // @ts-expect-error: authentication is required, preferred or off
  { 'attr:three-ds': 'sometimes' },
];

/** The tag also has a type without a framework. */
export const created: CardCheckout = document.createElement('card-checkout');
