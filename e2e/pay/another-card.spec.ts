import { threeDSStatuses } from '../../packages/widget/src/three-ds/outcome.ts';
import { cards } from '../support/checkout-page.ts';
import { expectNothingLeft } from '../support/nothing-left.ts';
import { expect, test } from '../support/test.ts';

const approved = 'Pagamento aprovado.';

/** The outcomes after which nothing was sent, and the buyer takes another card. */
const refused = threeDSStatuses.filter(
  (status) => status !== 'authenticated' && status !== 'attempted',
);

for (const status of refused) {
  test(`after ${status} another card pays`, async ({ checkout }) => {
    await checkout.open();
    await checkout.element.evaluate(
      (element, outcome) => {
        Object.assign(element, { threeDSAdapter: { authenticate: async () => outcome } });
      },
      { status },
    );
    await checkout.pay({ number: cards.challenge });
    await expect(checkout.alert).toBeVisible();
    await expectNothingLeft(checkout);
    await checkout.element.evaluate((element) => {
      Object.assign(element, { threeDSAdapter: undefined });
    });
    await checkout.pay();

    await expect(checkout.element).toContainText(approved);
    expect((await checkout.charges()).map(({ eci }) => eci)).toEqual(['05']);
  });
}

for (const first of [
  'frictionlessFails',
  'notEnrolled',
  'systemError',
  'challengeFails',
] as const) {
  test(`after ${first} another card pays`, async ({ checkout }) => {
    await checkout.open();
    await checkout.pay({ number: cards[first] });
    if (first === 'challengeFails') await checkout.answerBank('1234');
    await expect(checkout.alert).toContainText(/Não foi possível confirmar|não foi concluída/);
    await expectNothingLeft(checkout);
    await checkout.pay();

    await expect(checkout.element).toContainText(approved);
    expect(await checkout.charges()).toHaveLength(1);
  });
}
