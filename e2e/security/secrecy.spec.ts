import type { Page, Request } from '@playwright/test';
import type { CheckoutPage } from '../support/checkout-page.ts';
import { fetchFor } from '../support/routes.ts';
import type { RunningDemo } from '../support/running-demo.ts';
import { expect, test } from '../support/test.ts';

/** A card used nowhere else; no JSON number begins with a zero. */
const card = { number: '4929517133106081', securityCode: '073' };
const securityCode = /(?<![\w.#-])073(?![\w-])/;
const mistyped = card.number.replace(/1$/, '2');
/** Its issuer asks for a code; the demo shop doesn't list it. */
const challenged = '4000000000001091';

const eventNames = ['ready', 'change', 'step', 'approved', 'declined', 'error', 'pending'];

type PageRecord = Awaited<ReturnType<typeof recordPage>>;

interface Watched {
  checkout: CheckoutPage;
  demo: RunningDemo;
  record: PageRecord;
  answers: Promise<string>[];
}

// Browsers log every response of 400 and above.
test.use({ breaksSomething: true });
// Generous for a busy machine; nothing here is timed. Each test makes several payments.
test.describe.configure({ timeout: 60_000 });

test('neither card nor token leaks while a payment is mistyped, declined, canceled and approved', async ({
  checkout,
  demo,
  page,
}) => {
  const watched = await watch(checkout, demo);
  await checkout.open({ order: `secret-${checkout.amount}` });

  await test.step('a wrong number', async () => {
    await checkout.pay({ ...card, number: mistyped });
    await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
    await expectKept(watched, mistyped);
  });

  for (const holder of ['RISK', 'LIMIT']) {
    await test.step(holder, async () => {
      const paid = page.waitForResponse((response) => isPayment(response.request(), demo));
      await checkout.pay({ ...card, holder });
      await paid;
      await expect(checkout.alert).toContainText(/não foi|Não foi/);
      await expectKept(watched, card.number);
    });
  }

  await test.step('a challenge canceled by the buyer', async () => {
    await checkout.pay({ ...card, number: challenged });
    await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
    await checkout.challenge.getByRole('button', { name: 'Cancelar' }).click();
    await expect(checkout.challenge).toHaveCount(0);
    await expectKept(watched, challenged);
  });

  await test.step('an approval', async () => {
    await checkout.payButton.click();
    await checkout.answerBank('1234');
    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    await expectKept(watched, challenged);
    // What was prepared for the first press lasts 2 s.
    const shadow = async (): Promise<string> => (await htmlOf(checkout)).shadow;
    await expect.poll(shadow).not.toMatch(/<(iframe|dialog|input)/);
    expect(page.frames()).toHaveLength(checkout.isIsolated ? 2 : 1);
  });

  await test.step('the shop’s own refusal of another order', async () => {
    await checkout.open({ order: `other-${checkout.amount}` });
    await checkout.pay({ ...card, holder: 'SELLER' });
    await expect(checkout.alert).toContainText('Não foi');
    for (const number of [mistyped, card.number, challenged]) await expectKept(watched, number);
  });
  await expectNoSecretAnswered(watched, [mistyped, card.number, challenged]);
});

test('neither card nor token leaks when proxy and API fail and the page reloads', async ({
  checkout,
  demo,
  page,
}) => {
  const watched = await watch(checkout, demo);
  await page.clock.install();
  await page.route('**/api/checkout/**', (route) => route.abort());
  await checkout.open({ order: `secret-${checkout.amount}` });
  await checkout.pay(card);
  await checkout.waitThroughPauses('Não pague de novo:');
  await expectKept(watched, card.number);

  const checkoutOfKey = '**/api/checkout/*-*';
  await page.unroute('**/api/checkout/**');
  await checkout.waitThroughPauses('Tente de novo em alguns minutos');
  await checkout.pay({ ...card, holder: 'ERROR_500' });
  await expect.poll(async () => (await checkout.requests()).length).toBeGreaterThan(0);
  let isHeld = true;
  await page.route(checkoutOfKey, async (route) => {
    const response = await fetchFor(route);
    const held = isHeld && { status: 'processing' };
    await route.fulfill({ response, json: { ...(await response.json()), ...held } });
  });
  // The last try may have ended by now.
  await page.route('**/api/order', async (route) => {
    const response = await fetchFor(route);
    const { config, payment } = await response.json();
    const held = { config, payment: { ...payment, status: 'processing' } };
    await route.fulfill({ response, json: held });
  });
  await page.reload();
  await expect(checkout.inner).toContainText('Verificando');
  await expectKept(watched, card.number);
  isHeld = false;
  await expect(checkout.inner).toContainText(/Não foi|Não pague de novo:/);
  await expectKept(watched, card.number);
  await expectNoSecretAnswered(watched, [card.number]);
});

async function watch(checkout: CheckoutPage, demo: RunningDemo): Promise<Watched> {
  const answers: Promise<string>[] = [];
  checkout.page.on('response', (response) => {
    const isPaid = response.url().includes('/api/checkout/');
    const text = response.text().catch(() => '');
    answers.push(isPaid ? text.then((body) => `paid ${body}`) : text);
  });
  return { checkout, demo, record: await recordPage(checkout.page), answers };
}

async function expectKept(watched: Watched, number: string): Promise<void> {
  const { checkout, demo, record } = watched;
  const html = await htmlOf(checkout);
  const places = { ...(await placesOf(checkout)), ...html, ...said(record) };
  for (const secret of [grouped(number), securityCode]) {
    const found = Object.entries(places).filter(([, text]) => secret.test(text));
    expect(found).toEqual([]);
  }
  expectRightRequests(record, number, demo);
  await expectOnlyNotesStored(checkout);
}

async function expectNoSecretAnswered(watched: Watched, numbers: readonly string[]): Promise<void> {
  const { checkout, demo } = watched;
  const log = demo.log.join('\n');
  const server = log + demo.database();
  const answers = await Promise.all(watched.answers);
  const everywhere = [server, ...answers, await checkout.page.content()].join('\n');
  const paid = answers.filter((answer) => answer.startsWith('paid '));
  for (const number of numbers) expect(grouped(number).test(everywhere), number).toBe(false);
  expect(paid.join() + log).not.toMatch(securityCode);
  for (const secret of Object.values(demo.secrets)) expect(everywhere).not.toContain(secret);
  for (const { postbackUrl = '' } of await checkout.requests()) {
    expect(server).not.toContain(postbackUrl.split('/').at(-1));
  }
}

/** Expects storage to contain only how far the order's payment has come. */
async function expectOnlyNotesStored({ inner }: CheckoutPage): Promise<void> {
  const stored = await inner.evaluate(() => [
    ...Object.values(localStorage),
    ...Object.values(sessionStorage),
  ]);
  for (const note of stored) expect(note).toMatch(/^(bank|card)$/);
}

function grouped(number: string): RegExp {
  return new RegExp(number.split('').join('[ +-]?(?:%20)?'));
}

function said({ events, consoleLines }: PageRecord): Record<string, string> {
  return { events: events.join('\n'), console: consoleLines.join('\n') };
}

/** Expects the number only at the proxy and the 3DS provider, and the code only at the proxy. */
function expectRightRequests(record: PageRecord, number: string, demo: RunningDemo): void {
  const isAuthentication = (url: string) => url.startsWith(`${demo.urls.threeDS}/`);
  expect(
    requestsWith(
      record,
      grouped(number),
      (request) => isPayment(request, demo) || isAuthentication(request.url()),
    ),
  ).toEqual([]);
  expect(requestsWith(record, securityCode, (request) => isPayment(request, demo))).toEqual([]);
  expect(record.events.length).toBeGreaterThan(0);
  expect(record.requests.length).toBeGreaterThan(0);
}

/** Starts recording what a page does; call this before opening it. */
async function recordPage(page: Page) {
  const consoleLines: string[] = [];
  const requests: Request[] = [];
  const events: string[] = [];
  page.on('console', (message) => consoleLines.push(message.text()));
  page.on('pageerror', (error) => consoleLines.push(`${error.message}\n${error.stack}`));
  page.on('request', (request) => requests.push(request));
  await page.exposeFunction('noteEvent', (text: string) => void events.push(text));
  await page.addInitScript((names) => {
    const textOf = (value: unknown, depth = 0): string => {
      const isPart = typeof value === 'object' && value !== null && !(value instanceof EventTarget);
      if (!isPart || depth > 6) return String(value);
      const members = new Set(Reflect.ownKeys(value));
      for (const inherited in value) members.add(inherited);
      const texts = [...members].map(
        (name) => `${String(name)}=${textOf(Reflect.get(value, name), depth + 1)}`,
      );
      return `{${texts.join(';')}}`;
    };
    for (const name of names) {
      window.addEventListener(`checkout-${name}`, (event) => {
        Reflect.get(window, 'noteEvent')(`${name} ${JSON.stringify(event)} ${textOf(event)}`);
      });
    }
  }, eventNames);
  return { events, consoleLines, requests };
}

async function placesOf({ inner, page }: CheckoutPage): Promise<Record<string, string>> {
  const kept = await inner.evaluate(async () => {
    const caching = 'caches' in window ? await caches.keys() : [];
    const databases = await indexedDB.databases();
    return {
      localStorage: JSON.stringify(localStorage),
      sessionStorage: JSON.stringify(sessionStorage),
      'IndexedDB and caches': JSON.stringify([databases, caching]),
      'history and window': JSON.stringify([history.state, window.name, document.referrer]),
      title: document.title,
      'performance entries': JSON.stringify(performance.getEntries()),
    };
  });
  const frames = page.frames().map((frame) => frame.url());
  const cookies = await page.context().cookies();
  return { ...kept, cookies: JSON.stringify(cookies), 'frame addresses': frames.join('\n') };
}

/** Serializes the page and the element as HTML, with every attribute, without the input. */
async function htmlOf({ page, inner }: CheckoutPage): Promise<Record<'page' | 'shadow', string>> {
  const shadow = await inner.evaluate((host) => host.shadowRoot?.innerHTML ?? '');
  return { page: await page.content(), shadow };
}

/** Lists requests with a secret in their URL or headers, or in a body to the wrong place. */
function requestsWith(
  { requests }: PageRecord,
  secret: RegExp,
  isRight: (request: Request) => boolean,
): string[] {
  const isLeak = (request: Request) =>
    secret.test(request.url() + JSON.stringify(request.headers())) ||
    (secret.test(request.postData() ?? '') && !isRight(request));
  return requests.filter(isLeak).map((request) => `${request.method()} ${request.url()}`);
}

function isPayment(request: Request, { urls }: RunningDemo): boolean {
  return request.method() === 'POST' && request.url() === `${urls.proxy}/api/checkout/`;
}
