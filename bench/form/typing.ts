import type { Page } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../report.ts';
import { record, visit, type Place } from './browser.ts';
import { isKeydown, MainThread, type TraceEvent } from './main-thread.ts';
import { typedFields, type Scripted } from './site.ts';

/** What a buyer waits for who types a card into a form. */
export type Typing = Awaited<ReturnType<typeof measureTyping>>;

/** From key to key; somebody who copies a number from a card types half as fast. */
const rhythmMs = 150;
const firstLabel = typedFields[0].label;

/** Loads a page twice: presses a key as soon as the first field is painted, then types a whole card. */
export async function measureTyping(place: Place, form: Scripted) {
  return { usableMs: await measureUsable(place, form), ...(await measureKeys(place, form)) };
}

async function measureUsable(place: Place, { path, script }: Scripted): Promise<number> {
  return visit(place, async ({ page, open }) => {
    const trace = await record(place.browser, async () => {
      await openAndFocus(page, async () => open(path));
      await page.keyboard.press('4');
      await pause(300);
    });
    const typed = await page.getByLabel(firstLabel).inputValue();
    if (typed !== '4') throw new Error(`The first key became "${typed}"`);
    return usableIn(trace, script);
  });
}

function isEvaluation({ name }: TraceEvent): boolean {
  return name === 'v8.evaluateModule';
}

/** From the script's evaluation to the frame with the first key, but for the wait for the key. */
function usableIn(trace: readonly TraceEvent[], script: string): number {
  const isCompilation = ({ name, args }: TraceEvent) =>
    name === 'v8.compileModule' && args.data?.url?.endsWith(script) === true;
  const thread = new MainThread(trace, isCompilation);
  // The event of the evaluation does not name the file; it follows the compilation.
  const compiled = thread.first('compilation', isCompilation);
  const evaluated = thread.first('evaluation', isEvaluation, compiled.end);
  const found = thread.first('mark of the field', ({ name }) => name === 'field-found');
  const painted = thread.commitFrom(found.start);
  const key = thread.first('key', isKeydown);
  const shown = thread.commitFrom(key.start);
  const waitedMs = key.start - painted.end - thread.busyMs({ start: painted.end, end: key.start });
  return shown.end - evaluated.end - waitedMs;
}

async function measureKeys(place: Place, { path }: Scripted) {
  return visit(place, async ({ page, open }) => {
    await openAndFocus(page, async () => open(path));
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
    const thread = new MainThread(trace, isKeydown);
    const costs = thread.keystrokesMs();
    if (costs.length !== keys.length) throw new Error('A key is not in the trace');
    return { keyP50Ms: quantile(costs, 0.5), keyP95Ms: quantile(costs, 0.95) };
  });
}

/** Opens a page and waits until a frame with its first field was painted and the field has the focus. */
async function openAndFocus(page: Page, open: () => Promise<void>): Promise<void> {
  await page.addInitScript(focusWhenPainted, firstLabel);
  const focused = page.waitForEvent('console', (message) => message.text() === 'focused');
  await Promise.all([open(), focused]);
}

/** Runs in the page, and sees nothing but its argument. */
function focusWhenPainted(label: string): void {
  const look = () => {
    const root = document.querySelector('card-checkout')?.shadowRoot ?? document;
    const labels = [...root.querySelectorAll('label')];
    const input = labels.find(({ textContent }) => textContent.includes(label))?.control;
    if (!input) return void requestAnimationFrame(look);
    performance.mark('field-found');
    const focus = () => {
      input.focus();
      // oxlint-disable-next-line no-console -- the benchmark waits for it
      console.log('focused');
    };
    // This frame is painted before the next task.
    return void setTimeout(focus);
  };
  requestAnimationFrame(look);
}

function plain(text: string): string {
  return text.replaceAll(/[^A-Z0-9]/gi, '').toUpperCase();
}
