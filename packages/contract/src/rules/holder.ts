/** The maximum length of the name on a card, in characters. */
export const maxHolderLength = 120;

/**
 * Whether a text can be the name on a card: at least one letter, no control characters, and no run of
 * 12 or more digits, spaced or not. Names are stored and shown where card numbers are forbidden
 * (PCI DSS 3.5.1).
 */
export function isCardHolder(text: string): boolean {
  if (text.length > maxHolderLength) return false;
  // Compiling Unicode classes takes a browser milliseconds; ASCII names don't need them.
  if (/^[ -~]*$/.test(text)) {
    return /[A-Za-z]/.test(text) && !/\d{12}/.test(text.replaceAll(/[^A-Za-z\d]/g, ''));
  }
  const hasCardNumber = /\p{Nd}{12}/u.test(text.replaceAll(/[^\p{L}\p{N}]/gu, ''));
  return /\p{L}/u.test(text) && !/\p{C}/u.test(text) && !hasCardNumber;
}
