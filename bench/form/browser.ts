import { chromium, type Browser, type Page } from '@playwright/test';
import type { HttpServer } from '@card-checkout/testing/http-server';
import { setTimeout as pause } from 'node:timers/promises';
import { findBrowser } from '../../scripts/find-browser.ts';
import { categories, readTrace, type TraceEvent } from './trace.ts';

declare global {
  interface Window {
    /** Tells the benchmark that the page is where it should be, and whatever else it has to say. */
    tellBenchmark: (text: string) => void;
  }
}

/** Where a page is measured. */
export interface Place {
  browser: Browser;
  site: HttpServer;
  /** By how much Chromium slows the main thread down; 1 for not at all. */
  slowdown: number;
}

/** A page that was opened. */
export interface Visit {
  page: Page;
  /** Resolves with what the page tells. */
  told: Promise<string>;
  /** Opens a path of the site. */
  open: (path: string) => Promise<unknown>;
  /** Reads for how long the main thread has worked. */
  workedMs: () => Promise<number>;
}

/** How long a browser that has just started, or opened a window, is busy with itself. */
const browserStartMs = 3000;
const windowStartMs = 1000;

/** Starts a Chromium that reaches nothing but this machine, and lets it come to rest. */
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
  await pause(browserStartMs);
  return browser;
}

/**
 * Makes a page with nothing cached, runs `watch` in it before any script of its own, and closes it
 * again. `watch` may call `tellBenchmark`, and sees nothing but its argument and the page.
 */
export async function visit<Result>(
  { browser, site, slowdown }: Place,
  watch: (argument: string) => void,
  argument: string,
  measure: (visit: Visit) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ locale: 'pt-BR' });
  try {
    const page = await context.newPage();
    // A page of the same site, so that the next one stays in this process, which is slowed down.
    await page.goto(`${site.url}/blank`);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await session.send('Performance.enable');
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', { name: 'tellBenchmark' });
    const told = new Promise<string>((resolve) => {
      session.on('Runtime.bindingCalled', ({ payload }) => resolve(payload));
    });
    await page.addInitScript(watch, argument);
    await pause(windowStartMs);
    const open = async (path: string) => page.goto(`${site.url}${path}`);
    const workedMs = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
    };
    return await measure({ page, told, open, workedMs });
  } finally {
    await context.close();
  }
}

/** Records a trace while something is done. */
export async function record(browser: Browser, act: () => Promise<void>): Promise<TraceEvent[]> {
  await browser.startTracing(undefined, { categories });
  try {
    await act();
  } catch (error) {
    await browser.stopTracing();
    throw error;
  }
  return readTrace((await browser.stopTracing()).toString());
}
