/**
 * Gives what finds the signs in a text that may stand between the characters of a number or a document.
 * `others` is for texts beyond ASCII alone: a phone takes 2 ms to make Unicode's classes ready.
 */
export function separatorsIn(text: string, others: RegExp = /[\s./\p{Pd}]/gu): RegExp {
  return /^[ -~]*$/.test(text) ? /[ ./-]/g : others;
}
