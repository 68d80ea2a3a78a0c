import { expect, test } from './test.ts';

test('digits are grouped while typing, even in the middle, and the brand shows', async ({
  till,
  tab,
}) => {
  await till.open();
  await till.type('#cc-number', '411111111111111');
  expect(await till.picture('#cc-number')).toBe('4111 1111 1111 111|');
  await till.expectText('Visa');
  // What a screen reader reads as the field's value.
  const said = JSON.stringify(await tab.accessible?.());
  if (said) expect(said).toContain('4111 1111 1111 111');
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', '9', '8']) {
    await tab.key(key);
  }
  expect(await till.picture('#cc-number')).toBe('4111 98|11 1111 1111 1');
});

test('Backspace and Delete skip separators, and a replacement can be undone', async ({
  till,
  tab,
}) => {
  await till.open();
  await till.type('#cc-number', '41112345');
  for (const [key, shown] of [
    ['ArrowLeft', '4111 234|5'],
    ['Backspace', '4111 23|5'],
    ['Backspace', '4111 2|5'],
    ['Backspace', '4111 |5'],
    ['Backspace', '411|5'],
    ['Delete', '411|'],
  ] as const) {
    await tab.key(key);
    expect(await till.picture('#cc-number'), key).toBe(shown);
  }

  await till.type('#document', '52998224725');
  await tab.key('Control+a');
  await tab.key('Delete');
  expect(await till.picture('#document')).toBe('|');
  // The window of WebKitGTK's tests has no key for undo. In the isolated form, the form itself has.
  if (till.isIsolated) await tab.key('Control+z');
  else await till.ask(() => document.execCommand('undo'));
  expect(await till.picture('#document')).toContain('529.982.247-25');
});

test('pasted numbers lose their separators', async ({ till, tab }) => {
  await till.open();
  await tab.eval(`(() => {
    const note = Object.assign(document.createElement('input'), { value: ' 5555-5555.5555\\u00A04444 ' });
    document.body.append(note);
    note.select();
  })()`);
  await tab.key('Control+c');
  await till.type('#cc-number', '4111');
  await tab.key('Control+a');
  await tab.key('Control+v');
  await expect.poll(async () => till.picture('#cc-number')).toBe('5555 5555 5555 4444|');
});

test('dates, codes and documents are formatted as usual', async ({ till, tab }) => {
  await till.open();
  for (const [field, text, shown] of [
    ['#cc-exp', '530', '05/30'],
    ['#cc-exp', '1/30', '01/30'],
    ['#cc-exp', '122030', '12/2030'],
    ['#cc-exp', '2030-12', '12/30'],
    ['#cc-exp', 'Dez 2030', '12/30'],
    ['#cc-csc', '1a2b3', '123'],
    ['#cc-csc', '12345', '1234'],
    ['#document', '52998224725', '529.982.247-25'],
    ['#document', '529982247251', '52.998.224/7251'],
    ['#document', '12abc34501de35', '12.ABC.345/01DE-35'],
  ] as const) {
    await till.type(field, text);
    expect(await till.picture(field), text).toBe(`${shown}|`);
    await tab.key('Control+a');
    await tab.key('Delete');
  }
});

test('full-width digits are pasted as digits', async ({ till, tab }) => {
  await till.open();
  for (const [field, text, shown] of [
    ['#cc-number', '\uFF14\uFF11\uFF11\uFF11\uFF12', '4111 2'],
    ['#cc-exp', '\uFF11\uFF12/\uFF13\uFF10', '12/30'],
    ['#cc-csc', '\uFF11\uFF12\uFF13', '123'],
  ] as const) {
    await tab.eval(`(() => {
      const note = document.body.appendChild(document.createElement('input'));
      note.value = '${text}';
      note.select();
    })()`);
    await tab.key('Control+c');
    await till.type(field, '1');
    await tab.key('Control+a');
    await tab.key('Control+v');
    await expect.poll(async () => till.picture(field)).toBe(`${shown}|`);
  }
});

test('a complete but wrong value shows an error at once, an incomplete one on blur', async ({
  till,
  tab,
}) => {
  await till.open();
  await till.type('#cc-number', '411111111111111');
  expect(await till.invalid()).toEqual([]);
  await tab.type('2');
  expect(await till.invalid()).toEqual(['cc-number']);
  await till.expectText('há algum dígito errado');
  await tab.key('Backspace');
  expect(await till.invalid()).toEqual([]);
  await tab.key('Tab');
  expect(await till.invalid()).toEqual(['cc-number']);
  await till.expectText('está incompleto');
  await tab.key('Shift+Tab');
  await tab.key('End');
  await tab.type('1');
  expect(await till.invalid()).toEqual([]);

  await till.type('#cc-exp', '01/2');
  expect(await till.invalid()).toEqual([]);
  await tab.type('5');
  expect(await till.invalid()).toEqual(['cc-exp']);
  await tab.key('Backspace');
  await till.type('#document', '5299822472');
  expect(await till.invalid()).toEqual(['cc-exp']);
  await tab.key('Tab');
  await till.expectText('O CPF está incompleto.');
  expect(await till.invalid()).toEqual(['cc-exp', 'document']);
  await tab.key('Shift+Tab');
  await tab.key('End');
  await tab.type('5');
  expect(await till.invalid()).toEqual(['cc-exp']);
  await tab.key('Backspace');
  expect(await till.invalid(), 'a field that was right is corrected').toEqual(['cc-exp']);
});
