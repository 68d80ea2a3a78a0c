import { threeDSStatuses, type ThreeDSStatus } from '../../packages/widget/src/three-ds/outcome.ts';
import type { CheckoutPage } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

const approved = 'Pagamento aprovado.';
const unavailable = 'Não foi possível confirmar este cartão com o banco.';
const notCompleted = 'A autenticação com o banco não foi concluída.';
const cancelled = 'Você cancelou a confirmação';
const late = 'O banco demorou demais';

/** What the buyer reads, and whether a proof was sent, where authentication is required and preferred. */
const table: Record<ThreeDSStatus, { required: string; preferred: string }> = {
  authenticated: { required: approved, preferred: approved },
  attempted: { required: approved, preferred: approved },
  data_only: { required: unavailable, preferred: approved },
  failed: { required: notCompleted, preferred: notCompleted },
  not_enrolled: { required: unavailable, preferred: approved },
  unavailable: { required: unavailable, preferred: approved },
  unsupported_brand: { required: unavailable, preferred: approved },
  disabled: { required: unavailable, preferred: approved },
  challenge_suppressed: { required: unavailable, preferred: approved },
  cancelled: { required: cancelled, preferred: cancelled },
  timeout: { required: late, preferred: late },
  blocked: { required: unavailable, preferred: approved },
  error: { required: unavailable, preferred: approved },
};

const proves = new Set<ThreeDSStatus>(['authenticated', 'attempted']);

const cases = threeDSStatuses.flatMap((status) =>
  (['required', 'preferred', 'off'] as const).flatMap((mode) =>
    (['credit', 'debit'] as const).map((kind) => ({ status, mode, kind })),
  ),
);

for (const { status, mode, kind } of cases) {
  test(`${status}, ${mode}, ${kind}`, async ({ checkout }) => {
    await checkout.open({ 'three-ds': mode, kinds: kind });
    const asked = await answerWith(checkout, status);
    await checkout.pay();

    const isAsked = mode !== 'off' || kind === 'debit';
    const row = mode === 'preferred' && kind === 'credit' ? 'preferred' : 'required';
    const expected = isAsked ? table[status][row] : approved;
    await expect(checkout.element).toContainText(expected);
    // An error is tried once more.
    expect(await asked()).toBe(isAsked ? (status === 'error' ? 2 : 1) : 0);
    const eci = isAsked && proves.has(status) ? '05' : undefined;
    const charges = expected === approved ? [eci] : [];
    expect((await checkout.charges()).map((charge) => charge.eci)).toEqual(charges);
  });
}

/** Puts an adapter into the element that always ends in the same way; gives how often it was asked. */
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
