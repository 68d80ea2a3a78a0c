import { cards } from '../support/checkout-page.ts';
import { examplesIn } from '../support/doc-test.ts';
import { expect } from '../support/test.ts';

const { example, expectAllTested } = examplesIn('integration', 'css');

example('properties', 'change the looks', async ({ checkout, open }) => {
  await open('properties');

  await expect(checkout.payButton).toHaveCSS('background-color', 'rgb(122, 42, 134)');
  await expect(checkout.number).toHaveCSS('border-top-left-radius', '4px');
  await expect(checkout.number).toHaveCSS('font-size', '17px');
  await expect(checkout.number).toHaveCSS('font-family', 'Georgia, serif');
});

example('dark', 'follows the buyer where the page does', async ({ checkout, open, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open('properties');
  await expect(checkout.number).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await open('dark');
  await expect(checkout.number).toHaveCSS('background-color', 'rgb(27, 36, 51)');
  await expect(checkout.payButton).toHaveCSS('background-color', 'rgb(227, 166, 238)');
  await page.emulateMedia({ colorScheme: 'light' });

  await expect(checkout.payButton).toHaveCSS('background-color', 'rgb(122, 42, 134)');
});

example('parts', 'take any rule', async ({ checkout, open }) => {
  await open('parts');
  await checkout.number.focus();

  await expect(checkout.payButton).toHaveCSS('text-transform', 'uppercase');
  await expect(checkout.element.getByText('Validade')).toHaveCSS('font-weight', '400');
  await expect(checkout.number).toHaveCSS('outline-width', '2px');
});

example('states', 'tell what the element is doing', async ({ checkout, open, page }) => {
  await open('states', '<p id="cart">Cart</p>');
  await checkout.pay({ number: cards.challenge });
  await expect(checkout.element.locator('[part=field]').first()).toHaveCSS('opacity', '0.5');
  await expect(page.locator('#cart')).toBeVisible();
  await checkout.answerBank('1234');

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  await expect(page.locator('#cart')).toBeHidden();
});

example(
  'not-defined',
  'keeps the place until the form is there',
  async ({ checkout, open, page }) => {
    const { promise: late, resolve: release } = Promise.withResolvers<undefined>();
    await page.route('**/widget/card-checkout.js', async (route) => {
      await late;
      await route.continue();
    });
    await page.setViewportSize({ width: 600, height: 900 });
    const opened = open('not-defined');
    const reserved = await checkout.element.evaluate((element) => element.clientHeight);
    release(undefined);
    await opened;
    await checkout.number.waitFor();

    const height = await checkout.element.evaluate((element) => element.clientHeight);
    expect(Math.abs(reserved - height)).toBeLessThan(40);
  },
);

expectAllTested();
