import type { Entry } from './hostile-texts.ts';

/** What the fields show once the buyer has left them. */
export interface Outcome {
  shown: readonly string[];
  invalid: readonly boolean[];
  /** What the element's `checkValidity` returns. */
  valid: boolean;
}

export interface Report {
  /** What went wrong with texts and carets. */
  complaints: string[];
  outcomes: Outcome[];
}

/**
 * Plays rounds inside the page; in and out as JSON, because halves of characters get lost otherwise.
 * It complains when an edit changes what counts behind the caret, when a deletion deletes nothing, and
 * when a text that is formatted already is formatted again.
 */
export async function playRounds(inputs: HTMLInputElement[], json: string): Promise<string> {
  const rounds: Entry[][] = JSON.parse(json);
  const report: Report = { complaints: [], outcomes: [] };
  const root = inputs[0]?.getRootNode();
  const element = root instanceof ShadowRoot ? root.host : document.body;

  /** What does not count in a field, by its place. An expiry date as `2031-02` is turned around. */
  const ignored = [/\D/g, /[^]/g, /\D/g, /\p{C}/gu, /[\s./\p{Pd}\p{Cf}]/gu];
  const behind = ({ value, selectionEnd }: HTMLInputElement, field: number): string =>
    value
      .slice(selectionEnd ?? 0)
      .replaceAll(ignored[field] ?? /$/g, '')
      .toUpperCase();

  /** Edits as a key or a paste does, and tells the element; no text is a Backspace. */
  function edit(input: HTMLInputElement, field: number, text: string): void {
    const [before, rest] = [input.value, behind(input, field)];
    const [from, to] = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
    const isBackspace = text === '' && from === to;
    const deleted = isBackspace ? (Array.from(before.slice(0, to)).at(-1)?.length ?? 0) : 0;
    input.setRangeText(text, from - deleted, to, 'end');
    const inputType = text === '' ? 'deleteContentBackward' : 'insertText';
    input.dispatchEvent(new InputEvent('input', { inputType, bubbles: true, composed: true }));
    const isStuck = deleted > 0 && input.value === before;
    if (behind(input, field) === rest && !isStuck) return;
    report.complaints.push(JSON.stringify({ field, before, text, shown: input.value }));
  }

  function enter(input: HTMLInputElement, field: number, entry: Entry): void {
    if (entry.isFirst) input.value = '';
    if (entry.way.startsWith('set')) {
      input.value = entry.text;
      const type = entry.way === 'set, with input' ? 'input' : 'change';
      input.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
      return;
    }
    input.focus();
    // No browser puts a caret into the middle of a character.
    const placeOf = (count: number) => Array.from(input.value).slice(0, count).join('').length;
    const [from = 0, to = 0] = [placeOf(entry.from), placeOf(entry.to)].toSorted((a, b) => a - b);
    input.setSelectionRange(from, to);
    const text = entry.text.replaceAll(/[\r\n]/g, '');
    const keys = entry.way === 'typed' ? [...Array.from(text).slice(0, 20), ''] : [text];
    for (const key of keys) edit(input, field, key);
  }

  /** Leaves a field as a browser does. */
  function leave(input: HTMLInputElement): void {
    const once = input.value;
    input.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
    if (input.value !== once) report.complaints.push(`formatted twice: ${JSON.stringify(once)}`);
    if (input.matches(':focus')) input.blur();
    else input.dispatchEvent(new FocusEvent('blur'));
  }

  for (const round of rounds) {
    inputs.forEach((input, field) => {
      const entry = round[field];
      if (entry) enter(input, field, entry);
      input.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
      leave(input);
    });
    await Reflect.get(element, 'updateComplete');
    report.outcomes.push({
      shown: inputs.map((input) => input.value),
      invalid: inputs.map((input) => input.getAttribute('aria-invalid') === 'true'),
      valid: Reflect.get(element, 'checkValidity').call(element),
    });
  }
  return JSON.stringify(report);
}
