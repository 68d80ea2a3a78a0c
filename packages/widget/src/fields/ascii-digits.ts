/** Converts the full-width digits of a Japanese or Chinese keyboard. */
export function withAsciiDigits(text: string): string {
  return text.replaceAll(/[\uFF10-\uFF19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10));
}
