import { expect, test } from './test.ts';
import { challenged, often, refused, Till, typed } from './till.ts';

test('a card pays once, under the shop’s policy, and the receipt has the focus', async ({
  till,
}) => {
  const { headers } = await fetch(till.shopUrl());
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  await till.open();
  await till.typeIn();
  await till.click('.pay');
  await till.expectText('Pagamento aprovado');
  await expect.poll(async () => till.focused(), often).toBe('result');
  expect(await till.charges()).toHaveLength(1);
});

test('the buyer types a code on the bank’s page', async ({ till }) => {
  await till.open();
  await till.typeIn({ '#cc-number': challenged });
  await till.click('.pay');
  await till.expectBank();
  await till.answerBank('1234');
  await till.expectText('Pagamento aprovado');
  expect(await till.charges()).toHaveLength(1);
});

test('a wrong code pays nothing; the button cancels a challenge, and the next one pays', async ({
  till,
}) => {
  await till.open();
  await till.pay({ '#cc-number': challenged });
  await till.expectBank();
  await till.answerBank('9999');
  await till.expectText('A autenticação com o banco não foi concluída');

  await till.click('.pay');
  await till.expectBank();
  await till.click('[part=challenge-cancel]');
  await till.expectText('Você cancelou');
  expect(await till.has('dialog')).toBe(false);

  await till.click('.pay');
  await till.expectBank();
  await till.answerBank('1234');
  await till.expectText('Pagamento aprovado');
  expect(await till.charges()).toHaveLength(1);
});

test('a card that the bank doesn’t confirm comes with the way to another, which pays', async ({
  till,
}) => {
  await till.open();
  await till.pay({ '#cc-number': refused });
  await till.expectText('A autenticação com o banco não foi concluída.');
  await till.expectText('Nada foi cobrado.');
  expect(await till.charges()).toHaveLength(0);

  await till.click('[part=other-card]');
  await expect.poll(async () => till.focused(), often).toBe('cc-number');
  expect(await till.picture('#cc-number')).toBe('|');
  await till.pay();
  await till.expectText('Pagamento aprovado');
  expect(await till.charges()).toHaveLength(1);
});

test('a payment works by keyboard, and pressing Enter twice pays once', async ({ till, tab }) => {
  await till.open({ kinds: 'credit debit' });
  await till.click('#cc-number');
  await tab.key('Shift+Tab');
  await tab.key('Tab');
  for (const text of Object.values(typed)) {
    await tab.type(text);
    await tab.key('Tab');
  }
  expect(await till.focused()).toBe('installments');
  await tab.key('Tab');
  expect(await till.focused()).toBe('button');
  await tab.key('Enter');
  await tab.key('Enter');
  await till.expectText('Pagamento aprovado');
  expect(await till.charges()).toHaveLength(1);
});

test.describe(() => {
  // Chromium logs every response of 400 and above.
  test.use({ breaksSomething: true });

  test('a declined card loses its security code, and another card pays', async ({ till, tab }) => {
    await till.open({ 'three-ds': 'off' });
    await till.pay({ '#cc-name': 'RISK' });
    await till.expectText('não foi autorizado');
    expect(await till.picture('#cc-number')).toContain('4000 0000 0000 2701');
    expect(await till.picture('#cc-csc')).toBe('|');
    expect(await till.charges()).toHaveLength(0);

    await till.click('#cc-name');
    await tab.key('Control+a');
    await tab.type('APPROVED');
    await till.type('#cc-csc', '123');
    await tab.key('Enter');
    await till.expectText('Pagamento aprovado');
    expect(await till.charges()).toHaveLength(1);
  });
});

test.describe('the isolated form, whose frame holds the ordinary form', () => {
  test.use({ isolated: true });

  test('a page reloaded during a payment shows the outcome', async ({ till, tab }) => {
    // Reloads with the same order.
    await till.open({ 'three-ds': 'off', order: `order-${till.amount}` });
    await till.pay({ '#cc-name': 'UNKNOWN_STATUS' });
    await expect.poll(async () => till.charges(), often).toHaveLength(1);
    await tab.reload();
    await till.expectText('Pagamento aprovado');
    expect(await till.charges()).toHaveLength(1);
  });
});

test('buyer details are typed by keyboard, and the chosen installments are charged', async ({
  till,
  tab,
}) => {
  await till.open({ 'three-ds': 'off', ask: 'all' });
  await till.typeIn();
  for (const text of [
    'maria@exemplo.com.br',
    '11987654321',
    '01310100',
    'Avenida Paulista',
    '1000',
    'ap 2',
    'Bela Vista',
    'Santos',
    'SP',
    '3',
  ]) {
    await tab.type(text);
    await tab.key('Tab');
  }
  await tab.key('Space');
  await till.expectText('Pagamento aprovado');
  expect(await till.charges()).toMatchObject([{ installments: 3 }]);
});

test('two elements on a page pay their own orders', async ({ till, tab, demo }) => {
  test.skip(till.isIsolated, 'a till finds only one frame; `security/places.spec.ts` tests two');
  const other = new Till(tab, demo, { nth: 1 });
  await till.open({ 'three-ds': 'off' });
  await tab.eval(`fetch(${JSON.stringify(other.shopUrl())}).then(async (page) => {
    const second = document.querySelector('card-checkout').cloneNode();
    second.setAttribute('order', /order="([^"]+)"/.exec(await page.text())[1]);
    document.querySelector('card-checkout').after(second);
  })`);
  await other.expectText('R$');
  await other.pay();
  await other.expectText('Pagamento aprovado');
  await till.pay();
  await till.expectText('Pagamento aprovado');
  expect(await till.charges()).toHaveLength(1);
  expect(await other.charges()).toHaveLength(1);
});
