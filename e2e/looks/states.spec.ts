import { LooksPage } from '../support/looks-page.ts';
import { expect, test } from '../support/test.ts';

// Declines and failures are written to the console by the browser itself.
test.use({ breaksSomething: true });

for (const [state, css, text] of [
  ['empty', 'ready', 'MM/AA'],
  ['filled', 'ready', 'Bandeira: Visa'],
  ['amex', 'ready', '4 dígitos na frente'],
  ['retired', 'ready', 'foi encerrada em 2025'],
  ['interest', 'ready', 'CET'],
  ['fault', 'ready', 'há algum dígito errado'],
  ['summary', 'ready', 'Confira estes campos'],
  ['refusal', 'ready', 'Aceite os termos de venda para pagar.'],
  ['connecting', 'paying', 'Conectando ao seu banco…'],
  ['challenge', 'paying', 'Confirme com o seu banco'],
  ['processing', 'paying', 'Processando o pagamento…'],
  ['approved', 'approved', 'Você pagou R$'],
  ['declined', 'declined', 'O pagamento não foi autorizado.'],
  ['pending', 'pending', 'Não pague de novo'],
  ['retryable', 'error', 'Tente de novo ou use outro cartão.'],
  ['final', 'error', 'Entre em contato com a loja.'],
] as const) {
  test(`the state "${state}" is reached`, async ({ demo, page }) => {
    const looks = new LooksPage(page, demo);
    await looks.open();
    await looks.reach(state);

    await expect(looks.element).toContainText(text);
    await expect(page.locator(`card-checkout:state(${css})`)).toBeVisible();
  });
}

test('every state has its test', async ({ demo, page }) => {
  const looks = new LooksPage(page, demo);
  await looks.open();

  expect(await looks.listed('data-state')).toHaveLength(16);
});

test('a state is left for another while its payment runs', async ({ demo, page }) => {
  const looks = new LooksPage(page, demo);
  await looks.open();
  await looks.reach('processing');
  await expect(looks.element).toContainText('Processando o pagamento…');
  await looks.reach('fault');

  await expect(looks.element).toContainText('há algum dígito errado');
  await expect(page.locator('card-checkout')).toHaveCount(1);
});

test('the outline is seen for as long as the texts are on their way', async ({ demo, page }) => {
  const looks = new LooksPage(page, demo);
  await looks.open('#theme=ipe');
  await page.getByRole('link', { name: 'Carregando' }).click();

  await expect(page.locator('card-checkout:state(loading)')).toBeVisible();
  await expect(looks.part('skeleton')).toBeVisible();
  await expect(looks.css).toContainText('#7a2a86');
  await expect(page.getByLabel('Card number')).toBeVisible();
});

test('language, direction, kinds, width and disabled are as chosen', async ({ demo, page }) => {
  const looks = new LooksPage(page, demo);
  await looks.open();
  await looks.choose('locale', 'es');
  await looks.choose('dir', 'rtl');
  await looks.choose('kinds', 'credit debit');
  await looks.choose('width', '360');
  await looks.setting('disabled').check();

  await expect(page.getByLabel('Número de la tarjeta')).toBeDisabled();
  await expect(looks.element).toHaveCSS('direction', 'rtl');
  await expect(looks.element.getByRole('radio')).toHaveCount(2);
  await expect(looks.stage).toHaveCSS('width', '360px');
});

test('a sentence ends where it ends, also on a page that is read from right to left', async ({
  demo,
  page,
}) => {
  const looks = new LooksPage(page, demo);
  await looks.open('#dir=rtl');
  await looks.reach('fault');
  const places = await looks.part('fault').evaluate((fault) => {
    const walker = document.createTreeWalker(fault, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    const text = texts.find((node) => node.textContent?.trim());
    if (!text) return undefined;
    const end = text.textContent?.trimEnd().length ?? 0;
    return [text.textContent?.search(/\S/) ?? 0, end - 1].map((index) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      return range.getBoundingClientRect().left;
    });
  });

  const [first = 0, last = 0] = places ?? [];
  expect(last).toBeGreaterThan(first);
  await expect(looks.part('fault')).toHaveCSS('text-align', 'right');
});

test('a disabled element looks so, and its hints can be read', async ({ demo, page }) => {
  const looks = new LooksPage(page, demo);
  await looks.open('#disabled=on');

  await expect(looks.part('label').first()).toHaveCSS('opacity', '0.55');
  await expect(looks.element.getByLabel('Parcelas')).toHaveCSS('opacity', '0.55');
  await expect(looks.part('hint').first()).toHaveCSS('opacity', '1');
});

for (const width of [320, 360, 768, 1366]) {
  test(`nothing is wider than a screen of ${width} px`, async ({ demo, page }) => {
    const looks = new LooksPage(page, demo);
    await page.setViewportSize({ width, height: 740 });
    await looks.open();

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test("the shop's page leads there", async ({ checkout, page }) => {
  await checkout.open();
  await page.getByRole('link', { name: 'Aparência' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aparência');
});
