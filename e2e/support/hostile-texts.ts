import * as fc from 'fast-check';

/** The text fields, in the order in which they stand. */
export const fieldNames = ['number', 'expiry', 'securityCode', 'holder', 'document'] as const;
export type FieldName = (typeof fieldNames)[number];

const rightTexts: Record<FieldName, readonly string[]> = {
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
function hostileText(field: FieldName): fc.Arbitrary<string> {
  const right = fc.constantFrom(...rightTexts[field]);
  const part = fc.oneof(fc.stringMatching(/^\d?$/), wrong);
  const mixed = fc
    .tuple(right, part, fc.nat(20), fc.nat(1))
    .map(([text, put, at, cut]) => text.slice(0, at) + put + text.slice(at + cut));
  return fc.oneof(right, wrong, mixed, mixed);
}

/** A text that a field is given, and the part of the former text that it replaces. */
const entryOf = (field: FieldName) =>
  fc.record({
    text: hostileText(field),
    way: fc.constantFrom('typed', 'pasted', 'set, with input', 'set, with change'),
    from: fc.nat(20),
    to: fc.nat(20),
    isFirst: fc.boolean(),
  });

export type Entry = ReturnType<typeof drawRounds>[number][number];

/** Draws rounds of one entry for each field; the same ones for the same seed. */
export const drawRounds = (seed: number, rounds: number) =>
  fc.sample(fc.tuple(...fieldNames.map(entryOf)), { seed, numRuns: rounds });
