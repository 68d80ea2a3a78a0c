import type { CardCheckout } from '@card-checkout/widget';
import '@card-checkout/widget/define';
import '@card-checkout/widget/react';
import { useCallback, useState, type JSX } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { messages, shop } from './shop.ts';

function Checkout(): JSX.Element {
  const [paymentId, setPaymentId] = useState('');
  const connect = useCallback((checkout: CardCheckout) => {
    const stop = new AbortController();
    checkout.messages = messages;
    checkout.addEventListener('checkout-approved', (event) => setPaymentId(event.paymentId), stop);
    return () => stop.abort();
  }, []);
  return (
    <>
      <card-checkout
        ref={connect}
        proxy-url={shop.proxyUrl}
        order={shop.order}
        dangerouslySetInnerHTML={{ __html: '' }}
        suppressHydrationWarning
      />
      <output>{paymentId}</output>
    </>
  );
}

const app = <Checkout />;
shop.place.innerHTML = renderToString(app);
hydrateRoot(shop.place, app);
