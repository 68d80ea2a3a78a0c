import type { CDPSession, Page } from '@playwright/test';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { expect, test } from '../support/test.ts';

const mounts = Number(process.env['MOUNTS'] ?? 150);
const mountsAtOnce = 50;
/** Chromium's autofill keeps the last form that it examined, and so its element. */
const keptByBrowser = 1;

interface Held {
  nodes: number;
  listeners: number;
}

async function whatIsHeld(browser: CDPSession): Promise<Held> {
  await browser.send('HeapProfiler.collectGarbage');
  const { metrics } = await browser.send('Performance.getMetrics');
  const metric = (name: string): number => metrics.find((one) => one.name === name)?.value ?? NaN;
  return {
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  };
}

async function countElements(browser: CDPSession): Promise<unknown> {
  const { result: prototype } = await browser.send('Runtime.evaluate', {
    expression: "customElements.get('card-checkout').prototype",
  });
  const { objects } = await browser.send('Runtime.queryObjects', {
    prototypeObjectId: prototype.objectId ?? '',
  });
  const { result } = await browser.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length; }',
  });
  return result.value;
}

async function mountAndRemove(page: Page, tag: string, count: number): Promise<void> {
  await page.evaluate(
    async ({ html, times, atOnce }) => {
      for (let time = 0; time < times; time += 1) {
        const { promise: ready, resolve } = Promise.withResolvers<undefined>();
        let waiting = atOnce;
        const place = document.createElement('div');
        place.hidden = true;
        place.addEventListener('checkout-ready', () => {
          waiting -= 1;
          if (waiting === 0) resolve(undefined);
        });
        place.innerHTML = html.repeat(atOnce);
        document.body.append(place);
        await ready;
        // One by one: elements that stay in memory together retain each other.
        place.replaceChildren();
        place.remove();
      }
    },
    { html: tag, times: count / mountsAtOnce, atOnce: mountsAtOnce },
  );
}

test('hundreds of mounts leak nothing', async ({ checkout, demo, page }) => {
  // Generous for a busy machine; nothing here is timed.
  test.setTimeout(240_000);
  await openOwnPage(page, demo, { body: scriptTag(demo) });
  const tag = await elementFor(checkout, demo);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable');
  await mountAndRemove(page, tag, mountsAtOnce);
  const before = await whatIsHeld(browser);
  await mountAndRemove(page, tag, mounts);
  const after = await whatIsHeld(browser);

  expect(await countElements(browser)).toBeLessThanOrEqual(keptByBrowser);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes);
  expect(after.listeners).toBeLessThanOrEqual(before.listeners);
});
