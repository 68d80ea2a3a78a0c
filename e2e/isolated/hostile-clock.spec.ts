import type { Page } from '@playwright/test';
import { cards, type CheckoutPage } from '../support/checkout-page.ts';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import type { RunningDemo } from '../support/running-demo.ts';
import { expect, test } from '../support/test.ts';

test.use({ isolated: true });

interface Stage {
  checkout: CheckoutPage;
  demo: RunningDemo;
  page: Page;
}

async function openListening({ checkout, demo, page }: Stage): Promise<void> {
  const element = await elementFor(checkout, demo, 'three-ds="off" brands="elo"');
  const trap = '<input id="trap" style="width: 1px; height: 1px; padding: 0; border: 0">';
  const configured = page.waitForResponse('**/api/order');
  await openOwnPage(page, demo, {
    body: `<script src="${demo.urls.shop}/own/listen.js"></script>${element}${trap}${scriptTag(demo, true)}`,
    scripts: new Map([['listen.js', `(${listen.toString()})()`]]),
  });
  await configured;
  await expect(checkout.number.locator('xpath=..').locator('.brand svg')).toBeVisible();
}

/** Runs before any other script. `takeNotes` on the window returns what it heard. */
function listen(): void {
  const notes: string[] = [];
  const note = (news: string): void => {
    notes.push(news);
    // Takes the focus at the first event.
    if (Reflect.get(window, 'isArmed')) document.querySelector<HTMLElement>('#trap')?.focus();
  };
  const addEventListener: unknown = Reflect.get(MessagePort.prototype, 'addEventListener');
  MessagePort.prototype.addEventListener = function (type: string, listener: unknown) {
    const spy = (event: MessageEvent): void => {
      note(JSON.stringify(event.data));
      if (typeof listener === 'function') listener(event);
    };
    if (typeof addEventListener === 'function') Reflect.apply(addEventListener, this, [type, spy]);
  };
  let known = '';
  const look = (): void => {
    const element = document.querySelector('card-checkout');
    if (element instanceof HTMLElement) {
      const { offsetHeight } = element;
      const said = ['state', 'validationMessage'].map((name) => Reflect.get(element, name));
      const now = JSON.stringify([...said, element.matches(':invalid'), offsetHeight, scrollY]);
      if (now !== known) note(now);
      known = now;
    }
    requestAnimationFrame(look);
  };
  look();
  Object.assign(window, { takeNotes: () => notes.splice(0).join('\n') });
}

/** Runs in a document: resolves after the next frame. */
async function drawn(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** Leaves out that a call of the page's has ended. */
function withoutAnswers(notes: string): string {
  const isAnswer = /^\{"type":"done","id":\d+\}$/;
  return notes
    .split('\n')
    .filter((note) => !isAnswer.test(note))
    .join('\n');
}

/** Returns what the page has heard since the last call. */
async function heard({ checkout, page }: Stage): Promise<string> {
  // Pending messages have arrived.
  await checkout.inner.evaluate(drawn);
  await page.evaluate(drawn);
  return page.evaluate(() => Reflect.get(window, 'takeNotes')());
}

/** Presses Tab, from the number on, until no text field has the focus. */
async function leaveFields({ checkout, page }: Stage, fields: number): Promise<void> {
  for (let field = 0; field < fields; field += 1) await page.keyboard.press('Tab');
  await expect(checkout.installments).toBeFocused();
}

test('a page that waits for the first digit hears nothing until the buyer leaves the text fields', async ({
  checkout,
  demo,
  page,
}) => {
  const stage = { checkout, demo, page };
  await openListening(stage);
  await checkout.number.click();
  await heard(stage);
  await page.evaluate(() => Object.assign(window, { isArmed: true }));

  // The shop doesn't accept this brand, which shows at once: the form grows, then shrinks again.
  await page.keyboard.type('5200');
  await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
  for (let key = 0; key < 5; key += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type(cards.challengeElo);
  expect(await heard(stage)).toBe('');
  await expect(checkout.number).toHaveValue('6505 2900 0000 2190');

  for (const field of [checkout.expiry, checkout.securityCode, checkout.holder]) {
    await page.keyboard.press('Tab');
    await expect(field).toBeFocused();
    expect(await heard(stage)).toBe('');
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.locator('#trap')).toBeFocused();
  const told = await heard(stage);
  expect(told).toContain('"brand":"elo"');
  expect(told).not.toContain('validade');
});

test('a page that keeps the frame talking hears it fall silent before the first key, not at it', async ({
  checkout,
  demo,
  page,
}) => {
  const stage = { checkout, demo, page };
  let gap = 16;
  const ask = async (): Promise<string> => {
    gap = gap === 16 ? 17 : 16;
    await checkout.element.evaluate((element, px) => {
      if (!(element instanceof HTMLElement)) return;
      element.style.setProperty('--card-checkout-gap', `${px}px`);
      Reflect.apply(Reflect.get(element, 'setCustomValidity'), element, [px === 16 ? '' : 'No']);
      element.setAttribute('locale', px === 16 ? 'pt-BR' : 'en');
    }, gap);
    await expect(checkout.inner.locator('.fields')).toHaveCSS('gap', `${gap}px`);
    return heard(stage);
  };
  await openListening(stage);
  await checkout.number.focus();
  await page.keyboard.press('Shift+Tab');
  await heard(stage);
  expect(await ask()).toContain('"type":"height"');
  expect(await ask()).toContain('"type":"height"');

  await page.keyboard.press('Tab');
  await expect(checkout.number).toBeFocused();
  await heard(stage);
  for (const key of ['', '4', '0', '']) {
    await page.keyboard.type(key);
    await checkout.element.evaluate((element) => {
      void Reflect.apply(Reflect.get(element, 'submit'), element, []);
    });
    expect(await ask()).not.toContain('type');
  }
});

test('a page that takes the focus and returns it, or asks repeatedly, hears nothing', async ({
  checkout,
  demo,
  page,
}) => {
  const stage = { checkout, demo, page };
  await openListening(stage);
  await checkout.number.fill(cards.challengeElo);
  await page.keyboard.press('Tab');
  await page.keyboard.type('1230');
  await page.keyboard.press('Tab');
  // Shows missing fields, which tells the page before the buyer types on.
  await checkout.payButton.click();
  await checkout.securityCode.click();
  await heard(stage);

  for (const digit of ['7', '3', '9']) {
    await page.keyboard.type(digit);
    await page.evaluate(() => {
      const element = document.querySelector('card-checkout');
      const call = (name: string): unknown =>
        Reflect.apply(Reflect.get(Object(element), name), element, ['']);
      void call('submit');
      call('setCustomValidity');
      document.querySelector<HTMLElement>('#trap')?.focus();
      dispatchEvent(new PointerEvent('pointerdown'));
    });
    await page.evaluate(() => document.querySelector('iframe')?.focus());
    expect(withoutAnswers(await heard(stage))).toBe('');
    // The page may focus the first invalid field, but learns nothing from that.
    await checkout.securityCode.focus();
    await page.keyboard.press('End');
  }
  await expect(checkout.securityCode).toHaveValue('739');
  await checkout.holder.click();
  expect(withoutAnswers(await heard(stage))).toBe('');
  await leaveFields(stage, 2);
  const told = await heard(stage);
  expect(told).toContain('"type":"height"');
  expect(told).not.toContain('nome');
});

test('the page hears of a complete form when the buyer returns to the page', async ({
  checkout,
  demo,
  page,
}) => {
  const stage = { checkout, demo, page };
  await openListening(stage);
  await checkout.fill();
  await checkout.number.fill(cards.challengeElo);
  await checkout.document.fill('529.982.247-2');
  await page.keyboard.press('End');
  await heard(stage);
  await page.locator('#trap').focus();
  expect(await heard(stage)).toBe('');
  await checkout.document.focus();
  await page.keyboard.press('End');
  await page.keyboard.type('5');
  expect(await heard(stage)).toBe('');

  await page.locator('#trap').focus();
  expect(await heard(stage)).toContain('"valid":true');
  expect(await checkout.element.evaluate((element) => element.matches(':valid'))).toBe(true);
});
