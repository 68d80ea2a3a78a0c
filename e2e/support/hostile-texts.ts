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

const wrongTexts: readonly string[] = [
  '4111111111111112',
  '13/30',
  '00/00',
  '01/20',
  '12/2099',
  '2130-12',
  '111.111.111-11',
  '00000000000000',
  '12ABC34501DE3A',
  '12#ABC$345/01DE-35',
  '12ßABC345001DE',
  '12ıBC34501DE35',
  '１２ABC34501DE35',
  '４１１１１１１１１１１１１１１１',
  '٤١١١١١١١١١١١١١١١',
  '१२/३०',
  'M 4111 1111 1111 1111',
  ' ',
  '     ',
  '/-./-. ',
  '\u00A0\u202F\u2007\u3000',
  '\u2011\u2013\u2014',
  '😀',
  '👩‍👩‍👧‍👦🇧🇷',
  '\uD83D',
  '\uDE00',
  '\u200B\u200C\u200D\u2060\uFEFF\u00AD',
  '\u200E\u200F\u202A\u202E\u2066\u2069',
  'e\u0301\u0300\u0315',
  '\0\u0001\u0008\u001B\u007F\u0085',
  '\t\n\r\n',
  'null',
  'NaN',
  '1e16',
  '-1',
  '<img src=x onerror=alert(1)>',
  '"><script>throw 1</script>',
  '${1+1}{{1+1}}',
  "' OR 1=1; DROP TABLE cards; --",
  '%00%0d%0aX: y',
  '../../etc/passwd',
  'ﬀ½②㍘',
  '9'.repeat(40),
];

const alphabets = ['0123456789', '0123456789 /-.', '0123456789ABCDEFabcdef./-', ' /.-'];

/** Draws numbers from 0 up to, and without, 1; the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Writes a text for a field: right, nearly right, hostile, or a mixture. */
export function hostileText(field: FieldName, random: () => number): string {
  const below = (limit: number): number => Math.floor(random() * limit);
  const oneOf = (texts: readonly string[]): string => texts[below(texts.length)] ?? '';
  const right = oneOf(rightTexts[field]);
  const wrong = oneOf(wrongTexts);
  const cut = below(right.length + 1);
  if (below(500) === 0) return (right + wrong).repeat(100);
  switch (below(9)) {
    case 0:
    case 1:
      return right;
    case 2:
      return right.slice(0, cut) + wrong + right.slice(cut);
    case 3:
      return right.slice(0, cut) + right.slice(cut + 1);
    case 4:
      return right.slice(0, cut) + String(below(10)) + right.slice(cut + 1);
    case 5:
      return wrong;
    case 6:
      return wrong + oneOf(wrongTexts) + right;
    case 7: {
      const alphabet = oneOf(alphabets);
      return Array.from({ length: below(24) }, () => alphabet.charAt(below(alphabet.length))).join(
        '',
      );
    }
    default:
      return Array.from({ length: below(12) }, () => String.fromCharCode(below(0x10000))).join('');
  }
}
