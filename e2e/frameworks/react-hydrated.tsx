import '@card-checkout/widget/define';
import '@card-checkout/widget/react';
import type { CardCheckout, CheckoutApprovedEvent } from '@card-checkout/widget';
import { StrictMode, useCallback, useState, type JSX } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { messages, shop } from './shop.ts';

/** Takes over what a server has rendered; there React sets no properties and adds no listeners. */
function Checkout(): JSX.Element {
  const [paymentId, setPaymentId] = useState('');
  const connect = useCallback((element: CardCheckout) => {
    const onApproved = (event: CheckoutApprovedEvent): void => setPaymentId(event.paymentId);
    element.messages = messages;
    element.addEventListener('checkout-approved', onApproved);
    return () => element.removeEventListener('checkout-approved', onApproved);
  }, []);
  return (
    <>
      <card-checkout ref={connect} proxy-url={shop.proxyUrl} order={shop.order} />
      <output>{paymentId}</output>
    </>
  );
}

hydrateRoot(
  shop.place,
  <StrictMode>
    <Checkout />
  </StrictMode>,
);
