import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request } from '@playwright/test';
import { signOrder } from '@card-checkout/server';
import { buyer, cards } from '../support/checkout-page.ts';
import type { RunningDemo } from '../support/running-demo.ts';
import { expect, test } from '../support/test.ts';

const SHOP_LOGO_FILE = join(mkdtempSync(join(tmpdir(), 'card-checkout-logo-')), 'logo.svg');
writeFileSync(
  SHOP_LOGO_FILE,
  `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" onload="top.location='/'">
    <rect width="120" height="40" rx="8" fill="#8a1538" />
  </svg>`,
);

test.use({
  isolated: false,
  proxyEnvironment: {
    ALLOWED_ORIGINS: '',
    PAYMENT_PAGE: 'on',
    THREE_DS: 'required',
    SHOP_NAME: 'Café & <b>Cia</b>',
    SHOP_COLOR: '#8a1538',
    SHOP_CNPJ: '12.ABC.345/01DE-35',
    SHOP_LOGO_FILE,
    HELP_TEXT: 'Fale com a loja: (11) 98765-4321',
  },
});

function reais(centavos: number): string {
  return `R$ ${(centavos / 100).toFixed(2).replace('.', ',')}`;
}

/** Has the sandbox's shop sign an order that has expired, which `signOrder` doesn't sign. */
async function expiredOrder(demo: RunningDemo, query: Record<string, string>): Promise<string> {
  const asked = new URLSearchParams({ ...query, expires: '-600' }).toString();
  const page = await (await fetch(`${demo.urls.shop}/?${asked}`)).text();
  return /\border="([^"]+)"/.exec(page)?.[1] ?? '';
}

test('a payment link accepts a payment with a challenge, then shows the receipt again', async ({
  checkout,
  demo,
  page,
}) => {
  const order = await signOrder(
    {
      sub: 'link-1',
      amount: checkout.amount,
      description: 'Plano anual',
      statementName: 'LOJA*X',
      payer: { document: '12ABC34501DE35' },
    },
    demo.secrets.orderSecret,
  );
  const link = `${demo.urls.proxy}/pay#${order}`;

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Café & <b>Cia</b>' })).toBeVisible();
  await expect(page).toHaveTitle('Pagamento · Café & <b>Cia</b>');
  await expect(checkout.inner).toContainText('Plano anual Na fatura: LOJA*X');
  await expect(checkout.document).toHaveValue('12.ABC.345/01DE-35');
  await checkout.pay({ ...buyer, number: cards.challenge });
  await checkout.answerBank('1234');
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  await expect(checkout.inner.getByRole('term')).toContainText(['Compra', 'Na fatura']);
  // The buyer typed another document than the order's.
  expect(await checkout.charges()).toMatchObject([{ document: '52998224725' }]);

  await page.goto('about:blank');
  await page.goto(link);
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  await expect(checkout.inner.getByRole('term')).toContainText(['Compra', 'Cartão', 'Na fatura']);
  await expect(checkout.inner.locator('dl')).toContainText('Visa final 2503');
  expect(demo.log.join('\n')).not.toContain(order.slice(-20));
});

test('a link is not paid by a card that the bank can’t confirm', async ({
  checkout,
  demo,
  page,
}) => {
  const order = await signOrder(
    { sub: 'link-9', amount: checkout.amount },
    demo.secrets.orderSecret,
  );
  await page.goto(`${demo.urls.proxy}/pay#${order}`);
  await checkout.pay({ number: cards.notEnrolled });

  await expect(checkout.alert).toContainText('Não foi possível confirmar este cartão com o banco.');
  expect(await checkout.requests()).toEqual([]);
});

test('the page is the shop’s: logo, purchase and sum on top, the seller and help at the foot', async ({
  checkout,
  demo,
  page,
}) => {
  const { amount } = checkout;
  const plan = { monthlyRate: 1.99, annualRate: 26.68, cet: 30.12 };
  const total = 12 * Math.ceil((amount * 1.1) / 12);
  const plans = [
    { count: 1, amount, total: amount },
    { count: 12, amount: total / 12, total, ...plan },
  ];
  const claims = { sub: 'link-7', amount, description: 'Plano anual' };
  const order = await signOrder(
    { ...claims, installments: { max: 12, plans } },
    demo.secrets.orderSecret,
  );
  await page.setViewportSize({ width: 390, height: 844 });

  await page.goto(`${demo.urls.proxy}/pay#${order}`);
  const logo = page.getByRole('img', { name: 'Café & <b>Cia</b>' });
  await expect(logo).toBeVisible();
  expect(await logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(120);
  await expect(page.getByRole('main')).toContainText(`Plano anual${reais(amount)}`);
  await checkout.installments.selectOption('12');
  await expect(page.getByRole('main')).toContainText(`Plano anual${reais(total)}`);
  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText('Café & <b>Cia</b> · CNPJ 12.ABC.345/01DE-35');
  await expect(foot).toContainText('Fale com a loja: (11) 98765-4321');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { scrollWidth, backgrounds } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      backgrounds: ['html', 'body', 'main', 'card-checkout'].map(
        (name) => getComputedStyle(document.querySelector(name) ?? document.body).backgroundColor,
      ),
    }));
    expect(scrollWidth).toBe(390);
    expect(backgrounds.slice(1), colorScheme).toEqual(Array(3).fill('rgba(0, 0, 0, 0)'));
  }
});

test.describe('before the proxy has accepted the order', () => {
  // Browsers log every response of 400 and above.
  test.use({ breaksSomething: true });

  test('a link that the shop didn’t sign shows none of its words and asks for no card', async ({
    checkout,
    demo,
    page,
  }) => {
    const words = 'Ligue 0800 000 0000';
    const claims = { sub: 'link-5', amount: 100, description: words, statementName: 'LIGUE 0800' };
    const forged = await signOrder(claims, 'another-secret-of-forty-bytes-or-more-12');
    await page.goto(`${demo.urls.proxy}/pay#${forged}`);

    await expect(page.getByRole('status')).toHaveText(/^Este link está incompleto ou foi alterado/);
    await expect(checkout.element).toHaveCount(0);
    await expect(page.getByText('0800')).toHaveCount(0);
  });

  test('a link waits for the proxy’s answer before it shows the order', async ({
    checkout,
    demo,
    page,
  }) => {
    const claims = { sub: 'link-6', amount: 12_990, description: 'Plano anual' };
    const order = await signOrder(claims, demo.secrets.orderSecret);
    await page.clock.install();
    await page.route('**/api/order', async (route) => {
      await route.fulfill({ status: 503, json: { code: 'overloaded' } });
    });
    await page.goto(`${demo.urls.proxy}/pay#${order}`);
    await expect(page.getByRole('status')).toHaveText(/^Não conseguimos falar com a loja/);
    await expect(checkout.element).toHaveCount(0);

    await page.unroute('**/api/order');
    await page.clock.fastForward(3_000);
    await expect(checkout.inner).toContainText('Plano anual');
  });
});

test('a link that can’t be paid says why, and a new link replaces it', async ({ demo, page }) => {
  const expired = await expiredOrder(demo, { order: 'link-2', amount: '12990' });
  const valid = await signOrder({ sub: 'link-2', amount: 12_990 }, demo.secrets.orderSecret);

  await page.goto(`${demo.urls.proxy}/pay`);
  await expect(page.getByRole('status')).toHaveText(/^Este link está incompleto/);
  await page.goto(`${demo.urls.proxy}/pay#${expired}`);
  await expect(page.getByRole('status')).toHaveText(/^Este link expirou/);
  await page.goto(`${demo.urls.proxy}/pay#${valid}`);
  await expect(page.getByRole('button', { name: 'Pagar R$ 129,90' })).toBeVisible();
});

test.describe('after a lost answer', () => {
  test.use({ breaksSomething: true });

  test('a link whose payment is open shows it again, also after it has expired', async ({
    checkout,
    demo,
    page,
  }) => {
    const { amount } = checkout;
    const order = await signOrder({ sub: 'link-4', amount }, demo.secrets.orderSecret);
    await page.goto(`${demo.urls.proxy}/pay#${order}`);
    await checkout.pay({ holder: 'RESET' });
    await expect(checkout.inner).toContainText('Não pague de novo');

    await page.goto('about:blank');
    const expired = await expiredOrder(demo, { order: 'link-4', amount: String(amount) });
    await page.goto(`${demo.urls.proxy}/pay#${expired}`);

    await expect(checkout.inner).toContainText('Não pague de novo');
    await expect(checkout.payButton).toHaveCount(0);
    expect(await checkout.requests()).toHaveLength(1);
  });
});

test('the next link takes the place of one that has no answer yet', async ({ demo, page }) => {
  const [first, second] = await Promise.all(
    [10_000, 20_000].map((amount) =>
      signOrder({ sub: `link-${amount}`, amount }, demo.secrets.orderSecret),
    ),
  );
  const isFirst = (request: Request): boolean => request.headers()['checkout-order'] === first;
  await page.route('**/api/order', async (route) => {
    if (!isFirst(route.request())) await route.fallback();
  });
  const asked = page.waitForRequest(isFirst);
  const dropped = page.waitForEvent('requestfailed', isFirst);
  await page.goto(`${demo.urls.proxy}/pay#${first}`);
  await asked;
  await page.evaluate((order) => (location.hash = order ?? ''), second);

  await dropped;
  await expect(page.getByRole('button', { name: /^Pagar/ })).toHaveText('Pagar R$ 200,00');
});

test.describe('without a name, help and 3-D Secure', () => {
  test.use({
    proxyEnvironment: { ALLOWED_ORIGINS: '', PAYMENT_PAGE: 'on', SHOP_NAME: '', THREE_DS: 'off' },
  });

  test('the page begins with the purchase, and ends with the form', async ({ demo, page }) => {
    const claims = { sub: 'link-8', amount: 12_990, description: 'Plano anual' };
    await page.goto(`${demo.urls.proxy}/pay#${await signOrder(claims, demo.secrets.orderSecret)}`);

    await expect(page.getByRole('main')).toContainText('Plano anual');
    await expect(page.locator('h1')).toBeHidden();
    await expect(page.locator('footer')).toBeHidden();
  });

  test('a link is paid without asking a bank', async ({ checkout, demo, page }) => {
    const { amount } = checkout;
    const order = await signOrder({ sub: 'link-3', amount }, demo.secrets.orderSecret);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));

    await page.goto(`${demo.urls.proxy}/pay#${order}`);
    await checkout.pay();

    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    expect(await checkout.charges()).toHaveLength(1);
    expect(asked.filter((url) => url.includes('/3ds/'))).toEqual([]);
  });
});

test.describe('on a device with a clock an hour ahead', () => {
  // By that clock, the element warns of an expired order.
  test.use({ breaksSomething: true });

  test('a link can be paid', async ({ checkout, demo, page }) => {
    const now = Math.floor(Date.now() / 1000);
    const { amount } = checkout;
    const claims = { sub: 'link-4', amount, exp: now + 600 };
    await page.clock.setFixedTime((now + 3600) * 1000);

    await page.goto(`${demo.urls.proxy}/pay#${await signOrder(claims, demo.secrets.orderSecret)}`);

    await expect(checkout.payButton).toBeVisible();
  });
});
