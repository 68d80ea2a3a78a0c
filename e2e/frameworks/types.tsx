import type { CardCheckout, CheckoutErrorCode } from '@card-checkout/widget';
import '@card-checkout/widget/react';
import '@card-checkout/widget/vue';
import { createRef, type JSX } from 'react';
import type { GlobalComponents } from 'vue';

/** Checked by tsc alone: what React's JSX and Vue's templates may write into the element's tag. */
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
  <card-checkout proxyUrl="https://pay.example" order-id="1" amount={12_990} />,
  // @ts-expect-error: authentication is required, preferred or off
  <card-checkout three-ds="sometimes" />,
  // @ts-expect-error: an amount is a number of centavos
  <card-checkout amount="129.90" />,
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
