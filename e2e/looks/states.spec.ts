import { test, type LooksPage } from '../support/looks-page.ts';
import { hold } from '../support/routes.ts';
import { expect } from '../support/test.ts';

// The browser logs declines and failures.
test.use({
  breaksSomething: true,
  viewport: { width: 360, height: 740 },
  proxyEnvironment: { THREE_DS: 'required' },
});

const states = {
  'before a payment': [
    ['Vazio', 'ready', 'No verso do cartão'],
    ['Crédito ou débito', 'ready', 'Débito'],
    ['Preenchido', 'ready', 'Bandeira: Visa'],
    ['Bandeira', 'ready', 'Na frente do cartão (CID).'],
    ['Bandeira não aceita', 'ready', 'Não aceitamos Discover.'],
    ['Bandeira encerrada', 'ready', 'foi encerrada em 2025'],
    ['Com juros', 'ready', 'CET'],
    ['Campo errado', 'ready', 'há algum dígito errado'],
    ['Resumo dos erros', 'ready', 'Confira 5 campos'],
    ['Motivo da loja', 'ready', 'Aceite os termos.'],
    ['Desativado', 'disabled', 'No verso do cartão'],
  ],
  'during a payment': [
    ['Conectando', 'paying', 'Conectando ao banco…'],
    ['Processando', 'paying', 'Processando o pagamento…'],
    // Last, since its dialog covers the page.
    ['Desafio do banco', 'paying', 'Confirme com o seu banco'],
  ],
  'after a payment': [
    ['Aprovado', 'approved', 'Você pagou R$'],
    ['Recusado', 'declined', 'O pagamento não foi autorizado.'],
    ['Sem resposta', 'pending', 'Não pague de novo:'],
    ['Cancelado', 'error', 'Você cancelou'],
    ['Erro, pode repetir', 'error', 'Tente de novo ou use outro cartão.'],
    ['Erro, sem botão', 'error', 'Entre em contato com a loja.'],
  ],
} as const;

/** What each color is for: part or selector and CSS property, by a state that shows it. */
const colors: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  Vazio: [
    ['accent', '[part=button]', 'background-color'],
    ['on-accent', '[part=button]', 'color'],
    ['text', '[part=label]', 'color'],
    ['muted', '[part=trust]', 'color'],
    ['field', '[part=input]', 'background-color'],
    ['border', '[part=input]', 'border-top-color'],
  ],
  'Campo errado': [['danger', '[part=fault]', 'color']],
  'Resumo dos erros': [['danger-soft', '[part=summary]', 'background-color']],
  Aprovado: [
    ['surface', '[part=result-mark]', 'stroke'],
    ['success', '[part=result-mark]', 'fill'],
  ],
};

const all = Object.values(colors).flat();

async function paint({ style }: LooksPage): Promise<void> {
  const rules = all.map(
    ([name], index) =>
      `--card-checkout-${name}: light-dark(rgb(0, 1, ${index}), rgb(0, 2, ${index}));`,
  );
  await style(`:root { color-scheme: light dark; ${rules.join(' ')} }`);
}

async function expectColors({ element, page }: LooksPage, state: string): Promise<void> {
  for (const [green, colorScheme] of [
    [1, 'light'],
    [2, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    for (const color of colors[state] ?? []) {
      const [name, selector, property] = color;
      const expected = `rgb(0, ${green}, ${all.indexOf(color)})`;
      await expect(element.locator(selector).first(), name).toHaveCSS(property, expected);
    }
  }
}

const looksOf: Readonly<Record<string, (looks: LooksPage) => Promise<void>>> = {
  'Campo errado': expectSentenceToEnd,

  Desativado: async ({ element, page, part }) => {
    await expect(page.getByLabel('Número do cartão')).toBeDisabled();
    await expect(part('label').first()).toHaveCSS('opacity', '0.55');
    await expect(element.getByLabel('Parcelas')).toHaveCSS('opacity', '0.55');
    await expect(part('hint').first()).toHaveCSS('opacity', '1');
  },

  Conectando: async ({ style, part }) => {
    await style('card-checkout:state(paying)::part(field) { opacity: 0.5 }');
    await expect(part('field').first(), 'a rule for a state').toHaveCSS('opacity', '0.5');
  },

  Cancelado: async ({ part }) => {
    // The buyer did nothing wrong.
    await expect(part('alert')).not.toHaveCSS('background-color', /253, 236, 235|60, 27, 26/);
  },
};

/** Expects a sentence to end at its end, even on a right-to-left page. */
async function expectSentenceToEnd({ page, part }: LooksPage): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  const [first = 0, last = 0] = await part('fault').evaluate((fault) => {
    const walker = document.createTreeWalker(fault, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    const text = texts.find((node) => node.textContent?.trim());
    if (!text) return [];
    const end = text.textContent?.trimEnd().length ?? 0;
    return [text.textContent?.search(/\S/) ?? 0, end - 1].map((index) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      return range.getBoundingClientRect().left;
    });
  });
  expect(last).toBeGreaterThan(first);
  await expect(part('fault')).toHaveCSS('text-align', 'right');
  await page.evaluate(() => document.documentElement.removeAttribute('dir'));
}

for (const [when, reached] of Object.entries(states)) {
  test(`the states ${when} are reached, one after the other, in their colors`, async ({
    looks,
    page,
  }) => {
    await expect(looks.states).toHaveCount(Object.values(states).flat().length);
    await paint(looks);
    for (const [title, css, text] of reached) {
      await test.step(title, async () => {
        await looks.reach(title);
        await expect(looks.element).toContainText(text);
        await expect(page.locator(`card-checkout:state(${css})`)).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
        await expectColors(looks, title);
        await looksOf[title]?.(looks);
      });
    }
  });
}

test('the outline shows until the texts have loaded', async ({ looks, page }) => {
  const release = await hold(page, '**/_shop/slow-widget/en-*.js');
  await page.getByRole('link', { name: 'Carregando' }).click();

  await expect(page.locator('card-checkout:state(loading)')).toBeVisible();
  await expect(looks.part('skeleton')).toBeVisible();
  release();
  await expect(page.getByLabel('Card number')).toBeVisible();
});
