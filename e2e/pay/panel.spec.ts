import { findViolations, levels, prepareAudit } from '../support/access-audit.ts';
import { expect, test } from '../support/test.ts';

// This tests the demo shop, not the form in it.
test.use({ isolated: false });

test('the panel explains each step, in the page’s language', async ({ checkout, page }) => {
  await prepareAudit(page);
  await page.goto(checkout.shopUrl({ lang: 'en', 'three-ds': 'off' }));
  const panel = page.getByRole('list', { name: 'Step by step' });
  await expect(panel).toContainText('The form is ready');
  await page.getByRole('button', { name: 'Rate limit, then approved' }).click();
  await checkout.inner.getByRole('button', { name: /^Pay/ }).click();

  // The webhook and the form's answer arrive in any order, and those of another test may be late.
  const steps = async (): Promise<string[]> => {
    const all = await panel.locator('code').allInnerTexts();
    const own = all.slice(all.indexOf('ready'));
    return own.filter((step) => !/^(told|approved|step.submit.)/.test(step));
  };
  await expect
    .poll(steps)
    .toEqual([
      'ready',
      'change.true',
      'step.fraud',
      'step.fraud.completed',
      'step.submit',
      'call.1',
      'answered.429',
      'call.2',
      'charged',
      'answered.201',
      'postback',
    ]);
  await expect(panel).toContainText('passed the postback on to the shop');
  await expect(panel).toContainText('The webhook told the shop: paid');
  await expect(page.locator('#charged')).toHaveText(/^1 charge: R\$/);
  expect(await panel.innerText()).not.toContain('4000');

  // axe ignores colors in scrolled-out content.
  await panel.evaluate((list) => (list.style.maxHeight = 'none'));
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page, [...levels], 'body')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.getByRole('link', { name: 'Português' }).click();
  await expect(checkout.number).toBeVisible();
  await expect(page.getByRole('list', { name: 'Passo a passo' })).toContainText('está pronto');
});
