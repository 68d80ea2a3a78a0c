import type { Browser } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../report.ts';
import { typedFields } from './site.ts';

/** What to measure where. `slowdown` is DevTools' CPU throttling rate, 1 for none. */
interface Place {
  browser: Browser;
  url: string;
  slowdown: number;
  /** Whether to type a whole card, which takes ten times as long as the rest. */
  isTyped: boolean;
}

/** How long a buyer waits when typing a card; `NaN` for keys if none was typed. */
export type Typing = Awaited<ReturnType<typeof measureTyping>>;

/** Time between keys; people who copy a number from a card type half as fast. */
const rhythmMs = 150;
const firstLabel = typedFields[0].label;

/**
 * Loads a page with nothing cached, waits for its first field to be painted, and types a card on
 * request.
 */
export async function measureTyping({ browser, url, slowdown: rate, isTyped }: Place) {
  const context = await browser.newContext({ locale: 'pt-BR' });
  const page = await context.newPage();
  // A page on the same site, so that the next page stays in this throttled process.
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

/** Runs in the page: focuses the field once painted, and reports the time. */
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
