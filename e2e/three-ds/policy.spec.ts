import type { ThreeDSStatus } from '../../packages/widget/src/three-ds/outcome.ts';
import type { CheckoutPage } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

const approved = 'Pagamento aprovado.';
const unavailable = 'Não foi possível confirmar este cartão com o banco.';
const notCompleted = 'A autenticação com o banco não foi concluída.';
const cancelled = 'Você cancelou a confirmação';
const late = 'O banco demorou demais';

// The whole table is in policy.test.ts; here is each of its rows once, as a payment.
for (const { status, mode, kind = 'credit', text, asked = 1, eci } of [
  { status: 'authenticated', mode: 'required', text: approved, eci: '05' },
  { status: 'attempted', mode: 'preferred', kind: 'debit', text: approved, eci: '05' },
  { status: 'data_only', mode: 'required', text: unavailable },
  { status: 'data_only', mode: 'preferred', text: approved },
  { status: 'unavailable', mode: 'preferred', kind: 'debit', text: unavailable },
  { status: 'failed', mode: 'preferred', text: notCompleted },
  { status: 'cancelled', mode: 'preferred', text: cancelled },
  { status: 'timeout', mode: 'preferred', text: late },
  { status: 'error', mode: 'required', text: unavailable, asked: 2 },
  { status: 'error', mode: 'preferred', text: approved, asked: 2 },
  { status: 'blocked', mode: 'off', text: approved, asked: 0 },
  { status: 'not_enrolled', mode: 'off', kind: 'debit', text: unavailable },
] as const) {
  test(`${status} with ${kind}, where authentication is ${mode}`, async ({ checkout }) => {
    await checkout.open({ 'three-ds': mode, kinds: kind });
    const timesAsked = await answerWith(checkout, status);
    await checkout.pay();

    await expect(checkout.element).toContainText(text);
    expect(await timesAsked()).toBe(asked);
    const charges = text === approved ? [eci] : [];
    expect((await checkout.charges()).map((charge) => charge.eci)).toEqual(charges);
  });
}

/** Gives the element an adapter that always ends in the same way; returns what counts its calls. */
async function answerWith(checkout: CheckoutPage, status: ThreeDSStatus) {
  const data = { Cavv: 'AAABBZEEBgAAAAAAAAQGAAAAAAA=', Eci: '5', Version: '2.2.0' };
  await checkout.element.evaluate(
    (element, outcome) => {
      const adapter = {
        asked: 0,
        async authenticate() {
          adapter.asked += 1;
          return outcome;
        },
      };
      Object.assign(element, { threeDSAdapter: adapter });
    },
    { status, data },
  );
  return async () =>
    checkout.element.evaluate((element): unknown => {
      const adapter: unknown = Reflect.get(element, 'threeDSAdapter');
      return typeof adapter === 'object' && adapter !== null && 'asked' in adapter && adapter.asked;
    });
}
