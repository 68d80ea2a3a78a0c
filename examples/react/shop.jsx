import { useCallback, useState } from 'react';

/** Rendered on the server and hydrated in the browser. */
export function Shop({ order, proxyUrl }) {
  const [paymentId, setPaymentId] = useState('');
  const connect = useCallback((checkout) => {
    const onApproved = (event) => setPaymentId(event.paymentId);
    checkout.payer = { email: 'maria@example.com' };
    checkout.addEventListener('checkout-approved', onApproved);
    return () => checkout.removeEventListener('checkout-approved', onApproved);
  }, []);
  return (
    <>
      <h1>Café, R$ 129,90</h1>
      <card-checkout
        ref={connect}
        proxy-url={proxyUrl}
        order={order}
        // The element adds its frame before React hydrates.
        dangerouslySetInnerHTML={{ __html: '' }}
        suppressHydrationWarning
      />
      <output>{paymentId}</output>
    </>
  );
}
