import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import builtInFile from '../../packages/proxy/src/payments-api/built-in-api.json' with { type: 'json' };
import { cards } from '../support/checkout-page.ts';
import { newProof } from '@card-checkout/testing/checkout-request';
import { examplesIn } from '../support/doc-examples.ts';
import { elementFor, scriptTag } from '../support/own-page.ts';
import { isPayment, providerScriptIs } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

test.skip(({ isolated }) => isolated, 'it accepts no adapter from the page');

const { example, expectAllTested } = examplesIn(['three-ds'], 'js');
/** A card that the sandbox authenticates without a challenge. */
const elo = '6505290000002000';
const approved = 'Pagamento aprovado.';

example('elo', 'has what the brand requires', async ({ checkout, open, page }) => {
  await open('elo');
  const enrolled = page.waitForRequest('**/v2/3ds/enroll');
  const sent = page.waitForRequest(isPayment);
  await checkout.pay({ number: elo });

  // The buyer in the shop's order takes precedence.
  const fields: object = (await enrolled).postDataJSON();
  const wanted = ['billtoemail', 'billtophonenumber', 'billtostreet1', 'deviceipaddress'];
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(wanted));
  const body: unknown = (await sent).postDataJSON();
  expect(body).toMatchObject({
    payer: {
      name: 'Maria da Conceição',
      address: { street: 'Rua São João', city: 'São Paulo' },
    },
  });
});

example(
  'emv',
  'authenticates with the shop’s 3DS Server',
  async ({ checkout, demo, open, page }) => {
    await page.route('**/three-ds/lookup', (route) =>
      route.fulfill({ json: { next: 'done', transStatus: 'Y', data: newProof() } }),
    );
    await open('emv', await elementFor(checkout, demo));
    const asked = page.waitForRequest('**/three-ds/lookup');
    await checkout.pay();

    await expect(checkout.inner).toContainText(approved);
    const question: unknown = (await asked).postDataJSON();
    expect(question).toMatchObject({
      threeDSCompInd: 'U',
      request: { order: { amountCentavos: checkout.amount }, card: { number: cards.frictionless } },
      browser: { browserLanguage: 'pt-BR', browserJavascriptEnabled: true },
    });
    expect((await checkout.charges()).map(({ eci }) => eci)).toEqual(['05']);
  },
);

test.describe('where the API wants an id for a proof', () => {
  const API_FILE = join(mkdtempSync(join(tmpdir(), 'card-checkout-api-')), 'api.json');
  writeFileSync(API_FILE, JSON.stringify({ ...builtInFile, proof: 'reference' }));
  test.use({ proxyEnvironment: { API_FILE, THREE_DS: 'required' } });

  example('adapter', 'pays with an id for a proof', async ({ checkout, demo, open, page }) => {
    await providerScriptIs(
      page,
      `window.TDS = {
      async init(options, order) {
        parent.given = { token: typeof options.token, order };
        return [{ trans_status: 'Y', tds_server_trans_id: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e' }];
      },
    };`,
    );
    await open('adapter', (await elementFor(checkout, demo)) + scriptTag(demo));
    await checkout.pay();

    await expect(checkout.inner).toContainText(approved);
    expect((await checkout.charges()).map(({ eci }) => eci)).toEqual([undefined]);
    expect(await page.evaluate((): unknown => Reflect.get(window, 'given'))).toMatchObject({
      token: 'string',
      order: {
        payments: [
          {
            payment_method: 'credit_card',
            amount: checkout.amount,
            credit_card: { card: { holder_name: 'APPROVED', exp_month: '12', exp_year: '2030' } },
          },
        ],
      },
    });
  });
});

expectAllTested();
