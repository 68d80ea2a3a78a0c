import { randomUUID } from 'node:crypto';
import { freePort } from '@card-checkout/testing/free-port';
import { paying } from '@card-checkout/testing/checkout-request';
import { startProgram } from '@card-checkout/testing/program';
import { environment } from '@card-checkout/testing/proxy-environment';
import { startScriptedServer } from '@card-checkout/testing/scripted-server';
import type { Locator, Page } from '@playwright/test';
import { findViolations, levels, prepareAudit } from '../support/access-audit.ts';
import { expect, test as base } from '../support/test.ts';

const password = 'a password of an operator';

/** A proxy whose payments API doesn't answer the payments of a test, so that their outcome is unknown. */
interface Shop {
  pageUrl: string;
  pay: (orderId?: string) => Promise<string>;
}

const test = base.extend<{ operatorPage: Page }, { shop: Shop }>({
  shop: [
    async ({}, use) => {
      // An answer before each silence, since after five silences the proxy would hold payments back.
      const service = await startScriptedServer((number) =>
        number % 2 === 1 ? { status: 201, json: { status: 'approved' } } : 'hang',
      );
      const [port, pagePort] = [await freePort(), await freePort()];
      const settings = {
        PORT: String(port),
        METRICS_PORT: String(pagePort),
        OPERATOR_PASSWORD: password,
        API_BASE_URL: service.url,
        UPSTREAM_TIMEOUT_MS: '50',
      };
      const proxy = await startProgram({
        args: ['packages/proxy/dist/server.js'],
        env: environment(settings),
        isReady: /listening/,
      });
      const pay = async (orderId = `order ${randomUUID()}`) => {
        for (const sub of [`answered ${randomUUID()}`, orderId]) {
          const request = await paying({ order: { sub } });
          await fetch(`http://127.0.0.1:${port}/api/checkout/`, request);
        }
        return orderId;
      };
      await use({ pageUrl: `http://127.0.0.1:${pagePort}/`, pay });
      await proxy.stop();
      await service.stop();
    },
    { scope: 'worker' },
  ],

  operatorPage: async ({ page, shop }, use) => {
    await prepareAudit(page);
    const Authorization = `Basic ${btoa(`operator:${password}`)}`;
    await page.setExtraHTTPHeaders({ Authorization });
    await page.goto(shop.pageUrl);
    await use(page);
  },
});

/** Finds an order's payment, also in the folded list of orders that wait for the same thing. */
async function rowOf(page: Page, orderId: string): Promise<Locator> {
  await page.getByRole('link', { name: 'Atualizar' }).click();
  for (const folded of await page.locator('details > summary').all()) await folded.click();
  return page.locator('.pay').filter({ hasText: orderId });
}

test('a payment can be found and resolved with a note by keyboard', async ({
  operatorPage: page,
  shop,
}) => {
  const orderId = await shop.pay();

  await page.getByRole('searchbox', { name: 'Pedido, pagamento, código curto' }).focus();
  await page.keyboard.type(`${orderId}\n`);
  await expect(page.getByRole('heading', { name: orderId })).toBeFocused();
  await page.getByRole('link', { name: 'Resolver: Pagamento 1' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Resolver o pagamento' })).toBeFocused();
  await expect(page.getByText('Esta ação não pode ser desfeita.')).toBeVisible();
  await page.getByRole('radio', { name: 'O cartão foi cobrado' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  // Also the name of a member that every object has.
  await page.keyboard.type('constructor');
  await page.keyboard.press('Tab');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.keyboard.press('Enter');

  // Where browsers send no Sec-Fetch-Site, the proxy needs this.
  const { origin } = await (await sent).allHeaders();
  expect(`${origin}/`).toBe(shop.pageUrl);
  const notice = page.getByRole('status');
  await expect(notice).toHaveText('Pagamento marcado como aprovado.');
  await expect(notice).toBeFocused();
  const order = page.getByRole('region', { name: orderId });
  await expect(order.getByText('resolvido por operator')).toBeVisible();
  await expect(order.getByText('constructor', { exact: true })).toBeVisible();
  await page.reload();
  await expect(notice).toHaveCount(0);
});

test('several payments can be resolved at once', async ({ operatorPage: page, shop }) => {
  const orders = [await shop.pay(), await shop.pay()];
  await rowOf(page, '');

  for (const orderId of orders) {
    await page.getByRole('checkbox', { name: orderId }).check();
  }
  await page.getByRole('button', { name: 'Resolver os selecionados' }).click();
  await expect(page.getByRole('heading', { name: 'Resolver 2 pagamentos' })).toBeFocused();
  await page.getByRole('radio', { name: 'O cartão não foi cobrado' }).check();
  await page.getByRole('textbox', { name: 'Observação' }).fill('não estão no portal');
  await page.getByRole('button', { name: 'Resolver', exact: true }).click();

  await expect(page.getByRole('status')).toHaveText('2 pagamentos marcados como recusados.');
  for (const orderId of orders) await expect(page.getByText(orderId)).toHaveCount(0);
});

test('an order has one row with its amount and a way to resolve it; clues find it', async ({
  operatorPage: page,
  shop,
}) => {
  const orderId = await shop.pay();
  const row = await rowOf(page, orderId);
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('a API não respondeu');
  await expect(row.getByRole('link', { name: `Resolver: ${orderId}` })).toBeVisible();
  const card = page.getByRole('listitem').filter({ has: row });
  await expect(card).toContainText('Consultar');
  await expect(
    card.getByRole('button', { name: /^Marcar como visto: .*outcome_unknown/ }),
  ).toBeVisible();
  const line = await row.locator('.copy').innerText();
  expect(line).toMatch(/^R\$\s\d+,\d\d · final \d{4} · \d\d\/\d\d \d\d:\d\d$/);
  const short = await row
    .locator('b')
    .filter({ hasText: /^[\dA-F]{4}-[\dA-F]{4}$/ })
    .innerText();

  for (const clue of [short, short.toLowerCase().replace('-', ''), `${short} ${line}`]) {
    await page.getByRole('searchbox').fill(clue);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: orderId })).toBeFocused();
  }
  await page.getByRole('searchbox').fill(line);
  await page.keyboard.press('Enter');
  const found = page.getByRole('region', { name: /Pagamentos encontrados|Pedido/ });
  await expect(found).toContainText(orderId);
});

test.describe('with an empty note', () => {
  test.use({ breaksSomething: true });

  test('the form can be canceled, shows a fault, and keeps the answer', async ({
    operatorPage: page,
    shop,
  }) => {
    const orderId = await shop.pay();
    await page.getByRole('searchbox').fill(orderId);
    await page.keyboard.press('Enter');
    const resolve = page.getByRole('link', { name: 'Resolver: Pagamento 1' });

    await resolve.click();
    await page.getByRole('radio', { name: 'O cartão não foi cobrado' }).check();
    await page.getByRole('textbox', { name: 'Observação' }).fill(' ');
    await page.getByRole('button', { name: 'Resolver', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(/^Escreva na observação/);
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(page.getByRole('radio', { name: 'O cartão não foi cobrado' })).toBeChecked();
    await page.getByRole('link', { name: 'Cancelar' }).click();

    await expect(page.getByRole('heading', { name: orderId })).toBeFocused();
    await resolve.click();
    await expect(page.getByRole('textbox', { name: 'Observação' })).toHaveValue('');
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('an order id with right-to-left marks is shown without them, and found', async ({
  operatorPage: page,
  shop,
}) => {
  await shop.pay('order \u202E7391');
  await rowOf(page, '');

  await page.getByRole('link', { name: 'order ?7391' }).first().click();

  await expect(page.getByRole('heading', { name: 'order ?7391' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('\u202E');
});

test('alarms can be acknowledged, and the page can change its language', async ({
  operatorPage: page,
  shop,
}) => {
  const orderId = await shop.pay();
  await page.getByRole('link', { name: 'Atualizar' }).click();
  const button = page.getByRole('button', { name: /^Marcar como visto: .*outcome_unknown/ });

  await button.click();

  await expect(page.getByRole('status')).toHaveText(
    /^Alarme marcado como visto|^\d+ alarmes marcados/,
  );
  await expect(button).toHaveCount(0);
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('searchbox').fill(orderId);
  await page.keyboard.press('Enter');
  await expect(page.getByText('acknowledged by operator')).toBeVisible();
});

async function expectAccessible(page: Page, part: string): Promise<void> {
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const name = `${part}, ${width} px, ${colorScheme}`;
    expect(await findViolations(page, [...levels], 'html'), name).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width);
  }
}

const looks = [
  [1280, 'light'],
  [1280, 'dark'],
  [360, 'dark'],
  [360, 'light'],
] as const;

test('axe finds nothing, and everything fits', async ({ operatorPage: page, shop }) => {
  const orderId = await shop.pay();
  await page.getByRole('searchbox').fill(orderId);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: orderId })).toBeFocused();
  const targets = page.locator('a, button, label.pick, input[type=search]');
  await expectAccessible(page, 'order');
  const heights = await targets.evaluateAll((all) =>
    all.map((target) => target.getBoundingClientRect().height),
  );
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  await page.getByRole('link', { name: 'Resolver: Pagamento 1' }).click();
  await expectAccessible(page, 'resolve');
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await page.getByRole('link', { name: 'Fechar' }).click();
  await rowOf(page, orderId);
  await expectAccessible(page, 'open');
});
