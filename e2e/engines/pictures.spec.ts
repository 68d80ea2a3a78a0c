import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from './test.ts';
import { often } from './till.ts';

const states = [
  ['Vazio', 'Pagar'],
  ['Preenchido', 'Bandeira: Visa'],
  ['Resumo dos erros', 'Confira 5 campos'],
  ['Processando', 'Processando o pagamento…'],
  ['Desafio do banco', 'Confirme com o seu banco'],
  ['Aprovado', 'Você pagou R$'],
  ['Recusado', 'O pagamento não foi autorizado.'],
  ['Sem resposta', 'Não pague de novo:'],
  ['Cancelado', 'Você cancelou'],
  ['Erro, sem botão', 'Entre em contato com a loja.'],
] as const;

function cellOf(file: string): string {
  const place: DOMRect = JSON.parse(readFileSync(file.replace('.png', '.json'), 'utf8'));
  const [x, y, width, height] = [place.x - 8, place.y - 8, place.width + 16, place.height + 16];
  const picture = readFileSync(file).toString('base64');
  return `<div style="zoom: ${256 / width}; width: ${width}px; height: ${height}px; overflow: hidden">
    <img src="data:image/png;base64,${picture}" style="margin: ${-y}px 0 0 ${-x}px"></div>`;
}

/** Folder for a run's pictures; the last test puts Chromium's side by side for the docs. */
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
    const cells = states.map((_state, index) =>
      globSync(`${folder}/${scheme}-360-${index}-chromium.png`).map(cellOf).join(''),
    );
    const back = scheme === 'light' ? '#fff' : '#131a26';
    await page.setViewportSize({ width: 1340, height: 800 });
    await page.setContent(`<style>
      body { display: grid; grid-template-columns: repeat(5, 1fr); gap: 8px; background: ${back} }
      </style>${cells.map((cell) => `<div>${cell}</div>`).join('')}`);
    const path = `docs/states-${scheme}.jpg`;
    await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 70 });
  });
}
