import { freePort } from '@card-checkout/testing/free-port';
import { startProgram } from '@card-checkout/testing/program';
import { token as API_TOKEN } from '@card-checkout/testing/proxy-environment';
import { startScriptedServer, type ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import { cards, CheckoutPage } from '../support/checkout-page.ts';
import { startRunningDemo } from '../support/running-demo.ts';
import { expect, starts, test } from '../support/test.ts';

// The frame's own policy has to allow the token's address.
test.use({ isolated: true });

test('a payment with a challenge gets its token from the adapter, and its calls stay private', async ({
  page,
  isolated,
}) => {
  test.setTimeout(starts.timeout);
  let sandbox = '';
  const answers: Record<string, () => Promise<ScriptedAnswer>> = {
    '/v2/3ds-tokens': async () => {
      const issued = await fetch(`${sandbox}/api/3ds/token/?provider=cielo`);
      const { access_token: token } = await issued.json();
      return { status: 201, json: { token } };
    },
    '/v2/tokens': async () => ({ status: 201, json: { id: 'tok_1' } }),
    '/v2/payments': async () => ({ status: 201, json: { id: 'pay_1', status: 'paid' } }),
  };
  const api = await startScriptedServer(
    async (_number, { path = '' }) => (await answers[path]?.()) ?? 'reset',
  );
  const PORT = String(await freePort());
  const adapterUrl = `http://127.0.0.1:${PORT}`;
  const adapter = await startProgram({
    args: ['examples/adapter/adapter.mjs'],
    env: { ...process.env, PORT, API_TOKEN, API_KEY: 'key', API_URL: api.url },
    isReady: /adapter on port/,
  });
  // The card calls go by another name than the browser's, as in a private network.
  const demo = await startRunningDemo({
    API_TOKEN,
    API_BASE_URL: `http://localhost:${PORT}`,
    API_FILE: 'examples/adapter/api.json',
    THREE_DS_TOKEN_URL: `${adapterUrl}/api/3ds/token/`,
  });
  sandbox = demo.urls.payments;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const checkout = new CheckoutPage(page, demo, page.locator('card-checkout'), isolated);

  await checkout.open();
  await checkout.pay({ number: cards.challenge });
  await checkout.answerBank('1234');
  await expect(checkout.inner).toContainText('Pagamento aprovado.');

  const paid = api.received.find(({ path }) => path === '/v2/payments');
  expect(JSON.parse(paid?.text ?? '{}')).toMatchObject({
    amount: checkout.amount,
    authentication: { cavv: expect.any(String), eci: '05', version: expect.any(String) },
  });
  const ofAdapter = asked.filter((url) => new URL(url).port === PORT);
  expect(ofAdapter).toEqual([`${adapterUrl}/api/3ds/token/?provider=cielo`]);

  await page.goto('about:blank');
  await Promise.all([demo.stop(), adapter.stop(), api.stop()]);
});
