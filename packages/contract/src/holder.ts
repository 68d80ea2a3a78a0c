/** Is the longest name that the wire takes. */
export const maxHolderLength = 120;

/**
 * Tells whether a text can be the name on a card: it has a letter, no control character, and no number
 * that is long enough to be a card's, however it is spaced; for names are stored and shown where card
 * numbers may not be (PCI DSS 3.4.1).
 */
export function isCardHolder(text: string): boolean {
  const hasCardNumber = /\p{Nd}{12}/u.test(text.replaceAll(/[^\p{L}\p{N}]/gu, ''));
  return (
    text.length <= maxHolderLength && /\p{L}/u.test(text) && !/\p{C}/u.test(text) && !hasCardNumber
  );
}
