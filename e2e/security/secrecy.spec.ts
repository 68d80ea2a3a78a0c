import type { Page } from '@playwright/test';
import {
  htmlOf,
  isPayment,
  placesOf,
  recordPage,
  requestsWith,
  type PageRecord,
} from '../support/browser-places.ts';
import { cards, type CheckoutPage } from '../support/checkout-page.ts';
import type { RunningDemo } from '../support/running-demo.ts';
import { expect, test } from '../support/test.ts';

/** A card that nothing else here knows. */
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

/** Ends of a payment, each with a card that is typed and nowhere else in the page. */
const endings: [string, (checkout: CheckoutPage, page: Page) => Promise<string>][] = [
  [
    'an approval',
    async (checkout) => {
      await checkout.pay(marked);
      await expect(checkout.element).toContainText('Pagamento aprovado.');
      return marked.number;
    },
  ],
  [
    'a decline',
    async (checkout) => {
      await checkout.pay({ ...marked, holder: 'RISK' });
      await expect(checkout.alert).toContainText('não foi');
      return marked.number;
    },
  ],
  [
    'a number that is wrong',
    async (checkout) => {
      const number = marked.number.replace(/1$/, '2');
      await checkout.pay({ ...marked, number });
      await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
      return number;
    },
  ],
  [
    'a challenge that the buyer cancels',
    async (checkout) => {
      await checkout.pay({ ...marked, number: cards.challenge });
      await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
      await checkout.challenge.getByRole('button', { name: 'Cancelar' }).click();
      await expect(checkout.challenge).toHaveCount(0);
      return cards.challenge;
    },
  ],
  [
    'a proxy that cannot be reached',
    async (checkout, page) => {
      await page.clock.install();
      await page.route('**/api/checkout/**', (route) => route.abort());
      await checkout.pay(marked);
      await checkout.waitThroughPauses('Não conseguimos falar com a loja');
      return marked.number;
    },
  ],
  [
    'a reload in the middle',
    async (checkout, page) => {
      await checkout.pay({ ...marked, holder: 'SLOW_8S' });
      await expect.poll(() => checkout.requests()).toHaveLength(1);
      await page.reload();
      await expect(checkout.element).toContainText(/Aguardando|aprovado|Não pague de novo/);
      return marked.number;
    },
  ],
];

/** No number in JSON begins with a zero. */
const marked = { number: '4929517133106081', securityCode: '073' };
const markedCode = /(?<![\w.#-])073(?![\w-])/;

test.describe('the card is in nothing that the page does, keeps or shows', () => {
  test.use({ breaksSomething: true });

  for (const [name, end] of endings) {
    test(`after ${name}`, async ({ checkout, demo, page }) => {
      const record = await recordPage(page);
      await checkout.open({ order: `secret-${checkout.amount}` });

      const number = await end(checkout, page);

      const html = await htmlOf(checkout);
      // The demo shop lists the numbers of its test cards.
      if (number === cards.challenge) delete html['page'];
      const places = { ...(await placesOf(page)), ...html, ...said(record) };
      for (const secret of [grouped(number), markedCode]) {
        const found = Object.entries(places).filter(([, text]) => secret.test(text));
        expect(found).toEqual([]);
      }
      expectRightRequests(record, number, demo);
    });
  }
});

/** Finds a number with or without blanks and hyphens. */
function grouped(number: string): RegExp {
  return new RegExp(number.split('').join('[ +-]?(?:%20)?'));
}

function said({ events, consoleLines }: PageRecord): Record<string, string> {
  return { events: events.join('\n'), console: consoleLines.join('\n') };
}

/** Expects the number at the proxy and the 3DS provider alone, and the code at the proxy alone. */
function expectRightRequests(record: PageRecord, number: string, demo: RunningDemo): void {
  const isAuthentication = (url: string) => url.startsWith(`${demo.urls.threeDS}/`);
  expect(
    requestsWith(
      record,
      grouped(number),
      (request) => isPayment(request, demo) || isAuthentication(request.url()),
    ),
  ).toEqual([]);
  expect(requestsWith(record, markedCode, (request) => isPayment(request, demo))).toEqual([]);
  expect(record.events.length).toBeGreaterThan(0);
  expect(record.requests.length).toBeGreaterThan(0);
}

/** Takes out the numbers that may be any: durations and process ids. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/"(durationMs|pid)":\d+/g, '');
}
