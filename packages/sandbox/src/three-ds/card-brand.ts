/** The brands that the sandbox tells apart. */
export type CardBrand = 'visa' | 'mastercard' | 'elo' | 'amex';

const prefixes: readonly (readonly [CardBrand, RegExp])[] = [
  [
    'elo',
    /^(401178|401179|431274|438935|451416|457393|45763[12]|504175|5067|5090|627780|636297|636368|650[4-9]|651[67]|6550)/,
  ],
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
];

/** Finds the brand by the first digits; absent when 3DS does not support the brand. */
export function cardBrand(number: string): CardBrand | undefined {
  return prefixes.find(([, prefix]) => prefix.test(number))?.[0];
}
