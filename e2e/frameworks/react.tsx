import '@card-checkout/widget/define';
import '@card-checkout/widget/react';
import { StrictMode, useState, type JSX } from 'react';
import { createRoot } from 'react-dom/client';
import { messages, shop } from './shop.ts';

function Checkout(): JSX.Element {
  const [paymentId, setPaymentId] = useState('');
  return (
    <>
      <card-checkout
        proxy-url={shop.proxyUrl}
        order={shop.order}
        messages={messages}
        oncheckout-approved={(event) => setPaymentId(event.paymentId)}
      />
      <output>{paymentId}</output>
    </>
  );
}

createRoot(shop.place).render(
  <StrictMode>
    <Checkout />
  </StrictMode>,
);
