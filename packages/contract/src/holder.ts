/** Is the longest name that the wire takes. */
export const maxHolderLength = 120;

/**
 * Tells whether a text can be the name on a card: it has a letter, and no number that is long enough
 * to be a card's, for names are stored and shown where card numbers may not be (PCI DSS 3.4.1).
 */
export function isCardHolder(text: string): boolean {
  const hasCardNumber = /\d{12}/.test(text.replaceAll(/[ .-]/g, ''));
  return text.length <= maxHolderLength && /\p{L}/u.test(text) && !hasCardNumber;
}
