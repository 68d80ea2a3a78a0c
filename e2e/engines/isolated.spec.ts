import { expect, test } from './test.ts';
import { challenged, often } from './till.ts';

test.use({ isolated: true });

test('a card typed into the isolated form pays after a challenge that covers the page', async ({
  till,
  tab,
}) => {
  const height = async () =>
    Number(
      await tab.eval(`document.querySelector('card-checkout > iframe').clientHeight - innerHeight`),
    );
  await till.open();
  await till.typeIn({ '#cc-number': challenged });
  expect(await till.picture('#cc-number')).toContain('4000 0000 0000 2503');
  await till.click('.pay');
  await till.expectBank();
  expect(await height()).toBe(0);
  await till.answerBank('1234');
  await till.expectText('Pagamento aprovado');
  await expect.poll(height, often).not.toBe(0);
  expect(await till.charges()).toHaveLength(1);
});

test('Tab leads from the bank’s page to the cancel button', async ({ till, tab }) => {
  await till.open();
  await till.pay({ '#cc-number': challenged });
  await till.expectBank();
  await till.pressInBank('Shift+Tab');
  // Skips the other controls on the bank's page.
  for (let stop = 0; stop < 3; stop += 1) await tab.key('Shift+Tab', 3);
  await expect.poll(async () => till.focused(), often).toBe('challenge-cancel');
  await tab.key('Enter', 1);
  await till.expectText('Você cancelou');
  expect(await till.charges()).toEqual([]);
});

test('a challenge takes the focus from a field on the page', async ({ till, tab }) => {
  await till.open();
  await tab.eval(`(() => {
    const field = document.body.appendChild(document.createElement('textarea'));
    addEventListener('checkout-step', () => field.focus(), { once: true });
  })()`);
  await till.pay({ '#cc-number': challenged });
  await till.expectBank();
  await till.answerBank('1234');
  await till.expectText('Pagamento aprovado');
  expect(await till.charges()).toHaveLength(1);
});

test('Tab moves from the page into the isolated form and out again, in both directions', async ({
  till,
  tab,
}) => {
  const fields = ['cc-number', 'cc-exp', 'cc-csc', 'cc-name', 'document', 'installments', 'button'];
  const go = async (key: string, stops: readonly string[], end: string) => {
    for (const field of stops) {
      await tab.key(key);
      await expect.poll(async () => till.focused(), often).toBe(field);
    }
    await tab.key(key);
    await expect.poll(async () => tab.eval('document.activeElement.id'), often).toBe(`"${end}"`);
  };
  await till.open();
  await tab.eval(`(() => {
    const checkout = document.querySelector('card-checkout');
    checkout.before(Object.assign(document.createElement('textarea'), { id: 'before' }));
    checkout.after(Object.assign(document.createElement('textarea'), { id: 'after' }));
    document.querySelector('#before').focus();
  })()`);
  await go('Tab', fields, 'after');
  await go('Shift+Tab', fields.toReversed(), 'before');
});

test('the isolated form follows the page’s color scheme', async ({ till, tab }) => {
  const colors = async () =>
    till.ask(({ shadowRoot }) => {
      const field = shadowRoot.querySelector('#cc-number') ?? document.body;
      return [field, document.body]
        .map((part) => getComputedStyle(part).colorScheme)
        .concat(getComputedStyle(field).color);
    });
  await till.open();
  await tab.eval(`void (document.documentElement.style.colorScheme = 'light')`);
  await expect.poll(colors, often).toContain('light');
  const [, , inLight] = await colors();
  await tab.eval(`void (document.documentElement.style.colorScheme = 'dark')`);
  await expect.poll(colors, often).toContain('dark');
  const [, , inDark] = await colors();
  expect(inDark).not.toBe(inLight);
});
