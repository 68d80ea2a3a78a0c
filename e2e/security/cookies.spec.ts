import { expect, test } from '../support/test.ts';

// Its frame holds the ordinary form, too.
test.use({ isolated: true });

test('the form sets no cookie and reads none, and neither does its proxy', async ({
  checkout,
  demo,
  page,
}) => {
  const context = page.context();
  // Another program on the proxy's host may have set one.
  await context.addCookies([{ name: 'other', value: '1', url: demo.urls.proxy }]);
  await page.addInitScript(reportCookies);
  const answered: Promise<Record<string, string>>[] = [];
  const asked: Promise<Record<string, string>>[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${demo.urls.proxy}/api/`)) asked.push(request.allHeaders());
  });
  page.on('response', (response) => {
    if (response.url().startsWith(demo.urls.proxy)) answered.push(response.allHeaders());
  });
  await checkout.open();
  await checkout.pay();
  await expect(checkout.inner).toContainText('Pagamento aprovado.');

  expect(await context.cookies()).toMatchObject([{ name: 'other', value: '1' }]);
  // Cookies of the shop's domain may be longer than a web server takes.
  const questions = await Promise.all(asked);
  expect(questions.length).toBeGreaterThan(1);
  for (const headers of questions) expect(headers).not.toHaveProperty('cookie');
  const headers = await Promise.all(answered);
  expect(headers.length).toBeGreaterThan(3);
  // Neither says that its answer depends on a cookie.
  for (const { vary = '', ...others } of headers) {
    expect(vary).not.toMatch(/cookie/i);
    expect(others).not.toHaveProperty('set-cookie');
  }
});

/** Runs in each document: makes a use of its cookies an error. */
function reportCookies(): void {
  Object.defineProperty(Document.prototype, 'cookie', {
    get: () => reportError(new Error('a cookie is read')),
    set() {
      reportError(new Error('a cookie is set'));
    },
  });
}
