export interface CartLine {
  /** Key of the item's texts, and its picture in `public/shop/pictures`. */
  picture: 'coffee' | 'mug' | 'sweet' | 'gift';
  quantity: number;
  unitPriceCentavos: number;
}

export const shopName = 'Casa Jequitibá';

const defaultCart: readonly CartLine[] = [
  { picture: 'coffee', quantity: 1, unitPriceCentavos: 4_290 },
  { picture: 'mug', quantity: 1, unitPriceCentavos: 5_900 },
  { picture: 'sweet', quantity: 2, unitPriceCentavos: 1_400 },
];

/** Fills a cart with the shop's favorites, or with one gift that costs `amountCentavos`. */
export function fillCart(amountCentavos: number | undefined): readonly CartLine[] {
  if (amountCentavos === undefined) return defaultCart;
  return [{ picture: 'gift', quantity: 1, unitPriceCentavos: amountCentavos }];
}

export function cartTotal(cart: readonly CartLine[]): number {
  return cart.reduce((total, line) => total + line.quantity * line.unitPriceCentavos, 0);
}
