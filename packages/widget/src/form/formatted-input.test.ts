import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatExpiry, parseExpiry } from '../fields/expiry.ts';
import { formatHolder, formatCardNumber } from '../fields/card-fields.ts';
import { afterEdit } from './formatted-input.ts';
import { formatDocument } from '../fields/document.ts';

/** Reads `41|11` as a text and the place of its caret. */
function at(drawn: string): { text: string; caret: number } {
  return { text: drawn.replace('|', ''), caret: drawn.indexOf('|') };
}

function picture({ text, caret }: { text: string; caret: number }): string {
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

describe('afterEdit', () => {
  it.each([
    ['4111 1111 98|11 1111', '4111 1111 98|11 1111'],
    ['41112|', '4111 2|'],
    ['4111 1x|', '4111 1|'],
    ['4111|2 345', '4111| 2345'],
    ['41119| 2345', '4111 9|234 5'],
    ['4111 |345 6', '4111 |3456'],
    ['|4111 2345', '|4111 2345'],
    ['93782| 822463 10005', '9378 2|822 4631 0005'],
  ])('shows %s as %s in a card number', (typed, shown) => {
    expect(picture(afterEdit(at(typed), formatCardNumber, 'insertText'))).toBe(shown);
  });

  it.each([
    ['Backspace behind a space', '4111|2', 'deleteContentBackward', '411|2'],
    ['Delete in front of a space', '4111|2', 'deleteContentForward', '4111|'],
    ['a word deleted backward', '4111 2345|6', 'deleteWordBackward', '4111 234|6'],
    ['Backspace at the end', '4111 |', 'deleteContentBackward', '4111|'],
    ['Backspace behind a digit', '4111 |345 6', 'deleteContentBackward', '4111 |3456'],
    ['a separator cut out', '4111|2', 'deleteByCut', '4111| 2'],
  ])('continues after %s: %s', (_, typed, kind, shown) => {
    expect(picture(afterEdit(at(typed), formatCardNumber, kind))).toBe(shown);
  });

  it.each([
    ['5|', 'insertText', '05|'],
    ['123|', 'insertText', '12/3|'],
    ['1|/30', 'insertText', '1|/30'],
    ['5|/30', 'deleteContentBackward', '5|/30'],
    ['|5', 'deleteContentBackward', '|5'],
    ['9|', 'deleteContentBackward', '9|'],
    ['90|', 'deleteContentForward', '90|'],
    ['1|/30', '', '01|/30'],
    ['12//|30', 'insertText', '12/|30'],
    ['05|3', 'deleteContentBackward', '0|3'],
  ])('takes %s after "%s" for %s in an expiry date', (typed, kind, shown) => {
    expect(picture(afterEdit(at(typed), formatExpiry, kind))).toBe(shown);
  });

  it.each([
    ['529.982.247-251|', '52.998.224/7251|'],
    ['12.345.6|78/9012', '12.345.6|78/9012'],
    ['12a|', '12.A|'],
    ['12#|.345', '12#|.345'],
  ])('shows %s as %s in a document', (typed, shown) => {
    expect(picture(afterEdit(at(typed), formatDocument, 'insertText'))).toBe(shown);
  });
});

describe('a date typed key by key', () => {
  it.each(['2030-12', '203012', '2030/12', 'Dez 2030', 'dez/30', '12/30', '1230', '12/2030'])(
    'is taken as %s',
    (typed) => {
      let text = '';
      for (const key of typed) {
        text += key;
        ({ text } = afterEdit({ text, caret: text.length }, formatExpiry, 'insertText'));
      }

      expect(parseExpiry(text)).toEqual({ month: 12, year: 2030 });
    },
  );
});

describe('afterEdit in a name', () => {
  it.each([
    ['MARIA \u200B|', 'MARIA |'],
    ['MARIA\u200B|  SILVA', 'MARIA|  SILVA'],
    ['MARIA DA \u200B|SILVA', 'MARIA DA |SILVA'],
  ])('shows %j as %j', (typed, shown) => {
    expect(picture(afterEdit(at(typed), formatHolder, 'insertText'))).toBe(shown);
  });
});

const formats = { formatCardNumber, formatExpiry, formatDocument, formatHolder };
const typed = fc.oneof(
  fc.stringMatching(/^[\d ./-]{0,24}$/),
  fc.stringMatching(/^[\dA-Za-z ./-]{0,24}$/),
  // A browser puts no caret into the middle of a character.
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '')),
);
const countOf = (text: string): number => text.replaceAll(/[\s./\p{Pd}]/gu, '').length;
const isLess = (text: string, former: string): boolean =>
  text.length < former.length || countOf(text) < countOf(former);

describe.each(Object.entries(formats))('an input with %s', (_, format) => {
  // A month's name goes with the last digit of its year, and letters before it are dropped.
  const formatted = typed
    .map(format)
    .filter((text) => format !== formatExpiry || !/[a-z]/i.test(text));
  const state = fc
    .tuple(formatted, fc.nat(), fc.nat())
    .map(([text, one, other]) => ({
      text,
      from: one % (text.length + 1),
      to: other % (text.length + 1),
    }))
    .map(({ text, from, to }) => ({ text, from: Math.min(from, to), to: Math.max(from, to) }));

  it('keeps what is behind the caret, when something is typed over a selection', () => {
    fc.assert(
      fc.property(state, typed, ({ text, from, to }, inserted) => {
        const edited = text.slice(0, from) + inserted + text.slice(to);
        const caret = from + inserted.length;
        const shown = afterEdit({ text: edited, caret }, format, 'insertText');

        expect(countOf(shown.text.slice(shown.caret))).toBe(countOf(edited.slice(caret)));
        expect(shown.caret).toBeGreaterThanOrEqual(0);
        expect(shown.caret).toBeLessThanOrEqual(shown.text.length);
      }),
    );
  });

  it('gets shorter by every Backspace and every Delete', () => {
    fc.assert(
      fc.property(state, ({ text, from }) => {
        const back = text.slice(0, Math.max(0, from - 1)) + text.slice(from);
        const forth = text.slice(0, from) + text.slice(from + 1);
        const caret = Math.max(0, from - 1);
        const shorter = afterEdit({ text: back, caret }, format, 'deleteContentBackward');
        const other = afterEdit({ text: forth, caret: from }, format, 'deleteContentForward');

        if (from > 0) expect(isLess(shorter.text, text)).toBe(true);
        if (from < text.length) expect(isLess(other.text, text)).toBe(true);
      }),
    );
  });
});
