import { LooksPage } from '../support/looks-page.ts';
import { expect, test as base } from '../support/test.ts';

const test = base.extend<{ looks: LooksPage }>({
  looks: async ({ page, demo }, use) => {
    const looks = new LooksPage(page, demo);
    await looks.open();
    await use(looks);
  },
});

// Declines and failures are written to the console by the browser itself.
test.use({ breaksSomething: true });

/** What the element says in each state, grouped so that one test lasts some seconds. */
const states = {
  'before a payment': [
    ['Vazio', 'ready', 'MM/AA'],
    ['Crédito ou débito', 'ready', 'Débito'],
    ['Preenchido', 'ready', 'Bandeira: Visa'],
    ['Bandeira', 'ready', '4 dígitos na frente'],
    ['Bandeira encerrada', 'ready', 'foi encerrada em 2025'],
    ['Com juros', 'ready', 'CET'],
    ['Campo errado', 'ready', 'há algum dígito errado'],
    ['Resumo dos erros', 'ready', 'Confira estes campos'],
    ['Motivo da loja', 'ready', 'Aceite os termos.'],
    ['Desativado', 'disabled', 'MM/AA'],
  ],
  'during a payment': [
    ['Conectando', 'paying', 'Conectando ao seu banco…'],
    ['Processando', 'paying', 'Processando o pagamento…'],
    // Last, as its dialog covers the page.
    ['Desafio do banco', 'paying', 'Confirme com o seu banco'],
  ],
  'after a payment': [
    ['Aprovado', 'approved', 'Você pagou R$'],
    ['Recusado', 'declined', 'O pagamento não foi autorizado.'],
    ['Sem resposta', 'pending', 'Não pague de novo'],
    ['Erro, pode repetir', 'error', 'Tente de novo ou use outro cartão.'],
    ['Erro, sem botão', 'error', 'Entre em contato com a loja.'],
  ],
} as const;

for (const [when, reached] of Object.entries(states)) {
  test(`the states ${when} are reached, one after the other`, async ({ looks, page }) => {
    for (const [title, css, text] of reached) {
      await looks.states.filter({ hasText: title }).first().click();

      await expect(looks.element, title).toContainText(text);
      await expect(page.locator(`card-checkout:state(${css})`), title).toBeVisible();
    }
  });
}

test('every state has its test', async ({ looks }) => {
  await expect(looks.states).toHaveCount(Object.values(states).flat().length);
});

test('the outline is seen for as long as the texts are on their way', async ({ looks, page }) => {
  await page.getByRole('link', { name: 'Carregando' }).click();

  await expect(page.locator('card-checkout:state(loading)')).toBeVisible();
  await expect(looks.part('skeleton')).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeVisible();
});

test('a sentence ends where it ends, also on a page that is read from right to left', async ({
  looks,
  page,
}) => {
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await looks.reach('Campo errado');
  await expect(looks.part('fault')).toBeVisible();
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

test('a disabled element looks so, and its hints can be read', async ({ looks, page }) => {
  await looks.reach('Desativado');

  await expect(page.getByLabel('Número do cartão')).toBeDisabled();
  await expect(looks.part('label').first()).toHaveCSS('opacity', '0.55');
  await expect(looks.element.getByLabel('Parcelas')).toHaveCSS('opacity', '0.55');
  await expect(looks.part('hint').first()).toHaveCSS('opacity', '1');
});

test('nothing is wider than the screen', async ({ looks, page }) => {
  for (const width of [320, 360, 768, 1366]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await looks.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test("the shop's page leads there", async ({ checkout, page }) => {
  await checkout.open();
  await page.getByRole('link', { name: 'Aparência' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aparência');
});
