import { expect, test } from './test.ts';
import { often } from './till.ts';

/** Runs in the page: puts each text into an element of its own, as the rudest page translators do. */
function translate({ shadowRoot }: { shadowRoot: ShadowRoot }): void {
  const putAll = (): void => {
    const walker = document.createTreeWalker(shadowRoot, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const words = text.textContent ?? '';
      if (text.parentElement?.closest('font, style') ?? words.trim() === '') continue;
      const font = document.createElement('font');
      font.textContent = `~${words}`;
      text.parentNode?.replaceChild(font, text);
    }
  };
  putAll();
  new MutationObserver(putAll).observe(shadowRoot, { childList: true, subtree: true });
}

function money(centavos: number): string {
  const reais = (centavos / 100).toFixed(2).replace('.', ',');
  return `R$ ${reais.replace(/(\d)(\d{3},)/, '$1.$2')}`;
}

test.describe('the isolated form, whose frame holds the ordinary form', () => {
  test.use({ isolated: true, breaksSomething: true });

  test('says what is charged where a translator has replaced its texts', async ({
    till,
    tab,
    demo,
  }) => {
    const textOf = (part: string) => async () =>
      till.ask(({ shadowRoot }, selector) => {
        const found = shadowRoot.querySelector<HTMLElement>(selector);
        return found?.innerText.replaceAll(/\s/g, ' ') ?? '';
      }, part);
    const amount = demo.freshAmount();
    const other = await till.markup({ amount: String(amount), order: `other-${amount}` });
    const [, order = ''] = /order="([^"]+)"/.exec(other) ?? [];
    await till.open({ 'three-ds': 'off' });
    await till.ask(translate);

    await tab.eval(`void (document.querySelector('card-checkout').order = '${order}')`);
    await expect.poll(textOf('.pay'), often).toContain(money(amount));
    await till.ask(({ shadowRoot }) => {
      const select = shadowRoot.querySelector('select');
      if (select) select.value = '2';
      select?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect.poll(textOf('.pay'), often).toContain('2x');
    await till.pay({ '#cc-name': 'REFUSED' });
    await expect.poll(textOf('.alert'), often).toContain('não foi autorizado');
    await till.pay();

    await till.expectText('Pagamento aprovado');
    expect(await textOf('.result')()).toContain(money(amount));
    expect(await demo.charges(amount)).toMatchObject([{ installments: 2 }]);
  });
});
