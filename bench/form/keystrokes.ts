import type { Page } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';
import { announceField } from './announce-field.ts';
import { record, visit, type Place } from './browser.ts';
import { isKeydown, keystrokesIn, type KeystrokeCost } from './keystroke-work.ts';
import { coreShareOf, threadOf } from './trace.ts';
import { typedFields } from './typed-fields.ts';

/** A key and what it cost. */
interface Keystroke {
  /** Names the key by what was there before: `4000|0` is the fifth digit of the number. */
  name: string;
  cost: KeystrokeCost;
}

/** All that was typed into one form. */
export interface Typing {
  keystrokes: readonly Keystroke[];
  /** Which share of its work the main thread spent on a core; near 1 on a quiet machine. */
  coreShare: number;
}

const restMs = 1000;

/** From key to key; somebody who copies a number from a card types half as fast. */
export const rhythmMs = 150;

/** Types a whole card, goes from field to field with Tab, and leaves the last one. */
export async function measureKeystrokes(place: Place, path: string): Promise<Typing> {
  const [first] = typedFields;
  return await visit(place, announceField, first.label, async ({ page, told, open }) => {
    await open(path);
    await told;
    await pause(restMs);
    const keys = typedFields.flatMap(keysOf);
    const trace = await record(place.browser, () => typeAll(page, keys));
    await checkTyped(page);

    const thread = threadOf(trace, isKeydown);
    const costs = keystrokesIn(thread);
    const missing = keys.length - costs.length;
    if (missing !== 0) throw new Error(`${missing} of ${keys.length} keys are not in the trace`);
    const keystrokes = costs.map((cost, index) => ({ cost, name: keys[index]?.name ?? '' }));
    return { keystrokes, coreShare: coreShareOf(thread) };
  });
}

function keysOf({ label, text }: (typeof typedFields)[number]) {
  const keys = Array.from(text, (key, index) => ({
    key: key === ' ' ? 'Space' : key,
    name: `${label}: ${text.slice(0, index)}|${key}`,
  }));
  return [...keys, { key: 'Tab', name: `${label}: Tab` }];
}

async function typeAll(page: Page, keys: readonly { key: string }[]): Promise<void> {
  for (const { key } of keys) {
    await page.keyboard.press(key);
    await pause(rhythmMs);
  }
}

/** Makes sure that every key went where it should, whatever the form put between them. */
async function checkTyped(page: Page): Promise<void> {
  for (const { label, text } of typedFields) {
    const shown = await page.getByLabel(label).inputValue();
    if (plain(shown) !== plain(text)) throw new Error(`${label} holds "${shown}"`);
  }
}

function plain(text: string): string {
  return text.replaceAll(/[^A-Z0-9]/gi, '').toUpperCase();
}
