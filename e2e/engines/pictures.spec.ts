import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from './test.ts';
import { often } from './till.ts';

/** The states of the shop's page of looks, with what the element says in each. */
const states = [
  ['Vazio', 'Pagar'],
  ['Preenchido', 'Bandeira: Visa'],
  ['Resumo dos erros', 'Confira estes campos'],
  ['Processando', 'Processando o pagamento…'],
  ['Desafio do banco', 'Confirme com o seu banco'],
  ['Aprovado', 'Você pagou R$'],
  ['Recusado', 'O pagamento não foi autorizado.'],
  ['Sem resposta', 'Não pague de novo'],
  ['Cancelado', 'Você cancelou'],
  ['Erro, sem botão', 'Entre em contato com a loja.'],
] as const;

/** Cuts the form out of a picture, with a margin. */
function cellOf(file: string): string {
  const place: DOMRect = JSON.parse(readFileSync(file.replace('.png', '.json'), 'utf8'));
  const [x, y, width, height] = [place.x - 8, place.y - 8, place.width + 16, place.height + 16];
  const picture = readFileSync(file).toString('base64');
  return `<div style="zoom: ${190 / width}; width: ${width}px; height: ${height}px; overflow: hidden">
    <img src="data:image/png;base64,${picture}" style="margin: ${-y}px 0 0 ${-x}px"></div>`;
}

/** The folder for the pictures of one run, which the last test puts side by side for the docs. */
const folder = process.env['TAKE_PICTURES'];
test.use({ breaksSomething: true });

for (const scheme of folder === undefined ? [] : ['light', 'dark']) {
  for (const width of [360, 1280]) {
    test(`every state, ${scheme}, ${width} px`, async ({ till, tab, demo }, { project }) => {
      test.setTimeout(180_000);
      mkdirSync(String(folder), { recursive: true });
      await tab.resize(width, 960);
      for (const [index, [title, text]] of states.entries()) {
        await tab.goto(`${demo.urls.shop}/looks`);
        await till.expectReady();
        await tab.eval(`document.documentElement.style.colorScheme = '${scheme}'`);
        const button = `[...document.querySelectorAll('[data-state]')].find((one) => one.textContent.includes('${title}'))`;
        if (index > 0) await tab.eval(`${button}.click()`);
        await till.expectText(text);
        if (title === 'Desafio do banco') {
          await till.expectBank();
          await expect.poll(async () => till.has('dialog[open]'), often).toBe(true);
        }
        const place = await till.ask(async (element) => {
          const root = element.shadowRoot;
          element.style.scrollMargin = '16px';
          element.scrollIntoView({ block: 'start' });
          const dialog = root.querySelector('dialog');
          const moving = root
            .getAnimations()
            .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
          await Promise.all(moving.map(({ finished }) => finished));
          return (dialog ?? element).getBoundingClientRect().toJSON();
        });
        const file = `${folder}/${scheme}-${width}-${index}-${project.name}`;
        writeFileSync(`${file}.png`, await tab.screenshot());
        writeFileSync(`${file}.json`, JSON.stringify(place));
      }
      expect(await till.has('form, .result')).toBe(true);
    });
  }
}

for (const scheme of folder === undefined ? [] : ['light', 'dark']) {
  test(`side by side, ${scheme}`, async ({ page }) => {
    const rows = [360, 1280].flatMap((width) =>
      ['chromium', 'firefox', 'webkit'].map((engine) => {
        const files = states.map((_state, index) =>
          globSync(`${folder}/${scheme}-${width}-${index}-${engine}.png`).map(cellOf).join(''),
        );
        return `<tr><th>${engine}, ${width} px</th>${files.map((one) => `<td>${one}</td>`).join('')}</tr>`;
      }),
    );
    const [back, text] = scheme === 'light' ? ['#fff', '#333'] : ['#131a26', '#ddd'];
    await page.setViewportSize({ width: 2100, height: 800 });
    await page.setContent(`<style>body { margin: 8px; background: ${back}; color: ${text} }
      th { writing-mode: sideways-lr; font: 12px sans-serif } td { vertical-align: top }</style>
      <table>${rows.join('')}</table>`);
    const path = `docs/states-${scheme}.jpg`;
    await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 70 });
  });
}
