import { scriptTag } from '../support/own-page.ts';
import { expect, test } from './test.ts';
import { challenged, often } from './till.ts';

/** Whether all of the bank's dialog is in the viewport. */
function isInView({ shadowRoot }: HTMLElement): boolean {
  // Browsers with CSS zoom differ in coordinates, but not between two elements.
  const viewport = document.createElement('div');
  viewport.style.cssText = 'position: fixed; inset: 0';
  document.body.append(viewport);
  const [whole, dialog] = [viewport, shadowRoot?.querySelector('dialog')].map(
    (one) => one?.getBoundingClientRect() ?? new DOMRect(),
  );
  viewport.remove();
  if (!whole || !dialog || dialog.width === 0) return false;
  const isWide = dialog.left >= whole.left - 1 && dialog.right <= whole.right + 1;
  return isWide && dialog.top >= whole.top - 1 && dialog.bottom <= whole.bottom + 1;
}

for (const isolated of [false, true])
  test.describe(isolated ? 'the isolated form' : 'the form', () => {
    test.use({ isolated });

    test('the bank’s page stays in view at any CSS zoom, and the buyer may take more time', async ({
      till,
      tab,
      demo,
    }) => {
      await till.openOwn((await till.markup()) + scriptTag(demo, isolated));
      await till.expectReady();
      await till.pay({ '#cc-number': challenged });
      await till.expectBank();
      for (const zoom of [1.1, 1.5, 2]) {
        await tab.eval(`void (document.documentElement.style.zoom = '${zoom}')`);
        await expect.poll(async () => till.ask(isInView), often).toBe(true);
      }
      await tab.eval(`void (document.documentElement.style.zoom = '')`);

      await till.ask(() => {
        const now = performance.now.bind(performance);
        performance.now = () => now() + 75_000;
      });
      await till.expectText('O tempo para confirmar está acabando.');
      await till.click('.notice button');
      const isEnding = async () => till.has('.notice button:not([hidden])');
      await expect.poll(isEnding, often).toBe(false);
      await till.answerBank('1234');
      await till.expectText('Pagamento aprovado');
      expect(await till.charges()).toHaveLength(1);
    });
  });
