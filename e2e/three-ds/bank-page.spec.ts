import type { Locator } from '@playwright/test';
import { cards } from '../support/checkout-page.ts';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { hold } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

/** Returns an element's edges as shares of its document's viewport: left, top, right, bottom. */
async function edges(element: Locator): Promise<number[]> {
  return element.evaluate((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const shares = [left / innerWidth, top / innerHeight, right / innerWidth, bottom / innerHeight];
    return shares.map((share) => Math.round(share * 100) / 100);
  });
}

for (const isolated of [false, true])
  test.describe(isolated ? 'the isolated form' : 'the form', () => {
    test.use({ isolated });

    test('stays in view beside a CSS zoom, and above the keyboard', async ({
      checkout,
      demo,
      page,
    }) => {
      await page.setViewportSize({ width: 390, height: 700 });
      const body = scriptTag(demo, isolated) + (await elementFor(checkout, demo));
      await openOwnPage(page, demo, { body: `<style>html { zoom: 1.25 }</style>${body}` });
      await checkout.fill();
      await checkout.number.fill(cards.challenge);
      // A real finger would scroll.
      await checkout.payButton.evaluate((button: HTMLElement) => button.click());
      await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
      await expect.poll(async () => edges(checkout.challenge)).toEqual([0, 0, 1, 1]);
      const outermost = isolated ? checkout.element.locator('iframe') : checkout.challenge;
      await expect.poll(async () => edges(outermost)).toEqual([0, 0, 1, 1]);

      await page.evaluate(() => {
        Object.defineProperty(visualViewport, 'height', { value: 350 });
        visualViewport?.dispatchEvent(new Event('resize'));
      });
      await expect.poll(async () => edges(outermost)).toEqual([0, 0, 1, 0.5]);
      if (isolated) expect(await edges(checkout.challenge)).toEqual([0, 0, 1, 1]);
    });
  });

const missing = 'A página do banco não apareceu ou parou? Nada foi cobrado ainda.';

test.describe('in the isolated form, whose frame holds the ordinary form', () => {
  test.use({ isolated: true });

  test('it says that the bank is slow, begins again, and gives the buyer more time', async ({
    checkout,
    page,
  }) => {
    await page.clock.install();
    const release = await hold(page, /\/challenge\?/);
    await checkout.open();
    await checkout.pay({ number: cards.challenge });
    const { challenge } = checkout;
    await expect(challenge.locator('.notice').getByRole('status')).toHaveText(
      'Abrindo a página do seu banco…',
    );
    await page.clock.fastForward(11_000);
    await expect(challenge).toContainText('Nada foi cobrado ainda.');
    await challenge.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(challenge.locator('.notice').getByRole('status')).toHaveText(
      'Abrindo a página do seu banco…',
    );

    release();
    await expect(challenge.locator('.notice').getByRole('status')).toHaveText('');
    await page.clock.fastForward(60_000);
    await challenge.getByRole('button', { name: 'Preciso de mais tempo' }).click();
    await expect(challenge.locator('.notice').getByRole('status')).toHaveText('');
    await page.clock.fastForward(60_000);
    const judge = await hold(page, '**/v2/3ds/validate');
    await checkout.answerBank('1234');
    await expect(challenge.locator('.notice').getByRole('status')).toHaveText(
      'Voltando para a loja…',
    );
    judge();
    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    expect(await checkout.charges()).toHaveLength(1);
  });

  test.describe('whose bank refuses to be in a frame', () => {
    // Chromium logs that.
    test.use({ breaksSomething: true });

    test('it lets the buyer begin again', async ({ checkout, page }) => {
      await page.clock.install();
      await page.route(/\/challenge\?/, (route) =>
        route.fulfill({ headers: { 'X-Frame-Options': 'DENY' }, body: 'Your bank' }),
      );
      await checkout.open();
      await checkout.pay({ number: cards.challenge });
      const { challenge } = checkout;
      await expect(challenge).toBeVisible();
      await expect(challenge.locator('.notice').getByRole('status')).toHaveText('');
      await page.clock.fastForward(11_000);
      await expect(challenge.locator('.notice').getByRole('status')).toHaveText(missing);
      await page.unroute(/\/challenge\?/);
      await challenge.getByRole('button', { name: 'Tentar de novo' }).click();
      await checkout.answerBank('1234');

      await expect(checkout.inner).toContainText('Pagamento aprovado.');
      expect(await checkout.charges()).toHaveLength(1);
    });
  });

  test('it offers that beside a page that says nothing, too, until that says something', async ({
    checkout,
    page,
  }) => {
    await page.clock.install();
    await checkout.open();
    await checkout.pay({ number: cards.challenge });
    const code = checkout.bank.getByLabel('Código SMS');
    await expect(code).toBeVisible();
    await page.clock.fastForward(11_000);
    const notice = checkout.challenge.locator('.notice').getByRole('status');
    await expect(notice).toHaveText(missing);
    await code.evaluate(() => parent.postMessage('resized', '*'));
    await page.clock.fastForward(1_000);
    await expect(notice).toHaveText('');
    await checkout.answerBank('1234');

    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    expect(await checkout.charges()).toHaveLength(1);
  });

  test('it fills a phone without a border, which the bank is told, below a low head', async ({
    checkout,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    await page.clock.install();
    await checkout.open();
    const enrolled = page.waitForRequest('**/v2/3ds/enroll');
    await checkout.pay({ number: cards.challenge });
    expect((await enrolled).postDataJSON()).toMatchObject({ challengewindowsize: '05' });
    await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
    expect(await checkout.challenge.locator('iframe').boundingBox()).toMatchObject({
      x: 0,
      width: 390,
    });

    const head = checkout.challenge.locator('header');
    const height = async () => (await head.boundingBox())?.height;
    expect(await height()).toBeLessThanOrEqual(60);
    await page.clock.fastForward(9_000);
    await expect(head).toContainText('aprove lá');
    await expect(head.getByRole('heading')).toBeHidden();
    expect(await height()).toBeLessThanOrEqual(60);

    await checkout.inner.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    });
    await expect(checkout.challenge.locator('.notice').getByRole('status')).toContainText(
      'Sem internet.',
    );
    await checkout.inner.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'));
    await expect(checkout.challenge.locator('.notice').getByRole('status')).toHaveText(missing);
  });
});

test('the bank’s dialog shows the texts that the page replaces', async ({ checkout, page }) => {
  test.skip(checkout.isIsolated, 'the page has no words in the frame');
  const release = await hold(page, /\/challenge\?/);
  await checkout.open();
  await checkout.element.evaluate((element) =>
    Object.assign(element, { messages: { challengeOpening: 'Chamando o banco…' } }),
  );
  await checkout.pay({ number: cards.challenge });
  await expect(checkout.challenge.locator('.notice').getByRole('status')).toHaveText(
    'Chamando o banco…',
  );
  release();
});
