import type { Page } from '@playwright/test';
import { newProof } from '@card-checkout/testing/checkout-request';
import { test } from '../support/doc-examples.ts';
import { elementFor } from '../support/own-page.ts';
import { expect } from '../support/test.ts';

test.skip(({ isolated }) => isolated, 'it accepts no adapter from the page');

const approved = 'Pagamento aprovado.';
const id = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e';
const notificationUrl = 'https://notify.example/three-ds';
const method = {
  next: 'method',
  threeDSServerTransID: id,
  methodUrl: 'https://acs.example/method',
  notificationUrl,
};
const challenge = {
  next: 'challenge',
  threeDSServerTransID: id,
  acsUrl: 'https://acs.example/challenge',
  creq: 'eyJjcmVxIjoxfQ',
  threeDSSessionData: 'session-1',
  notificationUrl,
};

const said = JSON.stringify({ threeDSServerTransID: id });
const toParent = `parent.postMessage(${said}, '*')`;

/** Stands in for the issuer and for the page to which it finally sends the frame. */
async function issuerAnswers(page: Page, notify = toParent): Promise<Map<string, URLSearchParams>> {
  const posted = new Map<string, URLSearchParams>();
  const formTo = (label: string) =>
    `<form method="post" action="${notificationUrl}"><button>${label}</button></form>`;
  await page.route('https://acs.example/**', (route) => {
    const path = new URL(route.request().url()).pathname;
    posted.set(path, new URLSearchParams(route.request().postData() ?? ''));
    const body = formTo('Confirmar');
    const isMethod = path === '/method';
    const script = isMethod ? '<script>document.forms[0].submit()</script>' : '';
    return route.fulfill({ contentType: 'text/html', body: body + script });
  });
  await page.route(notificationUrl, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<script>${notify}</script>`,
    }),
  );
  return posted;
}

/** Lists the features for which a bank's page needs permission (only Chromium tells). */
function featuresOfBanks(): string[] {
  const known = ['otp-credentials', 'payment', 'publickey-credentials-get'];
  const { featurePolicy }: { featurePolicy?: { allowsFeature(name: string): boolean } } =
    Object(document);
  return featurePolicy ? known.filter((name) => featurePolicy.allowsFeature(name)) : known;
}

/** Stands in for the shop's server. Returns the requests to it. */
async function serverAnswers(page: Page, answers: object[]): Promise<unknown[]> {
  const asked: unknown[] = [];
  await page.route('**/three-ds/lookup', (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ json: answers.shift() });
  });
  await page.route('**/three-ds/result', (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ json: { transStatus: 'Y', data: newProof() } });
  });
  return asked;
}

test('method, challenge and result lead to a payment; only the notification page ends the challenge', async ({
  checkout,
  demo,
  open,
  page,
}) => {
  const posted = await issuerAnswers(page);
  const asked = await serverAnswers(page, [method, challenge]);
  await open('emv', await elementFor(checkout, demo));
  await checkout.pay();
  const confirm = checkout.bank.getByRole('button', { name: 'Confirmar' });
  await expect(confirm).toBeVisible();
  expect(await confirm.evaluate(featuresOfBanks)).toEqual([
    'otp-credentials',
    'payment',
    'publickey-credentials-get',
  ]);
  const realm = checkout.inner.locator('dialog iframe').contentFrame().locator('body');
  await realm.evaluate((_body, transaction) => {
    window.postMessage({ threeDSServerTransID: transaction }, '*');
  }, id);
  await confirm.evaluate((_button, transaction) => {
    parent.postMessage({ threeDSServerTransID: transaction }, '*');
  }, id);
  await expect(confirm).toBeVisible();
  expect(asked).toHaveLength(2);
  await confirm.click();

  await expect(checkout.inner).toContainText(approved);
  expect((await checkout.charges()).map(({ eci }) => eci)).toEqual(['05']);
  expect(asked).toMatchObject([
    { threeDSCompInd: 'U', browser: { challengeWindowSize: '03' } },
    { threeDSCompInd: 'Y', threeDSServerTransID: id },
    { threeDSServerTransID: id },
  ]);
  const methodData = posted.get('/method')?.get('threeDSMethodData') ?? '';
  expect(JSON.parse(Buffer.from(methodData, 'base64url').toString())).toEqual({
    threeDSServerTransID: id,
    threeDSMethodNotificationURL: notificationUrl,
  });
  expect(Object.fromEntries(posted.get('/challenge') ?? [])).toEqual({
    creq: challenge.creq,
    threeDSSessionData: 'session-1',
  });
  await expect(page.locator('iframe, form[target]')).toHaveCount(0);
});

test('a method that doesn’t end is given 10 s', async ({ checkout, demo, open, page }) => {
  await page.clock.install();
  await page.route('https://acs.example/method', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'busy' }),
  );
  const asked = await serverAnswers(page, [
    method,
    { next: 'done', transStatus: 'Y', data: newProof() },
  ]);
  await open('emv', await elementFor(checkout, demo));
  const posted = page.waitForResponse('https://acs.example/method');
  await checkout.pay();
  await posted;
  await page.clock.fastForward(10_000);

  await expect(checkout.inner).toContainText(approved);
  expect(asked).toMatchObject([{ threeDSCompInd: 'U' }, { threeDSCompInd: 'N' }]);
});

for (const [name, notify] of [
  ['to the outermost page', `top.postMessage(${said}, '*')`],
  ['in JSON', `parent.postMessage(JSON.stringify(${said}), '*')`],
] as const)
  test(`a notification ${name} ends the challenge, too`, async ({ checkout, demo, open, page }) => {
    await issuerAnswers(page, notify);
    await serverAnswers(page, [challenge]);
    await open('emv', await elementFor(checkout, demo));
    await checkout.pay();
    await checkout.bank.getByRole('button', { name: 'Confirmar' }).click();

    await expect(checkout.inner).toContainText(approved);
  });
