import type { Page } from '@playwright/test';
import type { CheckoutPage } from './checkout-page.ts';
import type { RunningDemo } from './running-demo.ts';

interface OwnPage {
  body: string;
  /** Scripts under `/own/`, by file name. */
  scripts?: ReadonlyMap<string, string>;
  /** Content Security Policy. Default: none. */
  policy?: string;
}

/** Opens a page written by the test at the shop's origin, which the proxy allows. */
export async function openOwnPage(
  page: Page,
  { urls }: RunningDemo,
  { body, scripts = new Map(), policy = '' }: OwnPage,
): Promise<void> {
  await page.route(`${urls.shop}/own/*`, async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/own/', '');
    await route.fulfill({ contentType: 'text/javascript', body: scripts.get(name) ?? '' });
  });
  // Chromium only lets local pages make requests to this machine. A page fulfilled by a route isn't
  // local, but a blob is as local as the page that created it.
  await page.goto(`${urls.shop}/_shop/ledger`);
  const address = await page.evaluate(
    (html) => {
      const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
      location.assign(url);
      return url;
    },
    documentWith(body, policy),
  );
  await page.waitForURL(address);
}

export const isIsolatedByDefault = process.env['FORM'] === 'isolated';

export function scriptTag({ urls }: RunningDemo, isIsolated = isIsolatedByDefault): string {
  const file = isIsolated ? 'isolated' : 'card-checkout';
  return `<script type="module" src="${urls.proxy}/widget/${file}.js"></script>`;
}

export async function elementFor(
  checkout: CheckoutPage,
  { urls }: RunningDemo,
  attributes = '',
): Promise<string> {
  const order = await checkout.order();
  const threeDS = attributes.includes('three-ds=') ? '' : 'three-ds="required"';
  return `<card-checkout proxy-url="${urls.proxy}" order="${order}" ${threeDS} ${attributes}></card-checkout>`;
}

export function documentWith(body: string, policy = ''): string {
  const rules = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const head = `<meta charset="utf-8"><title>Loja</title>${rules}`;
  return `<!doctype html><html lang="pt-BR"><head>${head}</head><body>${body}</body></html>`;
}
