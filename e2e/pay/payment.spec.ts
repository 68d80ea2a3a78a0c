import { buyer } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

test('Enter pays the default cart once, to the centavo and with proof', async ({
  checkout,
  demo,
  page,
}) => {
  const before = await checkout.charges(12_990);
  const form = checkout.isIsolated ? 'isolated' : 'ordinary';
  await page.goto(`${demo.urls.shop}?form=${form}&three-ds=required`);
  await expect(checkout.payButton).toHaveText('Pagar R$\u00A0129,90');
  await checkout.fill();
  await checkout.document.press('Enter');

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  const charges = await checkout.charges(12_990);
  expect(charges.slice(before.length)).toMatchObject([
    { first6: '400000', last4: '2701', eci: '05', installments: 1 },
  ]);
});

test('a double click pays once; the page hears of every step, and nothing about the card', async ({
  checkout,
  page,
}) => {
  await page.route('**/_shop/journal*', async (route) => route.fulfill({ body: '{' }), {
    times: 1,
  });
  await checkout.open();
  // The shop's list misses no event, not even the first.
  await expect(page.locator('#steps')).toContainText('O formulário está pronto');
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    for (const name of ['step', 'approved', 'declined', 'error', 'pending', 'change']) {
      document.addEventListener(`checkout-${name}`, (event) => {
        const fields = Object.entries(event).filter(([key]) => key !== 'isTrusted');
        heard.push([event.type, Object.fromEntries(fields)]);
      });
    }
  });
  await checkout.fill();
  await checkout.installments.selectOption('3');
  await checkout.payButton.dblclick();
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  const { amount } = checkout;
  expect(await checkout.charges()).toMatchObject([{ amount, installments: 3 }]);
  // A truncated response doesn't stop the panel either.
  await expect(page.locator('#charged')).toContainText('1 cobrança');

  const heard = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')));
  const stages = [...heard.matchAll(/"step":"(\w+)"(?:,"outcome":"(\w+)")?/g)];
  expect(stages.map(([, step, outcome = 'begins']) => `${step} ${outcome}`)).toEqual([
    'fraud begins',
    'fraud completed',
    'token begins',
    'token completed',
    'challenge begins',
    'challenge authenticated',
    'submit begins',
    'submit approved',
  ]);
  expect(heard).toContain('"checkout-approved"');
  expect(heard).toContain('"brand":"visa"');
  expect(heard).not.toContain(buyer.number);
  expect(heard).not.toContain('"123"');
});
