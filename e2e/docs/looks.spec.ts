import { examplesIn } from '../support/doc-examples.ts';
import { hold } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

const { example, expectAllTested } = examplesIn(['looks'], 'css', 'html');

example(
  ['properties', 'parts', 'states'],
  'change the look, accept any rule, and show the element’s state',
  async ({ checkout, open, page }) => {
    test.skip(checkout.isIsolated, 'its frame exposes no parts');
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(['properties', 'parts', 'states'], '<p id="cart">Cart</p>');
    await expect(checkout.payButton).toHaveCSS('background-color', 'rgb(122, 42, 134)');
    await expect(checkout.payButton).toHaveCSS('text-transform', 'uppercase');
    await expect(checkout.number).toHaveCSS('border-top-left-radius', '4px');
    await expect(checkout.number).toHaveCSS('font-size', '17px');
    await expect(checkout.number).toHaveCSS('font-family', 'Georgia, serif');
    // A page without a color scheme is light.
    await expect(checkout.number).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await checkout.number.focus();
    await expect(checkout.number).toHaveCSS('outline-width', '3px');

    const release = await hold(page, '**/api/checkout/');
    await checkout.skipThreeDS();
    await checkout.pay();
    await expect(checkout.inner.locator('[part=field]').first()).toHaveCSS('opacity', '0.5');
    await expect(page.locator('#cart')).toBeVisible();
    release();
    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    await expect(page.locator('#cart')).toBeHidden();
  },
);

example(
  ['dark', 'not-defined'],
  'follow the buyer’s color scheme, and reserve space until the form loads',
  async ({ checkout, open, page }) => {
    const release = await hold(page, '**/widget/card-checkout.js');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 600, height: 900 });
    const opened = open(['dark', 'not-defined']);
    const reserved = await checkout.element.evaluate((element) => element.clientHeight);
    release();
    await opened;
    await checkout.number.waitFor();
    const height = await checkout.element.evaluate((element) => element.clientHeight);
    expect(Math.abs(reserved - height)).toBeLessThan(40);

    await expect(checkout.number).toHaveCSS('background-color', 'rgb(27, 36, 51)');
    await expect(checkout.payButton).toHaveCSS('background-color', 'rgb(227, 166, 238)');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(checkout.payButton).toHaveCSS('background-color', 'rgb(122, 42, 134)');
  },
);

example('preset', 'tint the fields and show the accepted brands', async ({ checkout, open }) => {
  await open('preset');
  await expect(checkout.number).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
  const brands = checkout.inner.getByRole('img', {
    name: 'Aceitamos Visa, Mastercard, Elo, Amex.',
  });
  await expect(brands.locator('svg')).toHaveCount(4);
  await checkout.number.pressSequentially('6011');
  await expect(checkout.number).toHaveAccessibleDescription(/Não aceitamos Discover\./);
});

example(
  'slots',
  'show the page’s content in the right places',
  async ({ checkout, open, page }) => {
    test.skip(checkout.isIsolated, 'its frame has no slots');
    await open('slots');
    const terms = page.getByText('By paying');
    const [next, help] = [page.getByText('See your orders'), page.getByText('Write to us')];
    await expect(terms).toBeVisible();
    await expect(next).toBeHidden();
    await expect(help).toBeHidden();
    await checkout.skipThreeDS();
    await checkout.pay();
    await expect(next).toBeVisible();
    await expect(terms).toBeHidden();
    await expect(help).toBeHidden();
  },
);

expectAllTested();
