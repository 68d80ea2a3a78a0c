import { readFileSync } from 'node:fs';
import { token as API_TOKEN } from '@card-checkout/testing/proxy-environment';
import { startScriptedServer } from '@card-checkout/testing/scripted-server';
import paid from '../../examples/api/pagbank/paid.201.json' with { type: 'json' };
import { CheckoutPage } from '../support/checkout-page.ts';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { providerScriptIs } from '../support/routes.ts';
import { startRunningDemo } from '../support/running-demo.ts';
import { expect, starts, test } from '../support/test.ts';

test.skip(({ isolated }) => isolated, 'it accepts no adapter from the page');

const id = '3DS_15CB7893-4D23-44FA-97B7-AC1BE516D418';

/** Does what PagBank's guide "Criar e pagar com autenticação 3DS do PagBank" says of its script. */
const vendorScript = `window.PagSeguro = {
  setUp({ session, env }) {
    Object.assign(this, { session, env });
  },
  async authenticate3DS({ data, beforeChallenge }) {
    parent.given = { session: this.session, env: this.env, data };
    const frame = document.createElement('iframe');
    frame.style = 'width: 100%; height: 25rem';
    frame.srcdoc = '<button onclick="parent.postMessage(1, \\'*\\')">Confirmar</button>';
    const confirmed = new Promise((resolve) => addEventListener('message', resolve));
    beforeChallenge({ brand: 'VISA', open: () => document.body.append(frame) });
    await confirmed;
    return { status: 'AUTH_FLOW_COMPLETED', authenticationStatus: 'AUTHENTICATED', id: '${id}' };
  },
};`;

test('PagBank’s adapter pays with the id of its authentication, where a proof is required', async ({
  page,
}) => {
  test.setTimeout(starts.timeout);
  const api = await startScriptedServer((_number, { text }) => {
    const [{ amount }] = JSON.parse(text).charges;
    return { status: 201, json: { ...paid, charges: [{ ...paid.charges[0], amount }] } };
  });
  const demo = await startRunningDemo({
    API_TOKEN,
    API_BASE_URL: api.url,
    API_FILE: 'examples/api/pagbank/api.json',
    THREE_DS: 'required',
    THREE_DS_PROVIDER: 'pagbank',
  });
  await page.route('**/api/3ds/token/?provider=pagbank', (route) =>
    route.fulfill({
      headers: { 'Access-Control-Allow-Origin': '*' },
      json: { token: 'session-1' },
    }),
  );
  await providerScriptIs(page, vendorScript);
  const checkout = new CheckoutPage(page, demo);
  const adapter = readFileSync('examples/three-ds/pagbank.js', 'utf8');
  const use = `import { pagbank } from './pagbank.js';
    document.querySelector('card-checkout').threeDSAdapter = pagbank;`;
  const tags = `<script type="module" src="${demo.urls.shop}/own/page.js"></script>${scriptTag(demo)}`;
  await openOwnPage(page, demo, {
    body: (await elementFor(checkout, demo)) + tags,
    scripts: new Map([
      ['pagbank.js', adapter],
      ['page.js', use],
    ]),
  });

  await checkout.pay();
  await checkout.bank.getByRole('button', { name: 'Confirmar' }).click();
  await expect(checkout.inner).toContainText('Pagamento aprovado.');

  const sent = JSON.parse(api.received[0]?.text ?? '{}');
  expect(sent.charges[0].payment_method.authentication_method).toEqual({ type: 'THREEDS', id });
  expect(await page.evaluate((): unknown => Reflect.get(window, 'given'))).toMatchObject({
    session: 'session-1',
    env: 'SANDBOX',
    data: {
      customer: { phones: [{ country: '55', area: '11', number: '987654321', type: 'MOBILE' }] },
      paymentMethod: { type: 'CREDIT_CARD', card: { expMonth: '12', expYear: '2030' } },
      amount: { value: checkout.amount, currency: 'BRL' },
    },
  });
  await page.goto('about:blank');
  await Promise.all([demo.stop(), api.stop()]);
});
