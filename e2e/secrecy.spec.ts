import { expect, test } from './test.ts';

/** Is a card that nothing else here knows. */
const card = { number: '4929 5171 3310 6081', securityCode: '739' };
const plainNumber = card.number.replaceAll(' ', '');
const securityCode = new RegExp(`(?<![\\w-])${card.securityCode}(?![\\w-])`);

test.describe('the card and the token', () => {
  // A browser writes every answer of 400 and above to its console.
  test.use({ breaksSomething: true });

  for (const holder of ['RISK', 'ERROR_500', 'LIMIT', 'SELLER', 'APPROVED']) {
    test(`are in no answer, log, database or page after ${holder}`, async ({
      checkout,
      demo,
      page,
    }) => {
      const answers: Promise<string>[] = [];
      const paid: Promise<string>[] = [];
      page.on('response', (response) => {
        const text = response.text().catch(() => '');
        answers.push(text);
        if (response.url().includes('/api/checkout/')) paid.push(text);
      });
      await checkout.open();
      await checkout.pay({ ...card, holder });
      await expect(checkout.element).toContainText(/não foi|Não foi|aprovado/);

      const server = demo.log.join('\n') + demo.database();
      const browser = (await Promise.all(answers)).join('\n') + (await page.content());
      for (const number of [card.number, plainNumber]) {
        expect(server + browser).not.toContain(number);
      }
      expect(withoutNumbers((await Promise.all(paid)).join())).not.toMatch(securityCode);
      expect(withoutNumbers(demo.log.join('\n'))).not.toMatch(securityCode);
      for (const secret of Object.values(demo.secrets)) {
        expect(server + browser).not.toContain(secret);
      }
      const sent = await checkout.requests();
      expect(sent).not.toEqual([]);
      for (const { postbackUrl } of sent) {
        expect(server).not.toContain(postbackUrl.split('/').at(-1));
      }
      const stored = await page.evaluate(() => [
        ...Object.values(localStorage),
        ...Object.values(sessionStorage),
      ]);
      // The key of an attempt that may have charged, and when it was.
      for (const note of stored) expect(note).toMatch(/^\{"key":"[\da-f-]{36}","at":\d{13}\}$/);
    });
  }
});

test('after a payment nothing of the card and of the challenge is left in the page', async ({
  checkout,
  page,
}) => {
  await checkout.open();
  await checkout.pay({ number: '4000000000001091' });
  await checkout.answerBank('1234');
  await expect(checkout.element).toContainText('Pagamento aprovado.');

  const shadow = await checkout.element.evaluate((element) => element.shadowRoot?.innerHTML ?? '');
  expect(shadow).not.toMatch(/<(iframe|dialog|input)/);
  expect(page.frames()).toHaveLength(1);
  expect((await page.content()) + shadow).not.toContain('4000000000001091');
});

/** Takes out the numbers that may be any: durations and process ids. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/"(durationMs|pid)":\d+/g, '');
}
