import type { Page } from '@playwright/test';
import { cards } from '../support/checkout-page.ts';
import { providerScriptIs } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

const approved = 'Pagamento aprovado.';
const unavailable = 'Não foi possível confirmar este cartão com o banco.';
const unopened = 'Não foi possível abrir a página do seu banco.';
const late = 'A confirmação demorou demais';

async function answerIs(page: Page, call: string, status: number, body: string): Promise<void> {
  const headers = { 'access-control-allow-origin': '*' };
  await page.route(`**/v2/3ds/${call}`, (route) => route.fulfill({ status, headers, body }));
}

test.use({ breaksSomething: true });

test('a provider that is down or refuses stops the payment; the next one succeeds', async ({
  checkout,
  page,
}) => {
  await checkout.open();
  await test.step('the script is missing', async () => {
    await page.route('**/Scripts/BP.Mpi*', (route) => route.fulfill({ status: 404, body: '' }));
    await checkout.pay();
    await expect(checkout.alert).toContainText(unopened);
    await checkout.expectNothingLeft();
    await page.unroute('**/Scripts/BP.Mpi*');
  });

  await test.step('init is refused: one more try with a new token, then the payment stops', async () => {
    await answerIs(page, 'init', 401, '{"Message":"no"}');
    const tokens = new Set<string | undefined>();
    page.on('request', (request) => {
      if (request.url().endsWith('/init')) tokens.add(request.headers()['authorization']);
    });
    await checkout.payButton.click();
    await expect.poll(() => tokens.size).toBe(2);
    await expect(checkout.alert).toContainText(unavailable);
    await checkout.expectNothingLeft();
    expect(await checkout.charges()).toEqual([]);
    await page.unroute('**/v2/3ds/init');
  });

  await checkout.payButton.click();
  await expect(checkout.inner).toContainText(approved);
  expect(await checkout.charges()).toHaveLength(1);
});

test('the buyer leaves during a challenge and comes back', async ({ checkout, page }) => {
  await checkout.open();
  await checkout.pay({ number: cards.challenge });
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
  await page.goto('about:blank');
  await page.goBack();
  await checkout.pay();

  await expect(checkout.inner).toContainText(approved);
  expect(await checkout.charges()).toHaveLength(1);
});

test.describe("when a provider's script dies", () => {
  test.use({ othersThrow: true });

  test('the form gives up, after 20 s if the script isn’t ready, after 90 s if it is', async ({
    checkout,
    page,
  }) => {
    await page.clock.install();
    await checkout.open();
    await checkout.fill();
    const expectGivenUp = async (limitMs: number, sentence: string): Promise<void> => {
      const died = page.waitForEvent('pageerror');
      await checkout.payButton.click();
      await died;
      await expect(checkout.alert).toHaveText('');
      await page.clock.fastForward(limitMs);
      // After a jump of the clock, the page may catch up for 15 s.
      await page.clock.fastForward(15_000);
      await expect(checkout.alert).toContainText(sentence);
      await checkout.expectNothingLeft();
    };

    for (const [what, body] of [
      ['it throws', `bpmpi_config(); throw new Error('no');`],
      ['it isn’t a script', '<!doctype html><p>Please log in</p>'],
    ] as const) {
      await test.step(what, async () => {
        await providerScriptIs(page, body);
        await expectGivenUp(20_000, unopened);
      });
    }
    await page.unroute('**/Scripts/BP.Mpi*');
    for (const [call, limitMs, sentence] of [
      ['enroll', 90_000, late],
      ['init', 20_000, unopened],
    ] as const) {
      await test.step(`${call} returns 200 with garbage`, async () => {
        await answerIs(page, call, 200, '<p>OK');
        await expectGivenUp(limitMs, sentence);
      });
    }
    expect(await checkout.charges()).toEqual([]);
  });
});
