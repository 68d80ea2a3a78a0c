import '@card-checkout/widget/isolated';
import { createApp } from 'vue';

const offer = await (await fetch('/order')).json();

const shop = createApp({
  template: `
    <h1>Café, R$ 129,90</h1>
    <card-checkout
      :proxy-url="proxyUrl"
      :order="order"
      :payer="payer"
      @checkout-approved="paymentId = $event.paymentId"
    ></card-checkout>
    <output>{{ paymentId }}</output>
  `,
  data: () => ({ paymentId: '', payer: { email: 'maria@example.com' }, ...offer }),
});
shop.config.compilerOptions.isCustomElement = (tag) => tag === 'card-checkout';
shop.mount('main');
