/** One line of a cart. */
export interface CartLine {
  name: string;
  detail: string;
  /** Names the picture in `public/shop/pictures`. */
  picture: 'coffee' | 'mug' | 'sweet' | 'gift';
  quantity: number;
  unitPriceCentavos: number;
}

/** The name of the imaginary shop. */
export const shopName = 'Casa Jequitibá';

const defaultCart: readonly CartLine[] = [
  {
    name: 'Café da Serra do Caparaó',
    detail: 'Torra média, 250 g',
    picture: 'coffee',
    quantity: 1,
    unitPriceCentavos: 4_290,
  },
  {
    name: 'Caneca de barro',
    detail: 'Feita à mão em Apiaí, 280 ml',
    picture: 'mug',
    quantity: 1,
    unitPriceCentavos: 5_900,
  },
  {
    name: 'Rapadura com castanha',
    detail: 'Seis pedaços · 2 unidades',
    picture: 'sweet',
    quantity: 2,
    unitPriceCentavos: 1_400,
  },
];

/** Fills a cart: with the shop's favorites, or with one gift that costs `amountCentavos`. */
export function fillCart(amountCentavos: number | undefined): readonly CartLine[] {
  if (amountCentavos === undefined) return defaultCart;
  const gift = { name: 'Vale-presente', detail: 'Do valor que você escolher' };
  return [{ ...gift, picture: 'gift', quantity: 1, unitPriceCentavos: amountCentavos }];
}

/** Adds up a cart, in centavos. */
export function cartTotal(cart: readonly CartLine[]): number {
  return cart.reduce((total, line) => total + line.quantity * line.unitPriceCentavos, 0);
}
