/**
 * Formats the text of an input and keeps the caret behind the same letter or digit as before.
 * Writes only what changed, so that a browser's undo and an Android keyboard are disturbed least.
 */
export function reformat(input: HTMLInputElement, format: (text: string) => string): void {
  const typed = input.value;
  const formatted = format(typed);
  if (formatted === typed) return;
  const caret = input.selectionStart ?? typed.length;
  input.value = formatted;
  if (input.matches(':focus')) {
    const place =
      caret === typed.length
        ? formatted.length
        : placeAfter(formatted, countKept(typed.slice(0, caret)));
    input.setSelectionRange(place, place);
  }
}

function countKept(text: string): number {
  return text.replaceAll(/[^\dA-Za-z]/g, '').length;
}

function placeAfter(text: string, kept: number): number {
  let place = 0;
  for (let seen = 0; seen < kept && place < text.length; place++) {
    if (/[\dA-Za-z]/.test(text.charAt(place))) seen++;
  }
  return place;
}
