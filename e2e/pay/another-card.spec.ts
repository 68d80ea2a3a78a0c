import { cards } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

const notCompleted = 'A autenticação com o banco não foi concluída.';
const unavailable = 'Não foi possível confirmar este cartão com o banco.';

for (const [first, sentence] of [
  ['notEnrolled', unavailable],
  ['systemError', unavailable],
  ['frictionlessFails', notCompleted],
  ['challengeFails', notCompleted],
] as const) {
  test(`a payment stops after ${first}, and another card pays`, async ({ checkout }) => {
    await checkout.open();
    await checkout.pay({ number: cards[first] });
    if (first === 'challengeFails') await checkout.answerBank('1234');
    await expect(checkout.alert).toContainText(sentence);
    await checkout.expectNothingLeft();
    expect(await checkout.charges()).toEqual([]);
    await checkout.pay();

    await expect(checkout.element).toContainText('Pagamento aprovado.');
    expect((await checkout.charges()).map(({ eci }) => eci)).toEqual(['05']);
  });
}
