/**
 * Returns a pattern for the separators in a number or document. `others` is for texts beyond ASCII,
 * because a phone takes 2 ms to prepare Unicode's classes.
 */
export function separatorsIn(text: string, others: RegExp = /[\s./\p{Pd}]/gu): RegExp {
  return /^[ -~]*$/.test(text) ? /[ ./-]/g : others;
}

/** Converts the full-width digits of a Japanese or Chinese keyboard. */
export function withAsciiDigits(text: string): string {
  return text.replaceAll(/[\uFF10-\uFF19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10));
}
