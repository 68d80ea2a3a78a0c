/** The longest name that the wire takes. */
export const maxHolderLength = 120;

/**
 * Tells whether a text can be the name on a card: it has a letter, no control character, and no number
 * that is long enough to be a card's, however it is spaced; for names are stored and shown where card
 * numbers may not be (PCI DSS 3.4.1).
 */
export function isCardHolder(text: string): boolean {
  if (text.length > maxHolderLength) return false;
  // A browser takes milliseconds to compile classes of Unicode, and most names on cards need none.
  if (/^[ -~]*$/.test(text)) {
    return /[A-Za-z]/.test(text) && !/\d{12}/.test(text.replaceAll(/[^A-Za-z\d]/g, ''));
  }
  const hasCardNumber = /\p{Nd}{12}/u.test(text.replaceAll(/[^\p{L}\p{N}]/gu, ''));
  return /\p{L}/u.test(text) && !/\p{C}/u.test(text) && !hasCardNumber;
}
