import '@card-checkout/widget/define';
import type { CheckoutApprovedEvent } from '@card-checkout/widget';
import { createApp, ref } from 'vue';
import { messages, shop } from './shop.ts';

const app = createApp({
  template: `
    <card-checkout
      :proxy-url="proxyUrl"
      :order="order"
      :messages="messages"
      @checkout-approved="onApproved"
    ></card-checkout>
    <output>{{ paymentId }}</output>
  `,
  setup() {
    const paymentId = ref('');
    const onApproved = (event: CheckoutApprovedEvent): void => {
      paymentId.value = event.paymentId;
    };
    return { ...shop, messages, paymentId, onApproved };
  },
});
app.config.compilerOptions.isCustomElement = (tag) => tag === 'card-checkout';
app.mount(shop.place);
