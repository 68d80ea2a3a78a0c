import { test } from '../support/looks-page.ts';
import { expect } from '../support/test.ts';

test('a look changes the element, a click outlines a part, and everything fits the screen', async ({
  looks,
  page,
}) => {
  await looks.style(`:root {
    color-scheme: light dark;
    --card-checkout-accent: light-dark(#111, #f4f1ea);
    --card-checkout-radius: 0;
    --card-checkout-gap: 20px;
    --card-checkout-font: 17px/1.5 Georgia, serif;
  }
  card-checkout::part(button) { text-transform: uppercase }`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(looks.part('input').first()).toHaveCSS('border-top-left-radius', '0px');
  await expect(looks.part('form')).toHaveCSS('row-gap', '20px');
  await expect(looks.element).toHaveCSS('font-family', 'Georgia, serif');
  await expect(looks.part('button')).toHaveCSS('background-color', 'rgb(244, 241, 234)');
  await expect(looks.part('button')).toHaveCSS('text-transform', 'uppercase');

  const button = page.getByRole('button', { name: 'button', exact: true });
  await button.click();
  await expect(looks.part('button')).toHaveCSS('outline-style', 'dashed');
  await expect(page.getByText('button: O botão de pagar.')).toBeVisible();
  await button.click();
  await expect(looks.part('button')).toHaveCSS('outline-style', 'none');

  await looks.element.evaluate((element) => element.setAttribute('appearance', 'filled'));
  await expect(looks.part('input').first()).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
  await looks.element.evaluate((element) => element.setAttribute('appearance', 'minimal'));
  await expect(looks.part('input').first()).toHaveCSS('border-top-width', '0px');

  for (const width of [280, 320, 360, 768, 1366]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});
