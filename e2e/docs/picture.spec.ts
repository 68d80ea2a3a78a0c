import { CheckoutPage } from '../support/checkout-page.ts';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { hold } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

/** A page with three forms: typing, paying and paid. */
const style = `<style>
  :root { color-scheme: light dark; background: light-dark(#eef1f6, #0a0e16); }
  body { display: flex; gap: 24px; width: max-content; margin: 0; padding: 32px; }
  card-checkout {
    width: 336px; height: 524px; padding: 28px; border-radius: 16px;
    background: light-dark(#fff, #131a26); box-shadow: 0 8px 32px rgb(20 30 60 / 12%);
  }
</style>`;

test.use({ deviceScaleFactor: 2, viewport: { width: 1240, height: 760 } });

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the README's picture, ${colorScheme}, shows the current form`, async ({
    checkout,
    demo,
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await hold(page, '**/api/3ds/token/**');
    const brands = 'brands="visa mastercard elo amex"';
    const elements: string[] = [];
    for (const scene of ['typing', 'paying', 'paid']) {
      const order = await checkout.order({ order: `1042-${scene}-${colorScheme}`, amount: 24_990 });
      const mode = scene === 'paid' ? 'off' : 'required';
      const tag = await elementFor(checkout, demo, `${brands} three-ds="${mode}"`);
      elements.push(tag.replace(/order="[^"]+"/, `order="${order}"`));
    }
    await openOwnPage(page, demo, { body: style + elements.join('') + scriptTag(demo) });
    const formAt = (nth: number) =>
      new CheckoutPage(page, demo, page.locator('card-checkout').nth(nth), checkout.isIsolated);
    const [typing, paying, paid] = [0, 1, 2].map(formAt);
    await paid?.pay({ holder: 'MARIA DA SILVA' });
    await paying?.pay({ holder: 'MARIA DA SILVA' });
    await typing?.fill({ securityCode: '', holder: '', document: '' });
    await typing?.securityCode.focus();

    await expect(formAt(2).inner).toContainText('Visa final 2701');
    await expect(formAt(1).inner).toContainText('Conectando');
    const path = process.env['TAKE_PICTURES'] && `docs/form-${colorScheme}.png`;
    if (path) await page.locator('body').screenshot({ path });
  });
}
