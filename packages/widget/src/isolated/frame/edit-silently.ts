import type { CardCheckout } from '../../element/card-checkout.ts';
import { isText } from './watch-typing.ts';

/** A field's text and its selection. */
interface Shown {
  text: string;
  start: number;
  end: number;
}

/** What a field showed before its latest edit, and before its latest undo, last first out. */
interface History {
  now: Shown;
  /** The kind of the latest edit, as in `InputEvent`; '' once the caret has moved. */
  kind: string;
  undo: Shown[];
  redo: Shown[];
}

type Unit = 'Content' | 'Word' | 'SoftLine';

/** What a key deletes or passes, in front of the caret and behind it. */
const reach: Readonly<Record<Unit, readonly [RegExp, RegExp]>> = {
  Content: [/.$/su, /^.\p{M}*/su],
  Word: [/[\p{L}\p{M}\p{N}]*[^\p{L}\p{M}\p{N}]*$/u, /^[^\p{L}\p{M}\p{N}]*[\p{L}\p{M}\p{N}]*/u],
  SoftLine: [/^.*$/s, /^.*$/s],
};
const isMac = /^(Mac|iP)/.test(navigator.platform);
/** The edits that this file makes. The browser makes the rest, such as compositions and drops. */
const ownEdits = /^(insertText|insertFromPaste|delete(Content|Word|(Soft|Hard)Line|ByCut)|history)/;
const pen = document.createElement('canvas').getContext('2d');
/** Ends with a payment: a security code may not outlive it (PCI DSS 3.3.1). */
let histories = new WeakMap<HTMLInputElement, History>();

/**
 * Edits the text fields in the browser's place. For a key, a browser brings the caret into view, through
 * the page's scrollers, too, and in WebKit page and frame share an undo stack: the page would hear the
 * key. A text or selection that a script sets has no such effect, in any engine.
 *
 * ```
 * keydown, paste, cut   becomes a `beforeinput`, as virtual keyboards send it by themselves
 * beforeinput           the form writes text with separators, or else this file does
 * input                 the form takes the text
 * ```
 */
export function editSilently(element: CardCheckout): void {
  // So the form's formats write to `value`.
  document.execCommand = () => false;
  /** Whether the buyer is copying, by a key or a menu: in Firefox, the page's own command acts here. */
  let isCopying = false;
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    run: (input: HTMLInputElement, event: HTMLElementEventMap[Type]) => void,
    isFirst = false,
  ): void => {
    const onEvent = (event: HTMLElementEventMap[Type]): void => {
      const [input] = event.composedPath();
      if (isText(input) && !input.readOnly) run(input, event);
    };
    element.addEventListener(type, onEvent, isFirst);
  };
  on('keydown', (input, event) => {
    const { key, ctrlKey, metaKey, shiftKey } = event;
    isCopying = (ctrlKey || metaKey || shiftKey) && /^([cx]|insert|delete)$/i.test(key);
    // Safari tells an IME's keys by their code alone.
    if (event.isComposing || event.keyCode === 229) return;
    // Keys, such as Tab, may bring the next field into view. In an empty one, they open suggestions.
    const isAsking = /^Arrow(Up|Down)$/.test(key) && input.value === '';
    hold(isAsking);
    if (isAsking || !(typeWith(input, event) || moveWith(input, event))) return;
    event.preventDefault();
  });
  on('pointerdown', (_, { pointerType }) => {
    hold(false);
    isCopying = pointerType !== 'mouse';
  });
  on('contextmenu', () => (isCopying = true));
  on('compositionstart', () => hold(true));
  on('beforeinput', (input) => follow(input), true);
  on('beforeinput', (input, event) => {
    const { inputType, isComposing, defaultPrevented, cancelable } = event;
    if (defaultPrevented) return remember(input, inputType);
    if (isComposing || !cancelable || !ownEdits.test(inputType)) return;
    event.preventDefault();
    if (!edit(input, event)) return;
    const init = { inputType, data: event.data, bubbles: true, composed: true };
    input.dispatchEvent(new InputEvent('input', init));
  });
  on('input', (input, event) => {
    remember(input, event instanceof InputEvent ? event.inputType : '');
  });
  on('compositionend', (input) => remember(input, 'insertCompositionText'));
  on('paste', (input, event) => {
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain').replaceAll(/[\r\n]+/g, ' ');
    if (text) ask(input, 'insertFromPaste', text);
  });
  for (const kind of ['copy', 'cut'] as const)
    on(kind, (input, event) => {
      const { text, start, end } = shownIn(input);
      event.preventDefault();
      if (!isCopying || start === end) return;
      isCopying = false;
      event.clipboardData?.setData('text/plain', text.slice(start, end));
      if (kind === 'cut') ask(input, 'deleteByCut');
    });
  const hostUpdated = (): void => {
    if (element.state === 'paying') histories = new WeakMap();
  };
  element.addController({ hostUpdated });
}

/** Asks for the edit that a key makes; returns whether it makes one. */
function typeWith(input: HTMLInputElement, event: KeyboardEvent): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  const isCommand = isMac ? metaKey : ctrlKey;
  const isPlain = !ctrlKey && (isMac || !altKey);
  if (!metaKey && (isPlain || event.getModifierState('AltGraph')) && Array.from(key).length === 1)
    return ask(input, 'insertText', key);
  const letter = isCommand && !altKey ? key.toLowerCase() : '';
  if (letter === 'y' && !isMac) return ask(input, 'historyRedo');
  if (letter === 'z') return ask(input, shiftKey ? 'historyRedo' : 'historyUndo');
  const unit = unitOf(event);
  if (unit && key === 'Backspace') return ask(input, `delete${unit}Backward`);
  // Elsewhere, Shift+Delete cuts.
  const isDelete = key === 'Delete' && (isMac || !shiftKey);
  return unit && isDelete ? ask(input, `delete${unit}Forward`) : false;
}

/** Has the form and this file make an edit, with a `beforeinput` as a browser would send it. */
function ask(input: HTMLInputElement, inputType: string, data: string | null = null): true {
  const init = { inputType, data, bubbles: true, composed: true, cancelable: true };
  input.dispatchEvent(new InputEvent('beforeinput', init));
  reveal(input);
  return true;
}

/** Returns how far a key deletes or moves; undefined for the browser's own combinations. */
function unitOf({ altKey, ctrlKey, metaKey }: KeyboardEvent): Unit | undefined {
  if (isMac) return ctrlKey ? undefined : metaKey ? 'SoftLine' : altKey ? 'Word' : 'Content';
  return altKey || metaKey ? undefined : ctrlKey ? 'Word' : 'Content';
}

/** Moves the caret, or with Shift an end of the selection; returns whether the key does that. */
function moveWith(input: HTMLInputElement, event: KeyboardEvent): boolean {
  const { key, shiftKey } = event;
  const isFar = /^(Arrow(Up|Down)|Page(Up|Down)|Home|End)$/.test(key);
  const unit = isFar || /^Arrow(Left|Right)$/.test(key) ? unitOf(event) : undefined;
  if (!unit) return false;
  const isForth = /(Right|Down|End)$/.test(key);
  const { text, start, end } = shownIn(input);
  const caret = caretOf(input);
  // Without Shift, an arrow only ends a selection.
  const isEnd = unit === 'Content' && !isFar && !shiftKey && start < end;
  const to = isEnd
    ? isForth
      ? end
      : start
    : placeFrom(caret, text, isFar ? 'SoftLine' : unit, isForth);
  const from = shiftKey ? start + end - caret : to;
  const direction = to < from ? 'backward' : 'forward';
  input.setSelectionRange(Math.min(from, to), Math.max(from, to), direction);
  reveal(input);
  return true;
}

function placeFrom(caret: number, text: string, unit: Unit, isForth: boolean): number {
  const [before, behind] = reach[unit];
  if (isForth) return caret + (behind.exec(text.slice(caret))?.[0].length ?? 0);
  return before.exec(text.slice(0, caret))?.index ?? caret;
}

/** Makes an edit as a browser does; returns whether there is something to do. */
function edit(input: HTMLInputElement, { inputType, data, dataTransfer }: InputEvent): boolean {
  if (inputType.startsWith('history')) return goTo(input, inputType === 'historyUndo');
  const { text, start, end } = shownIn(input);
  const added = data ?? dataTransfer?.getData('text/plain') ?? '';
  let [from, to] = [start, end];
  if (from === to && inputType.startsWith('delete')) {
    const unit = /Word/.test(inputType) ? 'Word' : /Line/.test(inputType) ? 'SoftLine' : 'Content';
    if (inputType.endsWith('Forward')) to = placeFrom(to, text, unit, true);
    else from = placeFrom(from, text, unit, false);
  }
  if (from === to && added === '') return false;
  const caret = from + added.length;
  show(input, { text: text.slice(0, from) + added + text.slice(to), start: caret, end: caret });
  return true;
}

function goTo(input: HTMLInputElement, isUndo: boolean): boolean {
  const { undo = [], redo = [] } = histories.get(input) ?? {};
  const shown = (isUndo ? undo : redo).pop();
  if (!shown) return false;
  (isUndo ? redo : undo).push(shownIn(input));
  show(input, shown);
  return true;
}

/** Notes what a field shows before an edit. */
function follow(input: HTMLInputElement): void {
  const now = shownIn(input);
  const known = histories.get(input);
  // A program has written another text, or emptied the field.
  if (known?.now.text !== now.text) histories.set(input, { now, kind: '', undo: [], redo: [] });
  else if (known.now.start !== now.start || known.now.end !== now.end)
    Object.assign(known, { now, kind: '' });
}

/** Keeps what a field showed before an edit; keys of one kind, one after the other, are one step. */
function remember(input: HTMLInputElement, kind: string): void {
  const history = histories.get(input);
  if (!history) return;
  const { now } = history;
  history.now = shownIn(input);
  if (history.now.text === now.text || kind.startsWith('history')) return;
  const isSameStep =
    kind === history.kind && /^(insert(Composition)?Text|deleteContent)/.test(kind);
  if (!isSameStep) history.undo.push(now);
  history.redo = [];
  history.kind = kind;
}

function shownIn({ value: text, selectionStart, selectionEnd }: HTMLInputElement): Shown {
  return { text, start: selectionStart ?? text.length, end: selectionEnd ?? text.length };
}

function show(input: HTMLInputElement, { text, start, end }: Shown): void {
  input.value = text;
  input.setSelectionRange(start, end);
}

/** Returns the end of the selection that a key moves. */
function caretOf(input: HTMLInputElement): number {
  const { start, end } = shownIn(input);
  return input.selectionDirection === 'backward' ? start : end;
}

/** Brings the caret into view within its field. The layout is read when the frame needs it anyway. */
function reveal(input: HTMLInputElement): void {
  requestAnimationFrame(() => {
    const { value, scrollLeft, scrollWidth, clientWidth } = input;
    if (!pen || scrollWidth <= clientWidth) return;
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    pen.font = font;
    const x = pen.measureText(value.slice(0, caretOf(input))).width;
    const room = clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 2;
    input.scrollLeft = Math.max(x - room, Math.min(scrollLeft, x));
  });
}

/** Keeps an edit of the browser's own from scrolling the page, in Chromium. */
function hold(isHeld: boolean): void {
  document.documentElement.classList.toggle('held', isHeld);
}
