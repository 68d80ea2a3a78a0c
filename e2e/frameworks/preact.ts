import '@card-checkout/widget/define';
import type { CheckoutApprovedEvent } from '@card-checkout/widget';
import { h, render, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { messages, shop } from './shop.ts';

function Checkout(): VNode {
  const [paymentId, setPaymentId] = useState('');
  return h('div', {}, [
    h('card-checkout', {
      'proxy-url': shop.proxyUrl,
      order: shop.order,
      messages,
      'oncheckout-approved': (event: CheckoutApprovedEvent) => setPaymentId(event.paymentId),
    }),
    h('output', {}, paymentId),
  ]);
}

render(h(Checkout, {}), shop.place);
