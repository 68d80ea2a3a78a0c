import { setTimeout as pause } from 'node:timers/promises';
import { announceField } from './announce-field.ts';
import { record, visit, type Place } from './browser.ts';
import { isKeydown, keystrokesIn, type KeystrokeCost } from './keystroke-work.ts';
import { typedFields, type Scripted } from './site.ts';
import { coreShareOf, threadOf } from './trace.ts';

/** All that was typed into one form. */
export interface Typing {
  keystrokes: readonly KeystrokeCost[];
  /** Which share of its work the main thread spent on a core; near 1 on a quiet machine. */
  coreShare: number;
}

/** From key to key; somebody who copies a number from a card types half as fast. */
const rhythmMs = 150;

/** Types a whole card, goes from field to field with Tab, and leaves the last one. */
export async function measureKeystrokes(place: Place, { path }: Scripted): Promise<Typing> {
  return visit(place, announceField, typedFields[0].label, async ({ page, told, open }) => {
    await open(path);
    await told;
    await pause(1000);
    const keys = typedFields.flatMap(({ text }) => [...Array.from(text), 'Tab']);
    const trace = await record(place.browser, async () => {
      for (const key of keys) {
        await page.keyboard.press(key === ' ' ? 'Space' : key);
        await pause(rhythmMs);
      }
    });
    for (const { label, text } of typedFields) {
      const shown = await page.getByLabel(label).inputValue();
      if (plain(shown) !== plain(text)) throw new Error(`${label} holds "${shown}"`);
    }
    const thread = threadOf(trace, isKeydown);
    const keystrokes = keystrokesIn(thread);
    if (keystrokes.length !== keys.length) throw new Error('A key is not in the trace');
    return { keystrokes, coreShare: coreShareOf(thread) };
  });
}

function plain(text: string): string {
  return text.replaceAll(/[^A-Z0-9]/gi, '').toUpperCase();
}
