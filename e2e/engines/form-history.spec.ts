import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWithPlaywright } from './drivers/playwright.ts';
import type { Tab } from './drivers/tab.ts';
import { expect, test as base } from './test.ts';
import { often, Till } from './till.ts';

const { FULL_CHROMIUM_PATH = '' } = process.env;

/** A tab with a profile. Playwright's tabs are private, and the headless shell has no form history. */
const test = base.extend<{ kept: Tab }>({
  kept: async ({ tab, playwright, browserName, launchOptions }, use) => {
    const isChromium = browserName === 'chromium';
    base.skip(isChromium && FULL_CHROMIUM_PATH === '', 'no full Chromium');
    base.skip(!isChromium && tab.profile === undefined, 'no access to the profile');
    if (!isChromium) return use(tab);
    const profile = mkdtempSync(join(tmpdir(), 'card-checkout-chromium-'));
    const options = { ...launchOptions, executablePath: FULL_CHROMIUM_PATH };
    const own = await openWithPlaywright(playwright.chromium, options, profile);
    await use(own);
    await own.close();
    rmSync(profile, { recursive: true, force: true });
  },
});

function profileHas(text: string, { profile = '' }: Tab): boolean {
  return readdirSync(profile, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .some(({ parentPath, name }) => read(join(parentPath, name)).includes(text));
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // The browser has deleted it meanwhile.
    return '';
  }
}

for (const isIsolated of [false, true]) {
  const form = isIsolated ? 'isolated' : 'ordinary';
  test(`after a payment in the ${form} form, the profile has no CPF`, async ({
    kept,
    demo,
    browserName,
  }) => {
    const till = new Till(kept, demo, { isIsolated });
    await till.open({ 'three-ds': 'off' });
    await till.typeIn({
      '#cc-exp': '0931',
      '#cc-name': 'APPROVED DE SOUZA',
      '#document': '11144477735',
    });
    await kept.key('Shift+Tab');
    await kept.key('Enter');
    await till.expectText('Pagamento aprovado');
    // A form of the page is kept later, and shows that the browser keeps some.
    await kept.eval(`(() => {
      const form = Object.assign(document.createElement('form'), { action: '/assets/shop.css' });
      form.append(Object.assign(document.createElement('input'), { name: 'nota' }));
      document.body.prepend(form);
      form.elements[0].focus();
    })()`);
    await kept.type('embrulhar para presente');
    await kept.key('Enter');
    await expect.poll(() => profileHas('embrulhar para presente', kept), often).toBe(true);

    const typed = ['111.444.777-35', '11144477735'];
    // Chromium takes the end of a frame for a submit.
    if (browserName === 'firefox') typed.push('09/31', 'APPROVED DE SOUZA');
    expect(typed.filter((text) => profileHas(text, kept))).toEqual([]);
  });
}
