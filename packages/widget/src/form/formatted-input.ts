import { separatorsIn } from '../fields/card-fields.ts';

type Format = (text: string) => string;

/** An edit of a field; not every browser and password manager reports its kind. */
export type EditEvent = Event & Partial<InputEvent>;

/** A field's text and the position of its caret. */
interface Shown {
  text: string;
  caret: number;
}

/** True while a command of this file runs, whose events it ignores. */
let isWriting = false;

/**
 * Formats the text of an input after an event (`input`, `change`, `compositionend`) and keeps the caret
 * behind the same character. Leaves a composition alone until it ends. Writes with the browser's own
 * editing commands, so undo and redo keep working.
 */
export function reformat(
  input: HTMLInputElement,
  format: Format,
  { isComposing, inputType = '' }: EditEvent,
): void {
  // The drop that follows must find the text unchanged.
  if (isWriting || isComposing || inputType === 'deleteByDrag') return;
  // Undoing only the formatting would re-apply it at once, so undo one more step.
  const undoOrRedo = inputType.split('history')[1];
  if (undoOrRedo && format(input.value) !== input.value) command(input, undoOrRedo);
  const text = input.value;
  const shown = afterEdit({ text, caret: input.selectionEnd ?? text.length }, format, inputType);
  if (shown.text !== text) write(input, shown);
}

/**
 * Writes typed text with its separators before the browser inserts it; adding separators afterwards
 * takes as long as another key. Leaves every other edit to the browser and `reformat`.
 * Returns whether it wrote.
 */
export function typeFormatted(input: HTMLInputElement, format: Format, event: EditEvent): boolean {
  const { cancelable, data, inputType, isComposing } = event;
  if (isWriting || isComposing || !cancelable || inputType !== 'insertText' || !data) return false;
  const { value, selectionStart, selectionEnd } = input;
  const head = value.slice(0, selectionStart ?? value.length) + data;
  const text = head + value.slice(selectionEnd ?? value.length);
  const shown = afterEdit({ text, caret: head.length }, format, inputType);
  if (shown.text === text) return false;
  event.preventDefault();
  write(input, shown);
  return true;
}

/**
 * Returns what to show after an edit; `inputType` as in `InputEvent`, '' if unknown.
 * Deleting a separator deletes the character beyond it, too. Deletions, and typing in front of other
 * text, add no characters: at `1/30` the buyer may be about to write 12.
 */
export function afterEdit({ text, caret }: Shown, format: Format, inputType: string): Shown {
  let head = text.slice(0, caret);
  let tail = text.slice(caret);
  const restored = format(text);
  const missing = restored.charAt(caret);
  if (isSeparator(missing) && restored === head + missing + tail) {
    if (inputType.endsWith('Backward')) head = head.slice(0, -1);
    if (inputType.endsWith('Forward')) tail = tail.slice(1);
  }
  const edited = head + tail;
  const formatted = edited === text ? restored : format(edited);
  const isAtWork = inputType.startsWith('delete') || (inputType && tail);
  const isTooEarly = isAtWork && countKept(formatted) > countKept(edited);
  if (isTooEarly || formatted === edited) return { text: edited, caret: head.length };
  const front = format(head);
  const isTailKept = front + tail === formatted;
  return {
    text: formatted,
    caret: isTailKept ? front.length : placeBetween(head, tail, formatted),
  };
}

/** Finds the caret's place by the characters after it, on its side of a separator. */
function placeBetween(head: string, tail: string, formatted: string): number {
  let place = formatted.length;
  let left = countKept(tail);
  while (left > 0 && place > 0) if (!isSeparator(formatted.charAt(--place))) left--;
  if (!isSeparator(head.slice(-1))) while (isSeparator(formatted.charAt(place - 1))) place--;
  return place;
}

/** Whether formatting may add or remove the character. */
function isSeparator(character: string): boolean {
  return countKept(character) < character.length;
}

function countKept(text: string): number {
  return text.replaceAll(separatorsIn(text), '').length;
}

/**
 * Edits as the user does. These commands are deprecated, but writing to `value` breaks undo. They do
 * nothing in a field that is read-only or has no focus.
 */
function command(input: HTMLInputElement, name: string, text?: string): void {
  isWriting = true;
  input.ownerDocument.execCommand(name, false, text);
  isWriting = false;
}

function write(input: HTMLInputElement, { text, caret }: Shown): void {
  if (!input.matches(':focus')) {
    input.value = text;
    return;
  }
  if (input.value !== text) writeChange(input, text);
  if (input.value !== text) input.value = text;
  input.setSelectionRange(caret, caret);
}

function writeChange(input: HTMLInputElement, text: string): void {
  let start = 0;
  while (start < text.length && text[start] === input.value[start]) start++;
  input.setSelectionRange(start, input.value.length);
  command(input, start < text.length ? 'insertText' : 'delete', text.slice(start));
}
