import { cards } from '../support/checkout-page.ts';
import { hold, providerScriptIs } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

const approved = 'Pagamento aprovado.';
const unavailable = 'Não foi possível confirmar este cartão com o banco.';
const late = 'O banco demorou demais';

const success = `{ Cavv: 'AAABBZEEBgAAAAAAAAQGAAAAAAA=', Xid: null, Eci: '5', Version: '2.2.0' }`;

test.describe('whatever is wrong with a provider', () => {
  test.use({ breaksSomething: true });

  test('a script that is not there stops the payment at once', async ({ checkout, page }) => {
    await page.route('**/Scripts/BP.Mpi*', (route) => route.fulfill({ status: 404, body: '' }));
    await checkout.open();
    await checkout.pay();

    await expect(checkout.alert).toContainText(unavailable);
    await checkout.expectNothingLeft();
    expect(await checkout.charges()).toEqual([]);
  });

  test('a script that is ready and never answers ends after 90 s', async ({ checkout, page }) => {
    await page.clock.install();
    await providerScriptIs(
      page,
      'setTimeout(bpmpi_config().onReady); function bpmpi_authenticate() { parent.asked = true; }',
    );
    await checkout.open();
    await checkout.pay();
    await page.waitForFunction(() => Object.hasOwn(window, 'asked'));
    await page.clock.fastForward(90_000);

    await expect(checkout.alert).toContainText(late);
    await checkout.expectNothingLeft();
  });

  test('a script that answers twice is believed once', async ({ checkout, page }) => {
    await providerScriptIs(
      page,
      `const config = bpmpi_config();
       function bpmpi_authenticate() {
         config.onSuccess(${success}); config.onFailure({}); config.onSuccess(${success}); config.onReady();
       }
       setTimeout(() => { config.onReady(); config.onReady(); });`,
    );
    await checkout.open();
    await checkout.pay();

    await expect(checkout.element).toContainText(approved);
    expect(await checkout.charges()).toHaveLength(1);
    await checkout.expectNothingLeft();
  });

  test('a script that answers after the time is over changes nothing', async ({
    checkout,
    page,
  }) => {
    await page.clock.install();
    await providerScriptIs(
      page,
      `const config = bpmpi_config();
       function bpmpi_authenticate() { parent.answerLate = () => config.onSuccess(${success}); }
       config.onReady();
       bpmpi_load = () => {};`,
    );
    await checkout.open();
    await checkout.pay();
    await page.waitForFunction(() => Object.hasOwn(window, 'answerLate'));
    await page.clock.fastForward(90_000);
    await expect(checkout.alert).toContainText(late);
    await page.evaluate(() => Reflect.apply(Reflect.get(window, 'answerLate'), window, []));

    await expect(checkout.alert).toContainText(late);
    expect(await checkout.charges()).toEqual([]);
  });

  for (const status of [401, 500]) {
    test(`init is answered ${status}: one more try with a new token, then an end`, async ({
      checkout,
      page,
    }) => {
      const tokens = new Set<string | undefined>();
      await page.route('**/v2/3ds/init', (route) => {
        tokens.add(route.request().headers()['authorization']);
        return route.fulfill({
          status,
          headers: { 'access-control-allow-origin': '*' },
          json: { Message: 'no' },
        });
      });
      await checkout.open();
      await checkout.pay();

      await expect(checkout.alert).toContainText(unavailable);
      expect(tokens.size).toBe(2);
      await checkout.expectNothingLeft();
    });
  }

  test('an error that passes is not noticed', async ({ checkout, page }) => {
    await page.route(
      '**/v2/3ds/init',
      (route) =>
        route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' }, body: '' }),
      { times: 1 },
    );
    await checkout.open();
    await checkout.pay();

    await expect(checkout.element).toContainText(approved);
    expect(await checkout.charges()).toHaveLength(1);
  });

  test('a token that comes in pieces reaches the provider', async ({ checkout, page }) => {
    await page.route('**/api/3ds/token/**', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: ['eyJ', 'hbGci'],
      }),
    );
    await checkout.open();
    const init = page.waitForRequest('**/v2/3ds/init');
    await checkout.pay();

    expect((await init).headers()['authorization']).toBe('Bearer eyJhbGci');
  });

  test('a token that comes after the end brings nothing back', async ({ checkout, page }) => {
    const release = await hold(page, '**/api/3ds/token/**');
    await checkout.open();
    await checkout.element.evaluate((element) => {
      Object.assign(element, {
        threeDSAdapter: {
          async authenticate(context: { getToken: () => Promise<string> }) {
            void context.getToken().catch(() => undefined);
            return { status: 'not_enrolled' };
          },
        },
      });
    });
    await checkout.pay();
    await expect(checkout.alert).toContainText(unavailable);
    release();

    await checkout.securityCode.fill('123');
    await expect(checkout.alert).toContainText(unavailable);
    await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'false');
  });

  test('a challenge whose frame is taken away ends when the buyer cancels', async ({
    checkout,
  }) => {
    await checkout.open();
    await checkout.pay({ number: cards.challenge });
    await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
    await checkout.element.locator('dialog iframe').evaluate((frame) => frame.remove());
    await checkout.challenge.getByRole('button', { name: 'Cancelar' }).click();

    await expect(checkout.alert).toContainText('Você cancelou');
    await checkout.expectNothingLeft();
  });

  test('the buyer leaves in the middle of a challenge and comes back', async ({
    checkout,
    page,
  }) => {
    await checkout.open();
    await checkout.pay({ number: cards.challenge });
    await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
    await page.goto('about:blank');
    await page.goBack();
    await checkout.pay();

    await expect(checkout.element).toContainText(approved);
    expect(await checkout.charges()).toHaveLength(1);
  });

  test('a clock that is set back shortens and lengthens nothing', async ({ checkout, page }) => {
    await checkout.open();
    await checkout.pay({ number: cards.challenge });
    await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() - 86_400_000;
    });
    await checkout.answerBank('1234');

    await expect(checkout.element).toContainText(approved);
  });
});

test.describe("when a provider's script dies", () => {
  test.use({ breaksSomething: true, othersThrow: true });

  for (const [fault, body] of [
    ['throws when it has read its config', `bpmpi_config(); throw new Error('no');`],
    ['is no script, though it is answered 200', '<!doctype html><p>Please log in</p>'],
    [
      'needs another one that is blocked',
      `const other = document.createElement('script');
       other.src = 'https://songbird.example/v2.js';
       other.onload = () => bpmpi_config().onReady();
       document.head.append(other);`,
    ],
  ] as const) {
    test(`a script that ${fault} is given up after 20 s`, async ({ checkout, page }) => {
      await page.clock.install();
      await providerScriptIs(page, body);
      await page.route('https://songbird.example/**', (route) => route.abort());
      await checkout.open();
      const loaded = page.waitForResponse('**/Scripts/BP.Mpi*');
      await checkout.pay();
      await (await loaded).finished();
      await page.clock.fastForward(20_000);

      await expect(checkout.alert).toContainText(unavailable);
      await checkout.expectNothingLeft();
      expect(await checkout.charges()).toEqual([]);
    });
  }

  for (const [call, limitMs, sentence] of [
    ['init', 20_000, unavailable],
    ['enroll', 90_000, late],
  ] as const) {
    test(`${call} is answered 200 with garbage, at which the script dies`, async ({
      checkout,
      page,
    }) => {
      await page.clock.install();
      await page.route(`**/v2/3ds/${call}`, (route) =>
        route.fulfill({ headers: { 'access-control-allow-origin': '*' }, body: '<p>OK' }),
      );
      await checkout.open();
      const died = page.waitForEvent('pageerror');
      await checkout.pay();
      await died;
      await page.clock.fastForward(limitMs);

      await expect(checkout.alert).toContainText(sentence);
      await checkout.expectNothingLeft();
      expect(await checkout.charges()).toEqual([]);
    });
  }
});
