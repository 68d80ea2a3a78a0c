import { findCardBrand } from '@card-checkout/contract/card-brand';
import { cardBrands, type CardBrand, type CardKind } from '@card-checkout/contract/checkout';

export type Brand = CardBrand;

export interface BrandRule {
  brand: Brand;
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

export const groupsOfFour = /.{1,4}/g;
const fourSixAndRest = /^.{1,4}|.{1,6}/g;

const usual: Omit<BrandRule, 'brand'> = {
  lengths: [16, 16],
  groups: groupsOfFour,
  securityCodeName: 'CVV',
  securityCodeLength: 3,
  securityCodeSide: 'back',
  isRetired: false,
};

const unusual: Partial<Record<Brand, Partial<BrandRule>>> = {
  elo: { securityCodeName: 'CVE' },
  hipercard: { securityCodeName: 'CVC', lengths: [13, 16], isRetired: true },
  aura: { lengths: [16, 19] },
  amex: {
    lengths: [15, 15],
    groups: fourSixAndRest,
    securityCodeName: 'CID',
    securityCodeLength: 4,
    securityCodeSide: 'front',
  },
  diners: { lengths: [14, 14], groups: fourSixAndRest },
  jcb: { securityCodeName: 'CAV2' },
  mastercard: { securityCodeName: 'CVC' },
  visa: { lengths: [13, 16] },
  unionpay: { securityCodeName: 'CVN2' },
  discover: { securityCodeName: 'CID' },
  maestro: { securityCodeName: 'CVC', lengths: [12, 16] },
};

/** Returns the rule of a number's brand, as soon as no other brand is possible. */
export function findBrand(digits: string): BrandRule | undefined {
  const brand = findCardBrand(digits);
  return brand && { brand, ...usual, ...unusual[brand] };
}

/** The names that are more than a capital letter away from the brand's word. */
const names: Partial<Record<Brand, string>> = { jcb: 'JCB', unionpay: 'UnionPay' };

/** The accepted brands (attribute `brands`), e.g. `'visa mastercard elo'`; empty for all. */
export type BrandList = '' | Brand | `${Brand} ${string}`;

/** Reads the attribute `brands`; unknown names are left out. */
export function brandsIn(brands: string): readonly Brand[] {
  return cardBrands.filter((brand) => brands.includes(brand));
}

/** Returns a brand's name, short enough to fit beside the label on a phone. */
export function brandName(brand: Brand): string {
  return names[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
}

/** The accepted kinds of cards (attribute `kinds`); of both, credit is chosen at the start. */
export type KindList = CardKind | 'credit debit' | 'debit credit';

/** Reads the attribute `kinds`; there is always at least one. */
export function kindsIn(kinds: string): readonly [CardKind, ...CardKind[]] {
  if (!/\bdebit\b/.test(kinds)) return ['credit'];
  return /\bcredit\b/.test(kinds) ? ['credit', 'debit'] : ['debit'];
}
