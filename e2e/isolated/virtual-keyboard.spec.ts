import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { expect, test } from '../support/test.ts';

test.use({ isolated: true });

test('what a virtual keyboard inserts or composes out of view doesn’t scroll the page', async ({
  checkout,
  demo,
  page,
}) => {
  const space = '<p style="height: 3000px">Loja</p>';
  await openOwnPage(page, demo, {
    body: space + (await elementFor(checkout, demo)) + space + scriptTag(demo, true),
  });
  const keyboard = await page.context().newCDPSession(page);
  for (const [field, shown] of [
    ['number', '4111 2'],
    ['holder', '41112'],
  ] as const) {
    await checkout[field].focus();
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    // Without a key event, as on Android.
    await keyboard.send('Input.insertText', { text: '4' });
    await keyboard.send('Input.insertText', { text: '1' });
    for (const text of ['1', '11', '112'])
      await keyboard.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await keyboard.send('Input.insertText', { text: '112' });

    await expect(checkout[field]).toHaveValue(shown);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
});
