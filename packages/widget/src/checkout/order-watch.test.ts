import { expect, it, vi } from 'vitest';
import { load, startCheckout, tokenOf, usePayingPage } from '../../testing/paying-page.ts';

const page = usePayingPage();

it('looks at no order once the element has left the page', async () => {
  const exp = Math.floor(Date.now() / 1000) + 7_200;
  const order = tokenOf({ sub: 'order-1', amount: 100, exp });
  const { checkout, ...started } = startCheckout({ order });
  page.proxy.clock = new Date();
  await load({ checkout, ...started });
  expect(vi.getTimerCount()).toBe(1);

  checkout.hostDisconnected();
  started.host.dispatchEvent(new Event('checkout-ready'));
  await vi.advanceTimersByTimeAsync(0);

  expect(vi.getTimerCount()).toBe(0);
});
