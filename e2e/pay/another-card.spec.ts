import { cards } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

const notCompleted = 'A autenticação com o banco não foi concluída.';
const unavailable = 'Não foi possível confirmar este cartão com o banco.';

test('unauthenticated cards don’t pay, and the next card does', async ({ checkout }) => {
  await checkout.open();
  for (const [card, sentence] of [
    ['notEnrolled', unavailable],
    ['challengeFails', notCompleted],
    ['systemError', unavailable],
    ['frictionlessFails', notCompleted],
  ] as const) {
    await test.step(card, async () => {
      await checkout.pay({ number: cards[card] });
      if (card === 'challengeFails') await checkout.answerBank('1234');
      await expect(checkout.alert).toContainText(`${sentence} Nada foi cobrado. Tente de novo`);
      await checkout.expectNothingLeft();
    });
  }
  expect(await checkout.requests()).toEqual([]);
  await checkout.pay();

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect((await checkout.charges()).map(({ eci }) => eci)).toEqual(['05']);
});
