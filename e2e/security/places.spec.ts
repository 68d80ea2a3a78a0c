import { buyer, cards, CheckoutPage } from '../support/checkout-page.ts';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { expect, test } from '../support/test.ts';

test('two elements that authenticate at once ask the buyer in turn, with one fraud script', async ({
  demo,
  isolated,
  page,
}) => {
  const first = new CheckoutPage(page, demo, page.locator('#first'), isolated);
  const second = new CheckoutPage(page, demo, page.locator('#second'), isolated);
  const fraudScripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(demo.urls.fraud) && request.resourceType() === 'script') {
      fraudScripts.push(request.url());
    }
  });
  const elements =
    (await elementFor(first, demo, 'id="first"')) + (await elementFor(second, demo, 'id="second"'));
  await openOwnPage(page, demo, { body: elements + scriptTag(demo) });
  await first.fill();
  await first.number.fill(cards.challenge);
  await second.pay({ number: cards.challengeMastercard });
  // Isolated forms don't know of each other: the later challenge covers the earlier one.
  const [asked, waiting] = isolated ? [first, second] : [second, first];
  await expect(second.bank.getByLabel('Código SMS')).toBeVisible();
  // The other element's challenge covers the button.
  await first.inner.evaluate((element) => {
    element.shadowRoot?.querySelector<HTMLElement>('.pay')?.click();
  });
  await expect(asked.bank.getByLabel('Código SMS')).toBeVisible();
  await expect(waiting.inner.locator('dialog[open]')).toHaveCount(isolated ? 1 : 0);
  await asked.answerBank('1234');
  await expect(asked.inner).toContainText('Pagamento aprovado.');
  await waiting.answerBank('1234');

  await expect(waiting.inner).toContainText('Pagamento aprovado.');
  expect(await first.charges()).toMatchObject([{ last4: '2503' }]);
  expect(await second.charges()).toMatchObject([{ last4: '2151' }]);
  expect(fraudScripts).toHaveLength(1);
});

test('inside the page’s open dialog, the challenge is on top, Escape closes only the challenge, and the dialog stays open', async ({
  checkout,
  demo,
  page,
}) => {
  const element = await elementFor(checkout, demo);
  const body = `<dialog id="cart">${element}</dialog>${scriptTag(demo)}
    <script>document.getElementById('cart').showModal()</script>`;
  await openOwnPage(page, demo, { body });
  await checkout.pay({ number: cards.challenge });
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(checkout.alert).toContainText('Você cancelou a confirmação');
  await expect(page.locator('#cart')).toHaveAttribute('open');
  await expect(checkout.number).toHaveValue('4000 0000 0000 2503');

  await checkout.payButton.click();
  await checkout.answerBank('1234');
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  await expect(page.locator('#cart')).toHaveAttribute('open');
  expect(await checkout.charges()).toHaveLength(1);
});

test("inside other elements' shadow roots, open and closed, it pays and the page is told", async ({
  checkout,
  demo,
  page,
}) => {
  const { number, expiry, securityCode, holder, document } = buyer;
  const heard = page.locator('output');
  const body = `<output></output>
    <merchant-box>
      <template shadowrootmode="closed">
        <merchant-page>
          <template shadowrootmode="open">${await elementFor(checkout, demo)}</template>
        </merchant-page>
      </template>
    </merchant-box>
    <script>
      for (const type of ['checkout-ready', 'checkout-approved']) {
        addEventListener(type, ({ target }) => {
          document.querySelector('output').value = type + ' from ' + target.localName;
        });
      }
    </script>${scriptTag(demo)}`;
  await openOwnPage(page, demo, { body });
  await expect(heard).toHaveText('checkout-ready from merchant-box');
  for (const text of [number, expiry, securityCode, holder, document]) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');

  await expect(heard).toHaveText('checkout-approved from merchant-box');
  expect(await checkout.charges()).toHaveLength(1);
});
