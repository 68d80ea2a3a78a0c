import type { CardBrand } from '@card-checkout/contract/shop-server';
export type Brand = CardBrand;

export interface BrandRule {
  brand: Brand;
  /** First digits, as prefixes or as inclusive ranges of equal length. */
  prefixes: string;
  /** The shortest length of a number and the usual one; longer numbers are accepted, too. */
  lengths: readonly [shortest: number, usual: number];
  /** Matches the groups in which a number of the usual length is printed. */
  groups: RegExp;
  /** The brand's name for the security code. */
  securityCodeName: string;
  securityCodeLength: 3 | 4;
  securityCodeSide: 'front' | 'back';
  /** Whether acquirers refuse the brand's cards, even before their expiry date. */
  isRetired: boolean;
}

/** Matches groups of four, and the rest. */
export const groupsOfFour = /.{1,4}/g;
const fourSixAndRest = /^.{1,4}|.{1,6}/g;

const rule = (
  brand: Brand,
  securityCodeName: string,
  prefixes: string,
  differences: Partial<BrandRule> = {},
): BrandRule => ({
  brand,
  prefixes,
  lengths: [16, 16],
  groups: groupsOfFour,
  securityCodeName,
  securityCodeLength: 3,
  securityCodeSide: 'back',
  isRetired: false,
  ...differences,
});

/**
 * The brands as of November 2026. Where prefixes overlap, the longest wins, then the first row.
 *
 * - Elo: the table that Elo published (developer portal, 2020) and the additions of the acquirers'
 *   libraries until 2026. None of these cards is also a Visa, Discover, Maestro or UnionPay.
 * - 650923, which older tables assign to Elo, is Troy. Outside Turkey, Troy's 65 cards run as Discover.
 * - Hipercard with Hiper: Itaú closed the brand on 30 June 2025; acquirers have refused its cards since.
 *   "Hipercard Mastercard" cards have Mastercard numbers.
 * - Cabal: ranges of eight digits from its Brazilian issuers; two lie between Elo's.
 * - Aura: all of 5078. Nigeria's Verve cards within it are not accepted in Brazil.
 * - JCB: without its ranges before 3528, some with 15 digits; such a card shows no brand.
 * - Maestro: the rest of 50, 56 to 58 and 6; its numbers have 12 digits or more.
 */
const rules: readonly BrandRule[] = [
  rule(
    'elo',
    'CVE',
    `401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509 627780
    636297-636298 636368-636369 650031-650033 650035-650051 650057-650081 650405-650439
    650485-650538 650541-650598 650700-650718 650720-650727 650901-650922 650924-650978
    651652-651704 655000-655019 655021-655058`,
  ),
  rule(
    'hipercard',
    'CVC',
    `606282 384100 384140 384160 637095 637568 637599-637600 637609 637612 63737423 63743358`,
    { lengths: [13, 16], isRetired: true },
  ),
  rule('cabal', 'CVV', '604201-604400 603522 589657 65008700 650272'),
  rule('aura', 'CVV', '5078', { lengths: [16, 19] }),
  rule('amex', 'CID', '34 37', {
    lengths: [15, 15],
    groups: fourSixAndRest,
    securityCodeLength: 4,
    securityCodeSide: 'front',
  }),
  rule('diners', 'CVV', '300-305 3095 36 38-39', { lengths: [14, 14], groups: fourSixAndRest }),
  rule('jcb', 'CAV2', '3528-3589'),
  rule('mastercard', 'CVC', '51-55 2221-2720'),
  rule('visa', 'CVV', '4', { lengths: [13, 16] }),
  rule('unionpay', 'CVN2', '62 81'),
  rule('discover', 'CID', '6011 644-649 65'),
  rule('maestro', 'CVC', '50 56-58 60-61 63 66-69', { lengths: [12, 16] }),
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

/** Shortens the search at each key; no range spans two first digits. */
const rangesByFirstDigit = Map.groupBy(ranges, ({ from }) => from.charAt(0));

/**
 * Returns the rule of a number's brand, as soon as no other brand is possible; more digits never
 * change it. A hint for the form: it never decides whether a card may be used.
 */
export function findBrand(digits: string): BrandRule | undefined {
  for (const range of rangesByFirstDigit.get(digits.charAt(0)) ?? []) {
    const { length } = range.from;
    const start = digits.slice(0, length);
    const lowest = start.padEnd(length, '0');
    const highest = start.padEnd(length, '9');
    if (lowest >= range.from && highest <= range.to) return range.rule;
    if (lowest <= range.to && highest >= range.from) return undefined;
  }
  return undefined;
}

/** The brands' names, short enough to fit beside the label on a phone. */
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
