import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import type { HttpServer } from '@card-checkout/testing/http-server';
import { setTimeout as pause } from 'node:timers/promises';
import { findBrowser } from '../../scripts/find-browser.ts';
import type { TraceEvent } from './main-thread.ts';

/** Where a page is measured. */
export interface Place {
  browser: Browser;
  site: HttpServer;
  /** By how much Chromium slows the main thread down; 1 for not at all. */
  slowdown: number;
}

/** The categories of the events that are read here; more would slow the page down. */
const categories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
];

/** Starts a Chromium that reaches this machine alone. */
export async function startBrowser(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [
      '--disable-background-networking',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      // Chromium refuses to start its sandbox as root.
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
  });
  // A browser that has just started, or opened a window, is busy with itself.
  await pause(3000);
  return browser;
}

/** Measures in a new page with nothing cached. */
export async function visit<Result>(
  { browser, site, slowdown }: Place,
  measure: (visit: Awaited<ReturnType<typeof prepare>>) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ locale: 'pt-BR' });
  try {
    return await measure(await prepare(context, site.url, slowdown));
  } finally {
    await context.close();
  }
}

/** Makes a page that is about to open a path of the site. */
async function prepare(context: BrowserContext, siteUrl: string, rate: number) {
  const page = await context.newPage();
  const open = async (path: string) => void (await page.goto(`${siteUrl}${path}`));
  // A page of the same site, so that the next one stays in this process, which is slowed down.
  await open('/blank.html');
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await session.send('Performance.enable');
  await pause(1000);
  /** Reads for how long the main thread has worked. */
  const workedMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  return { page, open, workedMs };
}

/** Records a trace while something is done. */
export async function record(browser: Browser, act: () => Promise<void>): Promise<TraceEvent[]> {
  await browser.startTracing(undefined, { categories });
  await act();
  const trace = await browser.stopTracing();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  return traceEvents;
}
