import { signOrder } from '@card-checkout/server';
import { CheckoutPage, cards } from '../support/checkout-page.ts';
import { documentWith, elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { expect, test } from '../support/test.ts';

/** A page with three forms, as on three phones: the card is typed, the bank asks, it is paid. */
const style = `<style>
  :root { color-scheme: light dark; background: light-dark(#eef1f6, #0a0e16); }
  body { display: flex; gap: 24px; width: max-content; margin: 0; padding: 32px; }
  iframe {
    width: 392px; height: 600px; border: 0; border-radius: 16px;
    box-shadow: 0 8px 32px rgb(20 30 60 / 12%);
  }
</style>`;
const phone = `<style>
  :root { color-scheme: light dark; background: light-dark(#fff, #131a26); }
  body { margin: 28px; }
</style>`;

test.use({
  deviceScaleFactor: 2,
  viewport: { width: 1320, height: 760 },
  proxyEnvironment: { PAYMENT_PAGE: 'on', SHOP_NAME: 'Minha loja' },
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every scene of the README's picture, ${colorScheme}, can be reached`, async ({
    checkout,
    demo,
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const frames: string[] = [];
    for (const scene of ['typing', 'asked', 'paid']) {
      const order = await checkout.order({ order: `1042-${scene}-${colorScheme}`, amount: 24_990 });
      const tag = await elementFor(checkout, demo, 'brands="visa mastercard elo amex"');
      const body = phone + tag.replace(/order="[^"]+"/, `order="${order}"`) + scriptTag(demo);
      frames.push(`<iframe srcdoc="${documentWith(body).replaceAll('"', '&quot;')}"></iframe>`);
    }
    await openOwnPage(page, demo, { body: style + frames.join('') });
    const formAt = (nth: number) => {
      const element = page.locator('body > iframe').nth(nth).contentFrame();
      return new CheckoutPage(page, demo, element.locator('card-checkout'), checkout.isIsolated);
    };
    const typing = formAt(0);
    const asked = formAt(1);
    const paid = formAt(2);
    await paid.pay({ holder: 'MARIA DA SILVA' });
    await asked.pay({ holder: 'MARIA DA SILVA', number: cards.challenge });
    await expect(paid.inner).toContainText('Visa final 2701');
    await expect(asked.bank.getByLabel('Código SMS')).toBeVisible();
    await typing.number.fill(cards.frictionless);
    await typing.expiry.fill('12/30');
    await typing.securityCode.focus();

    const path = process.env['TAKE_PICTURES'] && `docs/form-${colorScheme}.png`;
    if (path) await page.locator('body').screenshot({ path });
  });

  test(`the home page's picture of a payment link, ${colorScheme}, can be reached`, async ({
    demo,
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const claims = {
      sub: `link-${colorScheme}`,
      amount: 24_990,
      description: 'Café especial, 1 kg',
    };
    const order = await signOrder(claims, demo.secrets.orderSecret);
    await page.goto(`${demo.urls.proxy}/pay#${order}`);
    await expect(page.getByRole('heading', { name: 'Minha loja' })).toBeVisible();
    await page.getByLabel('Número do cartão').fill(cards.frictionless);
    await expect(page.getByRole('button', { name: /Pagar R\$\s249,90/ })).toBeEnabled();

    const path = process.env['TAKE_PICTURES'] && `docs/pay-${colorScheme}.png`;
    if (path) await page.screenshot({ path });
  });
}
