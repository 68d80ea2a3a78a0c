import type { Browser } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../report.ts';
import { typedFields } from './site.ts';

/** What is measured where; `slowdown` is DevTools' throttling of the main thread, 1 for none. */
interface Place {
  browser: Browser;
  url: string;
  slowdown: number;
  /** Whether a whole card is typed, which takes ten times as long as the rest. */
  isTyped: boolean;
}

/** What a buyer waits for who types a card into a form; `NaN` for keys where none was typed. */
export type Typing = Awaited<ReturnType<typeof measureTyping>>;

/** From key to key; somebody who copies a number from a card types half as fast. */
const rhythmMs = 150;
const firstLabel = typedFields[0].label;

/** Loads a page with nothing cached, waits until its first field is painted, and types a card if asked to. */
export async function measureTyping({ browser, url, slowdown: rate, isTyped }: Place) {
  const context = await browser.newContext({ locale: 'pt-BR' });
  const page = await context.newPage();
  // A page of the same site, so that the next one stays in this process, which is slowed down.
  await page.goto(new URL('/blank.html', url).href);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await session.send('Performance.enable');
  await pause(1000);
  const workedMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  await page.addInitScript(focusWhenPainted, firstLabel);
  const painted = page.waitForEvent('console');
  await page.goto(url);
  const usableMs = Number((await painted).text());
  await pause(1000);

  const fields = isTyped ? typedFields : [];
  const costs: number[] = [];
  for (const key of fields.flatMap(({ text }) => [...Array.from(text), 'Tab'])) {
    const before = await workedMs();
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await pause(rhythmMs);
    costs.push((await workedMs()) - before);
  }
  for (const { label, text } of fields) {
    const shown = await page.getByLabel(label).inputValue();
    if (plain(shown) !== plain(text)) throw new Error(`${label} holds "${shown}"`);
  }
  await context.close();
  return { usableMs, keyP50Ms: quantile(costs, 0.5), keyP95Ms: quantile(costs, 0.95) };
}

/** Runs in the page: focuses the field once it is painted, and says how long that took. */
function focusWhenPainted(label: string): void {
  const look = () => {
    const root = document.querySelector('card-checkout')?.shadowRoot ?? document;
    const labels = [...root.querySelectorAll('label')];
    const input = labels.find(({ textContent }) => textContent.includes(label))?.control;
    if (!input) return void requestAnimationFrame(look);
    const focus = () => {
      // oxlint-disable-next-line no-console -- the benchmark waits for it
      console.log(performance.now());
      input.focus();
    };
    // This frame is painted before the next task.
    return void setTimeout(focus);
  };
  requestAnimationFrame(look);
}

function plain(text: string): string {
  return text.replaceAll(/[^A-Z0-9]/gi, '').toUpperCase();
}
