export type Brand =
  | 'visa'
  | 'mastercard'
  | 'elo'
  | 'amex'
  | 'diners'
  | 'discover'
  | 'jcb'
  | 'aura'
  | 'unionpay'
  | 'maestro'
  | 'hipercard'
  | 'cabal';

interface BrandRule {
  brand: Brand;
  /** First digits, as prefixes or inclusive ranges of equal length. */
  prefixes: string;
  lengths: readonly number[];
  /** Sizes of the groups in which the number is written. */
  groups: readonly number[];
  securityCodeLength: 3 | 4;
  isRetired?: boolean;
}

const groupsOfFour = [4, 4, 4, 4, 3] as const;
const rule = (brand: Brand, lengths: readonly number[], prefixes: string): BrandRule => ({
  brand,
  prefixes,
  lengths,
  groups: groupsOfFour,
  securityCodeLength: 3,
});

/**
 * Lists the brands of November 2026; where prefixes overlap, the longest wins and then the first row.
 * Elo: the union of the acquirers' published tables. Amex, Diners: grouping as printed on the card.
 */
const rules: readonly BrandRule[] = [
  rule(
    'elo',
    [16],
    `401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999
    627780 636297-636298 636368-636369 650031-650033 650035-650051 650057-650081 650405-650439
    650485-650538 650541-650598 650700-650718 650720-650727 650901-650922 650924-650978
    651652-651704 655000-655019 655021-655058`,
  ),
  rule(
    'hipercard',
    [13, 16, 19],
    '606282 384100 384140 384160 637095 637568 637599-637600 637609 637612',
  ),
  rule('cabal', [16], '604201-604400 603522 589657 65008700 650272'),
  rule('aura', [16, 17, 18, 19], '5078'),
  { ...rule('amex', [15], '34 37'), groups: [4, 6, 5], securityCodeLength: 4 },
  { ...rule('diners', [14, 16, 19], '300-305 3095 36 38-39'), groups: [4, 6, 4] },
  rule('jcb', [16, 17, 18, 19], '3528-3589'),
  rule('mastercard', [16], '51-55 222100-272099'),
  rule('visa', [13, 16, 18, 19], '4'),
  rule('unionpay', [16, 17, 18, 19], '62 81'),
  rule('discover', [16, 17, 18, 19], '6011 644-649 65'),
  rule('maestro', [12, 13, 14, 15, 16, 17, 18, 19], '50 56-58 60 61 63 66-69'),
];

interface PrefixRange {
  rule: BrandRule;
  from: string;
  to: string;
}

const ranges: readonly PrefixRange[] = rules
  .flatMap((brandRule) =>
    brandRule.prefixes.split(/\s+/).map((prefix) => {
      const [from = prefix, to = from] = prefix.split('-');
      return { rule: brandRule, from, to };
    }),
  )
  .toSorted((one, other) => other.from.length - one.from.length);

/**
 * Finds the rule of the brand that a number belongs to, as soon as no other brand is possible any more.
 * It is a hint for the form: it never decides whether a card may be used.
 */
export function findBrand(digits: string): BrandRule | undefined {
  if (digits === '') return undefined;
  const longest = ranges.find((range) => couldContain(range, digits));
  return longest && digits.length >= longest.from.length ? longest.rule : undefined;
}

function couldContain({ from, to }: PrefixRange, digits: string): boolean {
  const length = Math.min(from.length, digits.length);
  const start = digits.slice(0, length);
  return start >= from.slice(0, length) && start <= to.slice(0, length);
}

/** Are the brands' names, short enough to stand beside the label on a phone. */
export const brandNames: Record<Brand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  elo: 'Elo',
  amex: 'Amex',
  diners: 'Diners',
  discover: 'Discover',
  jcb: 'JCB',
  aura: 'Aura',
  unionpay: 'UnionPay',
  maestro: 'Maestro',
  hipercard: 'Hipercard',
  cabal: 'Cabal',
};
