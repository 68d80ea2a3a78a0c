import { CardCheckout } from '@card-checkout/widget';

window.startForm = async () => {
  CardCheckout.define();
  const form = document.createElement('card-checkout');
  form.setAttribute('proxy-url', `${location.origin}/proxy`);
  form.setAttribute('order-id', 'order-1');
  form.setAttribute('amount', '12990');
  document.querySelector('#form')?.append(form);
};
