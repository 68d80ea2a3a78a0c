import { findCardBrand } from '@card-checkout/contract/card-brand';
import type { CardBrand } from '@card-checkout/contract/shop-server';

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

/** Matches groups of four, and the rest. */
export const groupsOfFour = /.{1,4}/g;
const fourSixAndRest = /^.{1,4}|.{1,6}/g;

const rule = (
  brand: Brand,
  securityCodeName: string,
  differences: Partial<BrandRule> = {},
): BrandRule => ({
  brand,
  lengths: [16, 16],
  groups: groupsOfFour,
  securityCodeName,
  securityCodeLength: 3,
  securityCodeSide: 'back',
  isRetired: false,
  ...differences,
});

/** The rules of each brand's cards. */
const rules: Readonly<Record<Brand, BrandRule>> = {
  elo: rule('elo', 'CVE'),
  hipercard: rule('hipercard', 'CVC', { lengths: [13, 16], isRetired: true }),
  cabal: rule('cabal', 'CVV'),
  aura: rule('aura', 'CVV', { lengths: [16, 19] }),
  amex: rule('amex', 'CID', {
    lengths: [15, 15],
    groups: fourSixAndRest,
    securityCodeLength: 4,
    securityCodeSide: 'front',
  }),
  diners: rule('diners', 'CVV', { lengths: [14, 14], groups: fourSixAndRest }),
  jcb: rule('jcb', 'CAV2'),
  mastercard: rule('mastercard', 'CVC'),
  visa: rule('visa', 'CVV', { lengths: [13, 16] }),
  unionpay: rule('unionpay', 'CVN2'),
  discover: rule('discover', 'CID'),
  maestro: rule('maestro', 'CVC', { lengths: [12, 16] }),
};

/** Returns the rule of a number's brand, as soon as no other brand is possible. */
export function findBrand(digits: string): BrandRule | undefined {
  const brand = findCardBrand(digits);
  return brand && rules[brand];
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
