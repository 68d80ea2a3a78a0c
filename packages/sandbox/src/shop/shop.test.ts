import { jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { readSettings } from '../settings.ts';
import parts from './looks/parts.json' with { type: 'json' };
import { lookStates } from './looks/states.ts';

const orderSecret = 'an order secret of more than 32 bytes';
const settings = {
  ...readSettings({ PROXY_URL: 'http://proxy.example', ORDER_SECRET: orderSecret }),
  ports: { shop: 0, payments: 0, threeDS: 0, bank: 0, fraud: 0 },
};
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox(settings);
});
afterAll(() => sandbox.stop());

async function openShop(query = ''): Promise<string> {
  const response = await fetch(`${sandbox.urls.shop}/${query}`);
  expect(response.status).toBe(200);
  return response.text();
}

async function readOrder(page: string, currentDate = new Date()) {
  const token = /\border="([^"]+)"/.exec(page)?.[1] ?? '';
  const key = new TextEncoder().encode(orderSecret);
  const { payload } = await jwtVerify(token, key, { audience: 'card-checkout', currentDate });
  return payload;
}

function total(page: string): string | undefined {
  return /id="total">([^<]+)</.exec(page)?.[1]?.replace(/\s/, ' ');
}

describe('the order', () => {
  it('is signed for the total that the page shows', async () => {
    const page = await openShop();
    expect(total(page)).toBe('R$ 129,90');
    expect(await readOrder(page)).toMatchObject({
      amount: 12_990,
      currency: 'BRL',
      installments: { max: 12 },
      payer: { name: 'Maria da Silva' },
    });
  });

  it('is new for each page', async () => {
    const [first, second] = [await readOrder(await openShop()), await readOrder(await openShop())];
    expect(first.sub).not.toBe(second.sub);
  });

  it('follows the page’s query parameters', async () => {
    const page = await openShop('?amount=777&order=order-7&installments=3&expires=60');
    const order = await readOrder(page);
    expect(total(page)).toBe('R$ 7,77');
    expect(order).toMatchObject({ amount: 777, sub: 'order-7', installments: { max: 3 } });
    expect(Number(order.exp) - Number(order.iat)).toBe(60);
  });

  it('has plans on request, with interest to the centavo', async () => {
    const page = await openShop('?amount=129900&plans=1');
    const rates = { monthlyRate: 1.99, annualRate: 26.68, cet: 26.68 };
    expect(await readOrder(page)).toMatchObject({
      amount: 129_900,
      installments: {
        max: 12,
        plans: [
          { count: 1, amount: 129_900, total: 129_900 },
          { count: 3, amount: 43_300, total: 129_900 },
          { count: 12, amount: 12_276, total: 147_312, ...rates, agent: 'Banco Exemplo' },
        ],
      },
    });
  });

  it.each([
    ['?amount=129900&plans=1&installments=3', [1, 3]],
    ['?amount=2&plans=1', [1]],
  ])('offers no plan that %s does not reach', async (query, counts) => {
    const { installments } = await readOrder(await openShop(query));
    expect(installments).toMatchObject({ plans: counts.map((count) => ({ count })) });
  });

  it('can be expired', async () => {
    const page = await openShop('?expires=-5');
    await expect(readOrder(page)).rejects.toThrow('"exp"');
  });
});

describe('the page', () => {
  it.each([
    ['?lang=en', 'pt-BR', 'en', 'Checkout', 'R$129.90'],
    ['?lang=pt-BR', 'en', 'pt-BR', 'Finalizar compra', 'R$ 129,90'],
    ['', 'fr, en-GB;q=0.8, pt;q=0.7', 'en', 'Checkout', 'R$129.90'],
    ['', 'fr', 'pt-BR', 'Finalizar compra', 'R$ 129,90'],
  ])('"%s" for a browser that prefers %s is in %s', async (query, accepted, lang, title, sum) => {
    const headers = { 'accept-language': accepted };
    const page = await (await fetch(`${sandbox.urls.shop}/${query}`, { headers })).text();
    expect(page).toContain(`<html lang="${lang}">`);
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(total(page)).toBe(sum);
    expect(page).toContain('lang=en"');
  });

  it.each([
    ['', 'isolated.js'],
    ['?form=ordinary', 'card-checkout.js'],
  ])('"%s" loads %s from the proxy', async (query, script) => {
    const page = await openShop(query);
    expect(page).toContain(`src="http://proxy.example/widget/${script}"`);
    expect(page).toContain('proxy-url="http://proxy.example"');
  });

  it('has the other services fail until the next order', async () => {
    const { payments, fraudScript } = sandbox.urls;
    const answers = async () => {
      const token = await fetch(`${payments}/api/3ds/token/?provider=cielo`);
      return [
        token.status,
        await fetch(fraudScript).then(
          ({ ok }) => ok,
          () => 'lost',
        ),
      ];
    };
    await openShop('?fault=token-429&fraud=blocked');
    const faulty = await answers();
    await openShop();

    expect([faulty, await answers()]).toEqual([
      [429, 'lost'],
      [200, true],
    ]);
  });

  it('passes its query parameters to the element', async () => {
    const page = await openShop('?three-ds=preferred&kinds=credit%20debit&locale=en');
    expect(page).toContain('three-ds="preferred"');
    expect(page).toContain('kinds="credit debit"');
    expect(page).toContain('locale="en"');
  });

  it.each([
    '?amount=0',
    '?amount=x',
    '?fault=fire',
    '?three-ds=maybe',
    '?plans=2',
    '?color=red',
    '?order=%22',
  ])('refuses %s in one sentence', async (query) => {
    const response = await fetch(`${sandbox.urls.shop}/${query}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(/^The .*\.$/);
  });

  it('of an order shows no payment before a webhook arrives', async () => {
    const page = await openShop('orders/order-7');
    expect(page).toContain('Aguardando pagamento');
    expect(page).toContain('http-equiv="refresh"');
    expect(await openShop('?order=order-7')).toContain('href="/orders/order-7?lang=pt-BR"');
  });

  it('offers every scenario', async () => {
    const page = await openShop();
    expect(page).toContain('data-fill-name="CHARGED_THEN_500_SILENT"');
    expect(page).toContain('data-fill-number="4000000000002503"');
  });

  it('serves its files and the ledger', async () => {
    for (const file of ['shop.js', 'base.css', 'shop.css', 'looks/looks.css', 'pictures/mug.svg']) {
      expect((await fetch(`${sandbox.urls.shop}/assets/${file}`)).status).toBe(200);
    }
    const ledger = await fetch(`${sandbox.urls.shop}/_shop/ledger`);
    expect(await ledger.json()).toEqual({ charges: [] });
  });
});

describe('the page of looks', () => {
  it('is linked from the page of the shop, and has a button for each part and state', async () => {
    expect(await openShop()).toContain('<a href="/looks?lang=pt-BR" >Aparência</a>');
    const page = await openShop('looks');
    expect(page.match(/data-part="/g)).toHaveLength(Object.keys(parts).length);
    expect(page.match(/data-state="/g)).toHaveLength(Object.keys(lookStates).length);
    expect(page).toContain('<a href="/looks?slow">Carregando</a>');
  });

  it('has nothing inline for a Content Security Policy to allow', async () => {
    for (const path of ['', 'looks']) {
      const page = await openShop(path);

      expect(page).toContain('<script type="module" src=');
      expect(page).not.toMatch(/ style="| on\w+="|<style|<script(?![^>]* src=)/);
    }
  });

  it('loads the widget from the proxy, or late from the shop', async () => {
    expect(await openShop('looks')).toContain('src="http://proxy.example/widget/card-checkout.js"');
    expect(await openShop('looks?slow')).toContain('src="/_shop/slow-widget/card-checkout.js"');
  });

  it('gets orders according to its query parameters', async () => {
    const answer = await fetch(`${sandbox.urls.shop}/_shop/order?amount=777&plans=1`);
    const { order }: { order: string } = await answer.json();
    expect(await readOrder(`order="${order}"`)).toMatchObject({ amount: 777 });
    expect((await fetch(`${sandbox.urls.shop}/_shop/order?amount=x`)).status).toBe(400);
  });
});

describe('the sandbox', () => {
  it('stops the other services if a port is in use', async () => {
    const payments = Number(new URL(sandbox.urls.payments).port);
    const second = startSandbox({ ...settings, ports: { ...settings.ports, shop: payments } });
    await expect(second).rejects.toThrow('EADDRINUSE');
  });
});
