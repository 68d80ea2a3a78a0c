/** How a text gets into a field. */
export type Way = 'typed' | 'pasted' | 'set, with input' | 'set, with change';

/** What one round puts into the fields, one text each. */
export interface Round {
  texts: readonly string[];
  ways: readonly Way[];
  /** Numbers from 0 to 1 that place carets and choose keys. */
  chances: readonly number[];
}

/** What the fields show once the buyer has left them. */
export interface Outcome {
  shown: readonly string[];
  invalid: readonly boolean[];
  /** What the element's `checkValidity` says. */
  valid: boolean;
}

interface Report {
  /** What went wrong with texts and carets. */
  complaints: string[];
  outcomes: Outcome[];
}

/**
 * Plays rounds inside the page; as JSON, for halves of characters do not get through otherwise.
 * After every edit it complains unless the characters that count are the same as before on either side
 * of the caret, and after every round unless formatting what is formatted changes nothing.
 */
export async function playRounds(inputs: HTMLInputElement[], json: string): Promise<string> {
  const rounds: Round[] = JSON.parse(json);
  const report: Report = { complaints: [], outcomes: [] };
  const root = inputs[0]?.getRootNode();
  const element = root instanceof ShadowRoot ? root.host : document.body;
  let chances: readonly number[] = [];
  let drawn = 0;
  const chance = (): number => chances[drawn++ % chances.length] ?? 0;

  /** What does not count in a field, by its place. */
  const ignored = [/\D/g, /\D/g, /\D/g, /\p{C}/gu, /[\s./\p{Pd}\p{Cf}]/gu];
  const kept = (field: number, text: string): string =>
    text.replaceAll(ignored[field] ?? /$/g, '').toUpperCase();

  function complain(field: number, about: string, raw: string, place: number): void {
    const input = inputs[field];
    const state = { raw, place, shown: input?.value, caret: input?.selectionStart };
    report.complaints.push(`${about} in field ${field}: ${JSON.stringify(state)}`);
  }

  /** Changes a range as a browser does, tells the element, and looks at text and caret. */
  function edit(field: number, range: readonly [number, number], text: string, kind: string): void {
    const input = inputs[field];
    if (!input) return;
    const before = input.value;
    input.setRangeText(text, range[0], range[1], 'end');
    const raw = input.value;
    const place = input.selectionEnd ?? 0;
    const init = { inputType: kind, data: text, bubbles: true, composed: true };
    input.dispatchEvent(new InputEvent('input', init));
    const shown = input.value;
    const caret = input.selectionStart ?? -1;
    if (caret !== input.selectionEnd || caret > shown.length) complain(field, 'caret', raw, place);
    if (shown === raw && caret === place) return;
    if (kind.startsWith('delete')) {
      const isLess =
        shown.length < before.length || kept(field, shown).length < kept(field, before).length;
      if (!isLess && raw !== before) complain(field, 'stuck', raw, place);
      return;
    }
    const wasIso =
      field === 1 && /^\s*\d{4}\D+\d{1,2}\D*$/.test(raw.replaceAll(/[^\d\s./\p{Pd}]/gu, ''));
    const front = kept(field, shown.slice(0, caret));
    const rawFront = kept(field, raw.slice(0, place));
    const isFrontKept = front === rawFront || (field === 1 && front === `0${rawFront}`);
    const isBackKept = kept(field, shown.slice(caret)) === kept(field, raw.slice(place));
    if (!wasIso && !(isFrontKept && isBackKept)) complain(field, 'characters', raw, place);
  }

  /** Moves a place out of the middle of a character, where no browser puts a caret. */
  function toEdge(field: number, place: number): number {
    const isWithin = (inputs[field]?.value.codePointAt(place - 1) ?? 0) > 0xffff;
    return isWithin ? place - 1 : Math.max(0, place);
  }

  const placeIn = (field: number): number =>
    toEdge(field, Math.floor(chance() * ((inputs[field]?.value.length ?? 0) + 1)));

  function typeInto(field: number, input: HTMLInputElement, text: string): void {
    for (const character of Array.from(text).slice(0, 20)) {
      if (character === '\n' || character === '\r') continue;
      if (chance() < 0.1) {
        const place = placeIn(field);
        input.setSelectionRange(place, place);
      }
      const place = input.selectionEnd ?? 0;
      const after = place + ((input.value.codePointAt(place) ?? 0) > 0xffff ? 2 : 1);
      if (chance() < 0.1) {
        edit(field, [toEdge(field, place - 1), place], '', 'deleteContentBackward');
      } else if (chance() < 0.05) edit(field, [place, after], '', 'deleteContentForward');
      edit(field, [input.selectionStart ?? 0, input.selectionEnd ?? 0], character, 'insertText');
    }
  }

  function pasteInto(field: number, input: HTMLInputElement, text: string): void {
    const ends = [placeIn(field), placeIn(field)];
    const replacesAll = chance() < 0.5;
    const from = replacesAll ? 0 : Math.min(...ends);
    const to = replacesAll ? input.value.length : Math.max(...ends);
    edit(field, [from, to], text.replaceAll(/[\r\n]/g, ''), 'insertFromPaste');
  }

  function enter(field: number, input: HTMLInputElement, text: string, way: Way): void {
    if (chance() < 0.5) input.value = '';
    if (way === 'typed' || way === 'pasted') {
      input.focus();
      if (way === 'typed') typeInto(field, input, text);
      else pasteInto(field, input, text);
      input.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
      return;
    }
    input.value = text;
    const type = way === 'set, with input' ? 'input' : 'change';
    input.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  }

  /** Leaves a field, as the next one takes the focus, and as what fills fields in claims to. */
  function leave(field: number, input: HTMLInputElement): void {
    const once = input.value;
    input.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
    if (input.value !== once) complain(field, 'formatted twice', once, 0);
    if (input.matches(':focus')) input.blur();
    else input.dispatchEvent(new FocusEvent('blur'));
  }

  for (const round of rounds) {
    chances = round.chances;
    inputs.forEach((input, field) => {
      enter(field, input, round.texts[field] ?? '', round.ways[field] ?? 'typed');
      leave(field, input);
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
