/** Is how a text gets into a field. */
export type Way = 'typed' | 'pasted' | 'set, with input' | 'set, with change';

/** Is what one round puts into the fields, one text each. */
export interface Round {
  texts: readonly string[];
  ways: readonly Way[];
  /** Numbers from 0 to 1 that place carets and choose keys. */
  chances: readonly number[];
}

/** Is what the fields show once the buyer has left them. */
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

  /** Leaves the characters that count in a field. */
  function kept(field: number, text: string): string {
    if (field === 3) return text.replaceAll(/\p{C}/gu, '');
    if (field === 4) return text.replaceAll(/[\s./\p{Pd}\p{Cf}]/gu, '').toUpperCase();
    return text.replaceAll(/[^0-9]/g, '');
  }

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
    const wasIso = field === 1 && /^\D*\d{4}\D+\d{1,2}\D*$/.test(raw);
    const front = kept(field, shown.slice(0, caret));
    const rawFront = kept(field, raw.slice(0, place));
    const isFrontKept = front === rawFront || (field === 1 && front === `0${rawFront}`);
    const isBackKept = kept(field, shown.slice(caret)) === kept(field, raw.slice(place));
    if (!wasIso && !(isFrontKept && isBackKept)) complain(field, 'characters', raw, place);
  }

  function typeInto(field: number, input: HTMLInputElement, text: string): void {
    for (const character of [...text].slice(0, 24)) {
      if (character === '\n' || character === '\r') continue;
      if (chance() < 0.1) {
        const place = Math.floor(chance() * (input.value.length + 1));
        input.setSelectionRange(place, place);
      }
      const place = input.selectionEnd ?? 0;
      if (chance() < 0.1) edit(field, [Math.max(0, place - 1), place], '', 'deleteContentBackward');
      else if (chance() < 0.05) edit(field, [place, place + 1], '', 'deleteContentForward');
      edit(field, [input.selectionStart ?? 0, input.selectionEnd ?? 0], character, 'insertText');
    }
  }

  function pasteInto(field: number, input: HTMLInputElement, text: string): void {
    const { length } = input.value;
    const ends = [Math.floor(chance() * (length + 1)), Math.floor(chance() * (length + 1))];
    // Half of them replace everything.
    const from = chance() < 0.5 ? 0 : Math.min(...ends);
    const to = from === 0 ? length : Math.max(...ends);
    edit(field, [from, to], text.replaceAll(/[\r\n]/g, ''), 'insertFromPaste');
  }

  function enter(field: number, input: HTMLInputElement, text: string, way: Way): void {
    if (chance() < 0.5 || !way.startsWith('set')) input.focus();
    if (chance() < 0.5) input.value = '';
    if (way === 'typed') return typeInto(field, input, text);
    if (way === 'pasted') return pasteInto(field, input, text);
    input.value = text;
    const type = way === 'set, with input' ? 'input' : 'change';
    input.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  }

  for (const round of rounds) {
    chances = round.chances;
    for (const [field, input] of inputs.entries()) {
      enter(field, input, round.texts[field] ?? '', round.ways[field] ?? 'typed');
      input.focus();
      input.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
      const once = input.value;
      input.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
      if (input.value !== once) complain(field, 'formatted twice', once, 0);
      input.blur();
    }
    await Reflect.get(element, 'updateComplete');
    report.outcomes.push({
      shown: inputs.map((input) => input.value),
      invalid: inputs.map((input) => input.getAttribute('aria-invalid') === 'true'),
      valid: Reflect.get(element, 'checkValidity').call(element),
    });
  }
  return JSON.stringify(report);
}
