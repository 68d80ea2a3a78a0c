import { expect, test } from './test.ts';

test.use({ breaksSomething: true });

/** Is a card that nothing else here knows. */
const card = { number: '4929 5171 3310 6081', securityCode: '739' };
const plainNumber = card.number.replaceAll(' ', '');

test('the card and the token are in no log, no database and no page', async ({
  checkout,
  demo,
  page,
}) => {
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    answers.push(response.text().catch(() => ''));
  });
  for (const holder of ['RISK', 'ERROR_500', 'LIMIT', 'APPROVED']) {
    await checkout.open();
    await checkout.pay({ ...card, holder });
    await expect(checkout.element).toContainText(/não foi|Não foi|aprovado/);
  }
  expect(await checkout.charges()).toMatchObject([{ first6: '492951', last4: '6081' }]);

  const server = demo.log.join('\n') + demo.database();
  const browser = (await Promise.all(answers)).join('\n') + (await page.content());
  expect(server).not.toContain(plainNumber);
  expect(server).not.toContain(`"${card.securityCode}"`);
  expect(server + browser).not.toContain(demo.secrets.API_TOKEN);
  expect(browser).not.toContain(demo.secrets.ORDER_SECRET);
  const stored = await page.evaluate(() => localStorage.length + sessionStorage.length);
  expect(stored).toBe(0);
});

test('after a challenge no frame and no copy of the number is left in the page', async ({
  checkout,
  page,
}) => {
  const number = '4000000000001091';
  await checkout.open();
  await checkout.pay({ number });
  await checkout.answerBank('1234');
  await expect(checkout.element).toContainText('Pagamento aprovado.');

  const shadow = await checkout.element.evaluate((element) => element.shadowRoot?.innerHTML ?? '');
  expect(shadow).not.toMatch(/iframe|dialog|input/);
  expect(page.frames()).toHaveLength(1);
  expect(await page.content()).not.toContain(number);
});
