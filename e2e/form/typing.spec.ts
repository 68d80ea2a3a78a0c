import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

/** Returns a field's text with its caret: `41|11`. */
async function picture(field: Locator): Promise<string> {
  return await field.evaluate((input: HTMLInputElement) => {
    const caret = input.selectionStart ?? 0;
    return `${input.value.slice(0, caret)}|${input.value.slice(caret)}`;
  });
}

async function putCaret(field: Locator, from: number, to = from): Promise<void> {
  await field.evaluate(
    (input: HTMLInputElement, [start, end]) => {
      input.focus();
      input.setSelectionRange(start, end);
    },
    [from, to] as const,
  );
}

/** Finds the point after this many characters in a field. */
async function pointAt(field: Locator, characters: number): Promise<{ x: number; y: number }> {
  const inside = await field.evaluate((input: HTMLInputElement, count) => {
    const style = getComputedStyle(input);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('no canvas');
    context.font = `${style.fontSize} ${style.fontFamily}`;
    const { width } = context.measureText(input.value.slice(0, count));
    return parseFloat(style.paddingLeft) + width + 1;
  }, characters);
  const { x, y, height } = (await field.boundingBox()) ?? new DOMRect();
  return { x: x + inside, y: y + height / 2 };
}

async function dragTo(from: Locator, at: number, to: Locator, behind: number): Promise<void> {
  const start = await pointAt(from, at);
  const { mouse } = from.page();
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move(start.x + 3, start.y, { steps: 3 });
  const end = await pointAt(to, behind);
  await mouse.move(end.x, end.y, { steps: 5 });
  await mouse.up();
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('Backspace and Delete skip separators, and typing continues in the middle', async ({
  checkout,
  page,
}) => {
  await checkout.open();
  for (const [field, text, from, to, keys, shown] of [
    ['number', '411111111111111', 9, 9, ['9', '8'], '4111 1111 98|11 1111 1'],
    ['number', '41112', 6, 6, ['Backspace'], '4111|'],
    ['number', '41112345', 4, 4, ['Delete'], '4111| 345'],
    ['number', '41112345', 5, 5, ['Backspace', 'Backspace', 'Backspace'], '4|234 5'],
    ['number', '41112345', 3, 3, ['Delete', 'Delete', 'Delete'], '411|4 5'],
    ['number', '41112345', 6, 6, ['Backspace', '9'], '4111 9|345'],
    ['number', '378282246310005', 12, 12, ['Backspace'], '3782 82246|1 0005'],
    ['number', '4111111111111111', 3, 11, ['9'], '4119| 1111 111'],
    ['number', '4111111111111111', 4, 5, ['9'], '4111 9|111 1111 1111 1'],
    ['number', '4111111111111111', 0, 19, ['5'], '5|'],
    ['expiry', '1230', 3, 3, ['Backspace'], '1|3/0'],
    ['expiry', '1230', 2, 2, ['Delete'], '12|/0'],
    ['expiry', '1230', 2, 2, ['Backspace', '1'], '11|/30'],
    ['expiry', '530', 1, 1, ['Backspace', '1'], '1|5/30'],
    ['expiry', '1230', 0, 2, ['1', '1'], '11|/30'],
    ['expiry', '1230', 3, 5, ['3', '1'], '12/31|'],
    ['document', '52998224725', 4, 4, ['Backspace'], '52|9.822.472-5'],
    ['document', '52998224725', 11, 11, ['Delete'], '529.982.247|-5'],
    ['document', '52998224725', 14, 14, ['1'], '52.998.224/7251|'],
    ['document', '529982247251', 15, 15, ['Backspace'], '529.982.247-25|'],
    ['document', '12ABC34501DE35', 11, 11, ['Backspace'], '12.ABC.34|0/1DE3-5'],
    ['document', '52998224725', 3, 11, ['a'], '52.9A|2.5'],
  ] as const) {
    await checkout[field].fill(text);
    await putCaret(checkout[field], from, to);
    await press(page, ...keys);

    expect(await picture(checkout[field]), `${keys.join()} at ${from} of ${text}`).toBe(shown);
  }
  for (const field of [checkout.number, checkout.expiry, checkout.document]) {
    const half = Math.ceil((await field.inputValue()).length / 2);
    await putCaret(field, half);
    await press(page, ...Array.from({ length: half }, () => 'Delete'));
    await press(page, ...Array.from({ length: half }, () => 'Backspace'));
    await expect(field).toHaveValue('');
  }
});

const pasted = [
  ['number', '4111-1111-1111-1111', '4111 1111 1111 1111'],
  ['number', ' 4111.1111\u00A01111\u202F1111\t', '4111 1111 1111 1111'],
  ['number', '3782 8224 6310 005', '3782 822463 10005'],
  ['expiry', '12/2030', '12/2030'],
  ['expiry', '2030-12', '12/30'],
  ['expiry', ' 1 / 30 ', '01/30'],
  ['securityCode', ' 123 ', '123'],
  ['holder', '\u202AMARIA\u202C DA\u200B SILVA', 'MARIA DA SILVA'],
  ['document', ' 529 982 247-25 ', '529.982.247-25'],
  ['document', '12abc34501de35', '12.ABC.345/01DE-35'],
  ['document', '12#ABC$345/01DE-35', '12#ABC$345/01DE-35'],
] as const;

test('pasting accepts what people copy, and undo reverts it', async ({
  checkout,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await checkout.open();
  const paste = async (field: Locator, text: string): Promise<void> => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await field.focus();
    await press(page, 'ControlOrMeta+a', 'ControlOrMeta+v');
  };
  await checkout.number.pressSequentially('41112');
  await paste(checkout.number, '5555-5555-5555-4444');
  await expect(checkout.number).toHaveValue('5555 5555 5555 4444');
  await press(page, 'ControlOrMeta+z');
  await expect(checkout.number).toHaveValue('4111 2');
  await press(page, 'ControlOrMeta+Shift+z');
  await expect(checkout.number).toHaveValue('5555 5555 5555 4444');

  for (const [field, text, shown] of pasted) {
    await paste(checkout[field], text);
    expect(await picture(checkout[field])).toBe(`${shown}|`);
  }
});

/** Sets a value like a script and dispatches the events. */
async function set(field: Locator, value: string, ...events: string[]): Promise<void> {
  await field.evaluate(
    (input: HTMLInputElement, [text, names]) => {
      input.value = text;
      for (const name of names) input.dispatchEvent(new Event(name, { bubbles: true }));
    },
    [value, events] as const,
  );
}

test('a value set by a script counts after one event, and is left alone without', async ({
  checkout,
}) => {
  await checkout.open();
  await set(checkout.holder, 'MARIA');
  await checkout.number.fill('4000');
  await expect(checkout.inner).toContainText('Bandeira: Visa');
  await expect(checkout.holder).toHaveValue('MARIA');

  for (const type of ['input', 'change']) {
    for (const [field, text, shown] of pasted) {
      await set(checkout[field], text, type);
      await expect(checkout[field]).toHaveValue(shown);
    }
  }
});

test('dragged text is formatted where it was and where it is dropped', async ({ checkout }) => {
  await checkout.open();
  await checkout.holder.fill('4111111111111111');
  await checkout.holder.selectText();
  await checkout.holder.dragTo(checkout.number);
  await expect(checkout.number).toHaveValue('4111 1111 1111 1111');
  await expect(checkout.holder).toHaveValue('');
  await expect(checkout.number).toHaveAccessibleDescription('Bandeira: Visa');

  await test.step('within a field, text arrives where it is dropped', async () => {
    await checkout.number.fill('4111222233334444');
    await putCaret(checkout.number, 0, 4);
    await dragTo(checkout.number, 2, checkout.number, 9);
    expect(await picture(checkout.number)).toBe('2222 4111| 3333 4444');
  });

  await test.step('the remaining text is formatted', async () => {
    await checkout.number.fill('4111222233334444');
    await putCaret(checkout.number, 2, 9);
    // The mouse only reaches visible elements.
    await checkout.securityCode.evaluate((input) => input.scrollIntoView({ block: 'center' }));
    await dragTo(checkout.number, 4, checkout.holder, 0);
    await expect(checkout.holder).toHaveValue('11 2222');
    await expect(checkout.number).toHaveValue('4133 3344 44');
  });
});

test('undo restores earlier values one by one, and redo the later ones', async ({
  checkout,
  page,
}) => {
  await checkout.open();
  for (const [field, text, shown] of [
    ['number', '41111111', '4111 1111'],
    ['expiry', '530', '05/30'],
    ['document', '12abc345', '12.ABC.345'],
  ] as const) {
    const input = checkout[field];
    await input.pressSequentially(text);
    for (let step = 0; step < text.length && (await input.inputValue()) !== ''; step++) {
      await press(page, 'ControlOrMeta+z');
      expect(shown).toContain(await input.inputValue());
    }
    await expect(input).toHaveValue('');
    for (let step = 0; step < text.length && (await input.inputValue()) !== shown; step++) {
      await press(page, 'ControlOrMeta+Shift+z');
    }
    await expect(input).toHaveValue(shown);
  }
});

test('a composition is left alone, and formatted when it ends or the field loses focus', async ({
  checkout,
  page,
}) => {
  await checkout.open();
  const keyboard = await page.context().newCDPSession(page);
  for (const [field, text, shown] of [
    ['number', '41112345', '4111 2345'],
    ['expiry', '530', '05/30'],
    ['document', '12abc', '12.ABC'],
    ['holder', 'José', 'José'],
  ] as const) {
    await checkout[field].focus();
    for (let length = 1; length <= text.length; length++) {
      const composed = text.slice(0, length);
      const place = { selectionStart: length, selectionEnd: length };
      await keyboard.send('Input.imeSetComposition', { text: composed, ...place });
      await expect(checkout[field]).toHaveValue(composed);
    }
    await keyboard.send('Input.insertText', { text });
    await expect(checkout[field]).toHaveValue(shown);
    expect(await picture(checkout[field])).toBe(`${shown}|`);
  }

  await checkout.number.fill('');
  await checkout.number.focus();
  const text = '4111111111111111';
  await keyboard.send('Input.imeSetComposition', { text, selectionStart: 16, selectionEnd: 16 });
  await checkout.expiry.focus();
  await expect(checkout.number).toHaveValue('4111 1111 1111 1111');
  await expect(checkout.number).not.toHaveAttribute('aria-invalid');
});
