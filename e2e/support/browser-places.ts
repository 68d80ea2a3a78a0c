import type { Page, Request } from '@playwright/test';
import type { CheckoutPage } from './checkout-page.ts';
import type { RunningDemo } from './running-demo.ts';

/** What a page did so far, beyond what it still shows. */
export type PageRecord = Awaited<ReturnType<typeof recordPage>>;

const eventNames = ['ready', 'change', 'step', 'approved', 'declined', 'error', 'pending'];

/** Begins to write down what a page does; to be called before it is opened. */
export async function recordPage(page: Page) {
  const consoleLines: string[] = [];
  const requests: Request[] = [];
  /** Every event of the element, with all its properties. */
  const events: string[] = [];
  page.on('console', (message) => consoleLines.push(message.text()));
  page.on('pageerror', (error) => consoleLines.push(`${error.message}\n${error.stack}`));
  page.on('request', (request) => requests.push(request));
  await page.exposeFunction('noteEvent', (text: string) => void events.push(text));
  await page.addInitScript((names) => {
    const textOf = (value: unknown, depth = 0): string => {
      const isPart = typeof value === 'object' && value !== null && !(value instanceof EventTarget);
      if (!isPart || depth > 6) return String(value);
      const members = new Set(Reflect.ownKeys(value));
      for (const inherited in value) members.add(inherited);
      const texts = [...members].map(
        (name) => `${String(name)}=${textOf(Reflect.get(value, name), depth + 1)}`,
      );
      return `{${texts.join(';')}}`;
    };
    for (const name of names) {
      window.addEventListener(`checkout-${name}`, (event) => {
        Reflect.get(window, 'noteEvent')(`${name} ${JSON.stringify(event)} ${textOf(event)}`);
      });
    }
  }, eventNames);
  return { events, consoleLines, requests };
}

/** Reads everything that a page keeps, by the name of its place. */
export async function placesOf(page: Page): Promise<Record<string, string>> {
  const kept = await page.evaluate(async () => {
    const caching = 'caches' in window ? await caches.keys() : [];
    const databases = await indexedDB.databases();
    return {
      localStorage: JSON.stringify(localStorage),
      sessionStorage: JSON.stringify(sessionStorage),
      'IndexedDB and caches': JSON.stringify([databases, caching]),
      'history and window': JSON.stringify([history.state, window.name, document.referrer]),
      title: document.title,
      'performance entries': JSON.stringify(performance.getEntries()),
    };
  });
  const frames = page.frames().map((frame) => frame.url());
  const cookies = await page.context().cookies();
  return { ...kept, cookies: JSON.stringify(cookies), 'frame addresses': frames.join('\n') };
}

/** Writes the page and the element out as HTML, with every attribute but without what was typed. */
export async function htmlOf({ page, element }: CheckoutPage): Promise<Record<string, string>> {
  const shadow = await element.evaluate((host) => host.shadowRoot?.innerHTML ?? '');
  return { page: await page.content(), shadow };
}

/** Lists the requests that hold a secret in their head, or in a body that goes to the wrong place. */
export function requestsWith(
  { requests }: PageRecord,
  secret: RegExp,
  isRight: (request: Request) => boolean,
): string[] {
  const isLeak = (request: Request) =>
    secret.test(request.url() + JSON.stringify(request.headers())) ||
    (secret.test(request.postData() ?? '') && !isRight(request));
  return requests.filter(isLeak).map((request) => `${request.method()} ${request.url()}`);
}

/** Tells whether a request is the payment on its way to the proxy. */
export function isPayment(request: Request, { urls }: RunningDemo): boolean {
  return request.method() === 'POST' && request.url() === `${urls.proxy}/api/checkout/`;
}
