/**
 * Returns a pattern for the separators in a number or document. `others` is for texts beyond ASCII,
 * because a phone takes 2 ms to prepare Unicode's classes.
 */
export function separatorsIn(text: string, others: RegExp = /[\s./\p{Pd}]/gu): RegExp {
  return /^[ -~]*$/.test(text) ? /[ ./-]/g : others;
}
