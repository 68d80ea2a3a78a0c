import { separatorsIn } from '../fields/separators.ts';

type Format = (text: string) => string;

/** What a field tells of an edit; not every browser and password manager says of what kind it was. */
export type EditEvent = Event & Partial<InputEvent>;

/** What a field shows, and where in it the caret stands. */
interface Shown {
  text: string;
  caret: number;
}

/** True while this file writes, so that the events of its own writing are no news to it. */
let isWriting = false;

/**
 * Formats the text of an input after an event (`input`, `change`, `compositionend`) and keeps the caret
 * behind the same character as before. It leaves a composition alone until that ends, and writes with
 * the browser's own editing commands, so that undo and redo go on working.
 */
export function reformat(
  input: HTMLInputElement,
  format: Format,
  { isComposing, inputType = '' }: EditEvent,
): void {
  // Text that is dragged elsewhere in the field goes to a place that must not move before it arrives.
  if (isWriting || isComposing || inputType === 'deleteByDrag') return;
  isWriting = true;
  // What takes back the formatting alone would be formatted again: it takes back the typing as well.
  const undoOrRedo = inputType.split('history')[1];
  if (undoOrRedo && format(input.value) !== input.value) command(input, undoOrRedo);
  const text = input.value;
  const shown = afterEdit({ text, caret: input.selectionEnd ?? text.length }, format, inputType);
  if (shown.text !== text) write(input, shown);
  isWriting = false;
}

/**
 * Types a text as it is to stand in an input, before the browser writes it there itself: to write separators
 * afterwards costs the time of another key. Everything else that is about to happen is left to the browser and
 * to `reformat`. Tells whether it wrote.
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
  isWriting = true;
  write(input, shown);
  isWriting = false;
  return true;
}

/**
 * Finds what to show after an edit of the kind that `InputEvent.inputType` names ('' for none).
 * A deletion that took nothing but a separator takes the character beyond it. No character is added
 * by a deletion or in front of other text: the buyer who has got to `1/30` may be about to write 12.
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

/** Finds the caret's place by the characters behind it, on the side of a separator where it was. */
function placeBetween(head: string, tail: string, formatted: string): number {
  let place = formatted.length;
  let left = countKept(tail);
  while (left > 0 && place > 0) if (!isSeparator(formatted.charAt(--place))) left--;
  if (!isSeparator(head.slice(-1))) while (isSeparator(formatted.charAt(place - 1))) place--;
  return place;
}

/** Tells whether a character may come and go. */
function isSeparator(character: string): boolean {
  return countKept(character) < character.length;
}

function countKept(text: string): number {
  return text.replaceAll(separatorsIn(text), '').length;
}

/**
 * Edits as the user does. These commands are deprecated, yet nothing else keeps undo: writing to
 * `value` breaks it. They do nothing in a field that is read-only or has no focus.
 */
function command(input: HTMLInputElement, name: string, text?: string): void {
  input.ownerDocument.execCommand(name, false, text);
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
