import { newProof } from '@card-checkout/testing/checkout-request';
import { windowSizeIn } from '../../packages/widget/src/three-ds/realm.ts';
import { cards } from '../support/checkout-page.ts';
import { providerScriptIs } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

const approved = 'Pagamento aprovado.';

test('the challenge has its window’s size, and a wrong code at the bank stops the payment', async ({
  checkout,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await checkout.open();
  const enrolled = page.waitForRequest('**/v2/3ds/enroll');
  await checkout.pay({ number: cards.challenge });
  expect((await enrolled).postDataJSON()).toMatchObject({ challengewindowsize: '05' });
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();

  const frame = checkout.inner.locator('dialog iframe').contentFrame().locator('html');
  for (const [size, width, height] of [
    ['05', 320, 300],
    ['05', 460, 600],
    ['04', 800, 560],
    ['03', 1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    // A frame in another process follows the window a moment later.
    await expect
      .poll(async () => windowSizeIn(await frame.evaluate(() => ({ innerWidth, innerHeight }))))
      .toBe(size);
  }

  await checkout.answerBank('9999');
  await expect(checkout.alert).toContainText('A autenticação com o banco não foi concluída.');
  await expect(checkout.challenge).toHaveCount(0);
  expect(await checkout.charges()).toEqual([]);
});

test('the button cancels a challenge, even if its frame is gone; the form keeps its input and pays next time', async ({
  checkout,
  page,
}) => {
  await checkout.open();
  await checkout.fill();
  await checkout.number.fill(cards.challenge);
  for (const isGone of [false, true]) {
    await checkout.payButton.click();
    await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
    if (isGone) {
      await checkout.inner.locator('dialog iframe').evaluate((frame) => frame.remove());
    }
    await checkout.challenge.getByRole('button', { name: 'Cancelar' }).click();

    await expect(checkout.alert).toContainText('Você cancelou a confirmação');
    await checkout.expectNothingLeft();
    await expect(checkout.securityCode).toHaveValue('123');
  }
  expect(await checkout.charges()).toEqual([]);

  await checkout.payButton.click();
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
  await test.step('setting the clock back changes no time limit', async () => {
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() - 86_400_000;
    });
  });
  await checkout.answerBank('1234');
  await expect(checkout.inner).toContainText(approved);
  expect(await checkout.charges()).toHaveLength(1);
});

test.describe('a refusal', () => {
  test.use({ breaksSomething: true });

  test('a proof used for another order is refused, and the next press authenticates again', async ({
    checkout,
    page,
  }) => {
    const providerProves = async (proof: object) =>
      providerScriptIs(
        page,
        `const config = bpmpi_config();
        function bpmpi_authenticate() { config.onSuccess(${JSON.stringify(proof)}); }
        setTimeout(config.onReady);`,
      );
    await providerProves(newProof());
    await checkout.open();
    await checkout.pay();
    await expect(checkout.inner).toContainText(approved);

    await checkout.open();
    await checkout.pay();
    await expect(checkout.alert).toContainText('A autenticação com o banco não foi concluída.');
    expect(await checkout.charges()).toHaveLength(1);

    await providerProves(newProof());
    await checkout.securityCode.fill('123');
    await checkout.payButton.click();
    await expect(checkout.inner).toContainText(approved);
    expect(await checkout.charges()).toHaveLength(2);
  });
});

test('a challenge ends 90 s after the click without a trace; a page can allow more time', async ({
  checkout,
  page,
}) => {
  await page.clock.install();
  await checkout.open();
  await checkout.pay({ number: cards.challenge });
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
  // After a jump of the clock, the page may catch up for 15 s.
  await page.clock.fastForward(90_000);
  await page.clock.fastForward(15_000);
  await expect(checkout.alert).toContainText('A confirmação demorou demais');
  await checkout.expectNothingLeft();
  expect(await checkout.charges()).toEqual([]);

  await checkout.element.evaluate((element) => {
    element.setAttribute('three-ds-timeout-ms', '300000');
  });
  await checkout.payButton.click();
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
  await page.clock.fastForward(290_000);
  await checkout.answerBank('1234');
  await expect(checkout.inner).toContainText(approved);
  expect(await checkout.charges()).toHaveLength(1);
});

test('an unenrolled card pays if authentication is preferred', async ({ checkout }) => {
  await checkout.open({ 'three-ds': 'preferred' });
  await checkout.pay({ number: cards.notEnrolled });

  await expect(checkout.inner).toContainText(approved);
  expect((await checkout.charges()).map(({ eci }) => eci)).toEqual([undefined]);
});
