import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldNames, type CardFieldName } from './card-fields.ts';
import { CardForm } from './card-form.ts';

type Shown = Record<CardFieldName, string>;

const rightTexts: Record<CardFieldName, readonly string[]> = {
  number: [
    '4111111111111111',
    '4235 6477 2802 5682',
    '5555-5555-5555-4444',
    '378282246310005',
    '3056 930902 5904',
    '6362970000457013',
    '5078601870000127985',
    '6062825624254001',
  ],
  expiry: ['12/30', '1/31', '1230', '122031', '2031-02', '02 / 31', '5/2032', '11.30'],
  securityCode: ['123', '1234', '000', '987'],
  holder: ['MARIA DA SILVA', "José D'Ávila", 'João 2º'],
  document: [
    '529.982.247-25',
    '12345678909',
    '12.ABC.345/01DE-35',
    '00000000e08g12',
    'aaaaaaaaaaaa45',
    '33.000.167/0001-01',
  ],
};

const wrongTexts = {
  numbers: ['4111111111111112', '9'.repeat(40), '9'.repeat(4_000), 'M 4111 1111 1111 1111'],
  dates: ['13/30', '00/00', '01/20', '12/2099', '2130-12'],
  documents: ['111.111.111-11', '00000000000000', '12ABC34501DE3A', '12#ABC$345/01DE-35'],
  letters: ['12ßABC345001DE', '12ıBC34501DE35', '１２ABC34501DE35', 'ﬀ½②㍘'],
  digits: ['４１１１１１１１１１１１１１１１', '٤١١١١١١١١١١١١١١١', '१२/३०'],
  blanks: [' ', '     ', '/-./-. ', '\u00A0\u202F\u2007\u3000', '\u2011\u2013\u2014'],
  pictures: ['😀', '👩‍👩‍👧‍👦🇧🇷', '\uD83D', '\uDE00', 'e\u0301\u0300\u0315'],
  unseen: ['\u200B\u200C\u200D\u2060\uFEFF\u00AD', '\u200E\u200F\u202A\u202E\u2066\u2069'],
  control: ['\0\u0001\u0008\u001B\u007F\u0085', '\t\n\r\n'],
  code: ['<img src=x onerror=alert(1)>', '"><script>throw 1</script>', '${1+1}{{1+1}}'],
  programs: ["' OR 1=1; DROP TABLE cards; --", '%00%0d%0aX: y', '../../etc/passwd'],
  words: ['null', 'NaN', '1e16', '-1'],
};

const wrong = fc.oneof(
  fc.constantFrom(...Object.values(wrongTexts).flat()),
  fc.stringMatching(/^[\dA-Fa-f ./-]{0,24}$/),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

/** A text for a field: right, right but for a character, wrong, or a mixture. */
function hostileText(field: CardFieldName): fc.Arbitrary<string> {
  const right = fc.constantFrom(...rightTexts[field]);
  const part = fc.oneof(fc.stringMatching(/^\d?$/), wrong);
  const mixed = fc
    .tuple(right, part, fc.nat(20), fc.nat(1))
    .map(([text, put, at, cut]) => text.slice(0, at) + put + text.slice(at + cut));
  return fc.oneof(right, wrong, mixed, mixed);
}

/** Fills in a form as its inputs do: with what each field shows of a text. */
function filledWith(texts: Shown): { form: CardForm; shown: Shown } {
  const form = Object.assign(new CardForm(), { today: new Date() });
  const shown = { ...texts };
  for (const name of fieldNames) {
    shown[name] = form.field(name)?.format(texts[name]) ?? '';
    form.type(name, shown[name]);
  }
  return { form, shown };
}

const hostileTexts = fc.record({
  number: hostileText('number'),
  expiry: hostileText('expiry'),
  securityCode: hostileText('securityCode'),
  holder: hostileText('holder'),
  document: hostileText('document'),
});

it('takes nothing for right that is wrong, and formats nothing twice', () => {
  const accepted = new Set<CardFieldName>();
  fc.assert(
    fc.property(hostileTexts, (texts) => {
      const { form, shown } = filledWith(texts);
      const right = fieldNames.filter((name) => form.error(name) === undefined);
      right.forEach((name) => accepted.add(name));

      expect(right.filter((name) => !canBeRight[name](shown, new Date()))).toEqual([]);
      expect(filledWith(shown).shown).toEqual(shown);
    }),
    { numRuns: 1000 },
  );
  expect([...accepted].toSorted()).toEqual(fieldNames.toSorted());
});

/**
 * Judges what a field shows by rules that are written apart from the form's own, and no stricter:
 * whatever the form takes for right, this must take for right too.
 */
const canBeRight: Record<CardFieldName, (shown: Shown, today: Date) => boolean> = {
  number: ({ number }) => /^\d+( \d+)*$/.test(number) && isCardNumber(number.replaceAll(' ', '')),
  expiry: ({ expiry }, today) => isExpiry(expiry, today),
  securityCode: ({ securityCode, number }) =>
    (/^3 ?[47]/.test(number) ? /^\d{4}$/ : /^\d{3,4}$/).test(securityCode),
  holder: ({ holder }) => isName(holder),
  document: ({ document }) => isCpf(document) || isCnpj(document),
};

function isCardNumber(digits: string): boolean {
  const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
  const sum = digits
    .split('')
    .toReversed()
    .map((digit, place) => (place % 2 === 0 ? Number(digit) : (doubled[Number(digit)] ?? NaN)))
    .reduce((total, value) => total + value, 0);
  return digits.length >= 12 && digits.length <= 19 && sum % 10 === 0;
}

function isExpiry(text: string, today: Date): boolean {
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])\/((?:20)?\d\d)$/.exec(text) ?? [];
  const months = Number(year.slice(-2)) * 12 + Number(month);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  const first = (yesterday.getFullYear() - 2000) * 12 + yesterday.getMonth() + 1;
  return month !== '' && months >= first && months <= first + 12 * 21;
}

function isName(text: string): boolean {
  const withoutSigns = text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const hasUnseen = /[\p{Cc}\p{Cf}\p{Cs}]/u.test(text);
  return /\p{L}/u.test(text) && text.length <= 120 && !hasUnseen && !/\d{12}/.test(withoutSigns);
}

function isCpf(text: string): boolean {
  if (!/^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(text)) return false;
  const digits = text.match(/\d/g)?.map(Number) ?? [];
  return (
    new Set(digits).size > 1 &&
    isCheckDigit(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) &&
    isCheckDigit(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  );
}

function isCnpj(text: string): boolean {
  if (!/^[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2}$/.test(text)) return false;
  const values = text.match(/[\dA-Z]/g)?.map((letter) => letter.charCodeAt(0) - 48) ?? [];
  return (
    new Set(values).size > 1 &&
    isCheckDigit(values, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) &&
    isCheckDigit(values, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
  );
}

/** Tells whether the value behind those that are weighed is their check digit (modulo 11). */
function isCheckDigit(values: readonly number[], weights: readonly number[]): boolean {
  const sum = weights.reduce((total, weight, place) => total + weight * (values[place] ?? NaN), 0);
  return values[weights.length] === ((sum * 10) % 11) % 10;
}
