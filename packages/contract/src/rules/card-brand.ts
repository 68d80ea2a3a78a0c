import type { CardBrand } from '../checkout.ts';

/**
 * The brands' first digits as of November 2026, as prefixes or as inclusive ranges of equal length. Where prefixes overlap, the longest wins, then the first row.
 *
 * - Elo: the table that Elo published (developer portal, 2020) and the additions of the acquirers'
 *   libraries until 2026. None of these cards is also a Visa, Discover, Maestro or UnionPay.
 * - 650923, which older tables assign to Elo, is Troy. Outside Turkey, Troy's 65 cards run as Discover.
 * - Hipercard with Hiper: Itaú closed the brand on 30 June 2025; acquirers have refused its cards since.
 *   "Hipercard Mastercard" cards have Mastercard numbers.
 * - Cabal: ranges of eight digits from its Brazilian issuers; two lie between Elo's.
 * - Aura: all of 5078. Nigeria's Verve cards within it aren't accepted in Brazil.
 * - JCB: without the ranges before 3528, some with 15 digits; such cards show no brand.
 * - Maestro: the rest of 50, 56 to 58 and 6; its numbers have 12 digits or more.
 */
const prefixes: readonly (readonly [CardBrand, string])[] = [
  [
    'elo',
    `401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509 627780
    636297-636298 636368-636369 650031-650033 650035-650051 650057-650081 650405-650439
    650485-650538 650541-650598 650700-650718 650720-650727 650901-650922 650924-650978
    651652-651704 655000-655019 655021-655058`,
  ],
  [
    'hipercard',
    `606282 384100 384140 384160 637095 637568 637599-637600 637609 637612 63737423 63743358`,
  ],
  ['cabal', '604201-604400 603522 589657 65008700 650272'],
  ['aura', '5078'],
  ['amex', '34 37'],
  ['diners', '300-305 3095 36 38-39'],
  ['jcb', '3528-3589'],
  ['mastercard', '51-55 2221-2720'],
  ['visa', '4'],
  ['unionpay', '62 81'],
  ['discover', '6011 644-649 65'],
  ['maestro', '50 56-58 60-61 63 66-69'],
];

const ranges = prefixes
  .flatMap(([brand, list]) =>
    list.split(/\s+/).map((prefix) => {
      const [from = prefix, to = from] = prefix.split('-');
      return { brand, from, to };
    }),
  )
  // Browsers too old for the form run this before they say so, and have no `toSorted`.
  // oxlint-disable-next-line unicorn/no-array-sort
  .sort((one, other) => other.from.length - one.from.length);

/**
 * Returns a number's brand as soon as no other brand is possible; more digits never change it. Only
 * a hint: it never decides whether a card may be used.
 */
export function findCardBrand(digits: string): CardBrand | undefined {
  for (const { brand, from, to } of ranges) {
    // No range spans two first digits.
    if (from[0] !== digits[0]) continue;
    const start = digits.slice(0, from.length);
    const lowest = start.padEnd(from.length, '0');
    const highest = start.padEnd(from.length, '9');
    if (lowest >= from && highest <= to) return brand;
    if (lowest <= to && highest >= from) return undefined;
  }
  return undefined;
}
