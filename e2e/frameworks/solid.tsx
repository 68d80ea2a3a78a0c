/** @jsxImportSource solid-js */
import '@card-checkout/widget/define';
import '@card-checkout/widget/solid';
import { createSignal } from 'solid-js';
import { render } from 'solid-js/web';
import { messages, shop } from './shop.ts';

const [paymentId, setPaymentId] = createSignal('');

render(
  () => (
    <>
      <card-checkout
        proxy-url={shop.proxyUrl}
        order={shop.order}
        messages={messages}
        attr:three-ds="preferred"
        prop:threeDSTimeoutMs={120_000}
        on:checkout-approved={(event) => setPaymentId(event.paymentId)}
      />
      <output>{paymentId()}</output>
    </>
  ),
  shop.place,
);
