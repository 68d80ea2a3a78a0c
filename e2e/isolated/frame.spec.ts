import type { Page } from '@playwright/test';
import { prepareAudit, violations } from '../support/access-audit.ts';
import { cards, type CheckoutPage } from '../support/checkout-page.ts';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { hold } from '../support/routes.ts';
import type { RunningDemo } from '../support/running-demo.ts';
import { expect, test } from '../support/test.ts';

test.use({ isolated: true });

interface Stage {
  checkout: CheckoutPage;
  demo: RunningDemo;
  page: Page;
}

/** Opens a page with the isolated form; `around` is additional HTML. */
async function open(
  { checkout, demo, page }: Stage,
  around = (element: string): string => element,
  attributes = '',
): Promise<void> {
  const element = await elementFor(checkout, demo, attributes);
  // The payment's code, which includes the error summary, requests it.
  const configured = page.waitForResponse('**/api/order');
  await openOwnPage(page, demo, { body: around(element) + scriptTag(demo, true) });
  await configured;
}

/** The most room that the frame keeps for faults once a text field has had the focus. */
const roomPx = 152;

/**
 * Expects the frame to be as high as its form, with at most `room` for faults, without scrolling, and as
 * wide as its container.
 */
async function expectFitting({ checkout, page }: Stage, room = 0): Promise<void> {
  await expect(async () => {
    const [form, inside] = await checkout.inner.evaluate((element) => [
      Math.ceil(element.getBoundingClientRect().height),
      { height: innerHeight, scroll: document.documentElement.scrollHeight },
    ]);
    const height = await checkout.element.evaluate((element) => element.clientHeight);
    expect(inside).toEqual({ height: height + 12, scroll: height + 12 });
    expect(height).toBeGreaterThanOrEqual(form);
    expect(height).toBeLessThanOrEqual(form + room);
  }).toPass();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
}

test.describe('a frame that is slow to load', () => {
  // The browser logs what the page asks to find out why.
  test.use({ breaksSomething: true });

  test('shows outlines, and a sentence after four seconds', async ({ checkout, demo, page }) => {
    const held = Promise.withResolvers<void>();
    await page.route('**/widget/frame', async (route) => {
      await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/widget/frame');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const body = (await elementFor(checkout, demo)) + scriptTag(demo, true);
    // A page has loaded when its frames have.
    const opened = openOwnPage(page, demo, { body });
    await asked;
    const background = async () =>
      checkout.element
        .locator('.place')
        .evaluate((place) => getComputedStyle(place).backgroundImage);
    expect(await background()).toContain('71px');
    const notice = checkout.element.getByRole('alert', { includeHidden: true });
    const height = async () => (await checkout.element.boundingBox())?.height;
    const before = await height();
    await expect(notice).toBeEmpty();

    await page.clock.runFor(4_000);
    await expect(notice).toHaveText('O formulário está demorando para carregar.');
    expect(await height()).toBe(before);

    await page.clock.resume();
    held.resolve();
    await opened;
    await expect(checkout.number).toBeVisible();
    await expect(notice).toBeEmpty();
    expect(await background()).toBe('none');
  });
});

function written(
  { urls }: RunningDemo,
  allow = 'payment *; publickey-credentials-get *; otp-credentials *',
): string {
  return `<iframe slot="frame" src="${urls.proxy}/widget/frame" allow="${allow}" hidden></iframe>`;
}

test.describe('a frame that the page has written', () => {
  for (const [first, held, isThere] of [
    ['the script', '**/widget/frame.js', () => customElements.get('card-checkout') !== undefined],
    ['the frame', '**/widget/isolated.js', () => Number(Reflect.get(window, 'hellos')) > 2],
  ] as const)
    test(`pays, with one load, when ${first} comes first`, async ({ checkout, demo, page }) => {
      const release = await hold(page, held);
      let loads = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/widget/frame')) loads += 1;
      });
      await page.addInitScript(() => {
        let hellos = 0;
        addEventListener('message', () => Object.assign(window, { hellos: (hellos += 1) }));
      });
      const element = await elementFor(checkout, demo);
      const body = element.replace('></', `>${written(demo)}</`) + scriptTag(demo, true);
      const opened = openOwnPage(page, demo, { body });
      await expect.poll(() => page.evaluate(isThere).catch(() => false)).toBe(true);
      release();
      await opened;
      await checkout.pay();

      await expect(checkout.inner).toContainText('Pagamento aprovado.');
      expect(loads).toBe(1);
    });

  test('is loaded again with other permissions, and removed where the element has its own', async ({
    checkout,
    demo,
    page,
  }) => {
    const stage = { checkout, demo, page };
    await open(stage, (element) => element.replace('></', `>${written(demo, '')}</`));
    await expect(page.locator('card-checkout > iframe')).toHaveAttribute('allow', /^payment \*;/);
    await checkout.fill();
    await checkout.element.evaluate(
      (element, frame) => element.insertAdjacentHTML('beforeend', frame),
      written(demo),
    );
    await expect(page.locator('card-checkout > iframe')).toHaveCount(1);
    await checkout.payButton.click();

    await expect(checkout.inner).toContainText('Pagamento aprovado.');
  });
});

test('the frame is as high as its form, at every width', async ({ checkout, demo, page }) => {
  const stage = { checkout, demo, page };
  await page.setViewportSize({ width: 280, height: 700 });
  await open(stage);
  await expectFitting(stage);
  await checkout.payButton.click();
  await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
  await expectFitting(stage, roomPx);
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(checkout.inner.getByRole('group', { name: 'Confira' })).toBeVisible();
  // The page hears of the new height when the buyer leaves the number.
  await page.keyboard.press('Shift+Tab');
  await expectFitting(stage, roomPx);
});

for (const width of [360, 1280])
  test(`three faults leave the button in view while a text field has the focus, at ${width} px`, async ({
    checkout,
    demo,
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await open({ checkout, demo, page });
    const height = async () => checkout.element.evaluate((element) => element.clientHeight);
    await checkout.number.click();
    await expect(checkout.number).toBeFocused();
    const before = await height();
    for (const text of ['4000000000002702', '1220', '123', 'APPROVED', '529982247']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Shift+Tab');
    await expect(checkout.inner.locator('[part=fault]')).toHaveCount(3);

    expect(await height()).toBe(before);
    await expect(checkout.payButton).toBeInViewport({ ratio: 1 });
  });

test('a form that is higher than the page knows scrolls in its frame', async ({
  checkout,
  demo,
  page,
}) => {
  await open({ checkout, demo, page });
  await checkout.number.fill('4000 0000 0000 2702');
  await checkout.number.click();
  await page.keyboard.press('End');
  await expect(checkout.number).toHaveAccessibleDescription(/Confira o número/);
  await page.evaluate(() => document.body.style.setProperty('--card-checkout-gap', '40px'));
  const scroll = () => checkout.inner.evaluate(() => document.documentElement.scrollTop);
  expect(await scroll()).toBe(0);
  await expect(checkout.inner.locator('.fields')).toHaveCSS('gap', '40px');

  await checkout.payButton.hover();
  await page.mouse.wheel(0, 500);
  await expect.poll(scroll).toBeGreaterThan(0);
});

test('the frame is in the page’s tree, so that browsers fill in saved cards, and no rule on the page changes it', async ({
  checkout,
  demo,
  page,
}) => {
  const rule = 'iframe { display: none !important; height: 20px !important; border: 9px solid }';
  const stage = { checkout, demo, page };
  await open(stage, (element) => `<style>${rule}</style>${element}`);
  await expectFitting(stage);
  await page.evaluate(() => {
    const element = document.querySelector('card-checkout');
    element?.replaceWith(element.cloneNode(true));
  });
  await expect(page.locator('card-checkout > iframe')).toHaveCount(1);
  await expectFitting(stage);
});

test('the page’s look reaches the frame, and so do its changes', async ({
  checkout,
  demo,
  page,
}) => {
  await open({ checkout, demo, page });
  await expect(checkout.number).toHaveCSS('background-color', 'rgb(255, 255, 255)');

  await page.evaluate(() => {
    const styles = new CSSStyleSheet();
    styles.replaceSync(`
      :root { color-scheme: dark; font: 20px/1.25 monospace; --card-checkout-radius: 3px }
      .sale card-checkout { --card-checkout-font: 1em/1.25 monospace; --card-checkout-field: rgb(1, 2, 3) }`);
    document.adoptedStyleSheets = [styles];
  });
  await expect(checkout.number).toHaveCSS('border-radius', '3px');
  await expect(checkout.number).toHaveCSS('background-color', 'rgb(27, 36, 51)');
  await page.evaluate(() => document.body.classList.add('sale'));
  await expect(checkout.number).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  await expect(checkout.inner).toHaveCSS('font', '20px / 25px monospace');

  await page.evaluate(() => Object.assign(document.documentElement, { lang: 'en', dir: 'rtl' }));
  await expect(checkout.inner.getByLabel('Card number')).toBeVisible();
  await expect(checkout.inner).toHaveCSS('text-align', 'right');
});

test('Tab moves in and out in both directions, and a label leads to it', async ({
  checkout,
  demo,
  page,
}) => {
  await open(
    { checkout, demo, page },
    (element) =>
      `<button>before</button><label><b>Pay here</b> ${element}</label><button>after</button>`,
  );
  const before = page.getByRole('button', { name: 'before' });
  const after = page.getByRole('button', { name: 'after' });

  await before.focus();
  await page.keyboard.press('Tab');
  await expect(checkout.number).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(before).toBeFocused();
  await after.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(checkout.payButton).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(after).toBeFocused();
  await page.getByText('Pay here').click();
  await expect(checkout.number).toBeFocused();
});

test('a challenge covers the shop’s dialog, keeps the focus, and leaves everything as it was', async ({
  checkout,
  demo,
  page,
}) => {
  const stage = { checkout, demo, page };
  const expectRoles = async (): Promise<void> => {
    const rules = ['aria-allowed-role', 'aria-dialog-name'];
    expect(await page.evaluate(violations, [rules, 'card-checkout'] as const)).toEqual([]);
  };
  await prepareAudit(page);
  await open(
    stage,
    (element) =>
      `<dialog id="shop" style="width: 320px; height: 400px; overflow: auto; transform: scale(1)">
      <div style="height: 300px"></div>${element}<button>after</button></dialog>
      <script>shop.showModal()</script>`,
  );
  await expectRoles();
  await checkout.fill();
  await checkout.number.fill(cards.challenge);
  await checkout.payButton.focus();
  const scroll = (): Promise<number> => page.locator('#shop').evaluate((shop) => shop.scrollTop);

  await page.keyboard.press('Enter');
  await checkout.bank.getByLabel('Código SMS').waitFor();
  const scrolled = await scroll();
  const dialog = await checkout.challenge.boundingBox();
  expect(dialog).toMatchObject({ width: 602, height: 720 });
  await expectRoles();
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    const holder = await page.evaluate(() => document.activeElement?.tagName);
    expect(['IFRAME', 'BODY']).toContain(holder);
  }
  // A click by Playwright would scroll the page behind it.
  await checkout.challenge.getByRole('button', { name: 'Cancelar' }).press('Enter');

  await expect(checkout.challenge).toHaveCount(0);
  await expect(checkout.payButton).toBeFocused();
  await expectFitting(stage, roomPx);
  expect(await scroll()).toBe(scrolled);
});

test('the same address of the proxy, set again, leaves what was typed', async ({ checkout }) => {
  await checkout.open();
  await checkout.fill();

  await checkout.element.evaluate((element) => {
    Reflect.set(element, 'proxyUrl', Reflect.get(element, 'proxyUrl'));
  });

  await checkout.payButton.click();
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
});

test.describe('what the isolated form does without', () => {
  test.use({ breaksSomething: true });

  test('an adapter on the page, and a proxy on the page’s own origin', async ({
    checkout,
    demo,
    page,
  }) => {
    await open({ checkout, demo, page });
    const refusals = await checkout.element.evaluate((element) => {
      const codes: unknown[] = [];
      element.addEventListener('checkout-error', (event) => codes.push(Reflect.get(event, 'code')));
      element.setAttribute('proxy-url', location.origin);
      Object.assign(element, { threeDSAdapter: { authenticate: () => undefined } });
      element.setAttribute('proxy-url', 'https://pay.example');
      return { codes, state: Reflect.get(element, 'state') };
    });
    expect(refusals).toEqual({
      codes: ['misconfigured', 'misconfigured', 'misconfigured'],
      state: 'error',
    });
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  test('blocked storage isn’t needed', async ({ checkout, demo, page }) => {
    await page.addInitScript(() => {
      for (const storage of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, storage, {
          get: () => {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
    });
    await open({ checkout, demo, page }, undefined, 'three-ds="off"');
    await checkout.pay();
    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    expect(await checkout.charges()).toHaveLength(1);
  });
});
