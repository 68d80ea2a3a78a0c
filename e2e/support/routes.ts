import { orderHeader } from '@card-checkout/contract/client-config';
import type { APIResponse, Page, Request, Route } from '@playwright/test';

/** Whether a request sends a card; a `HEAD` to the same address only asks for permission to. */
export function isPayment(request: Request): boolean {
  return request.method() === 'POST' && request.url().endsWith('/api/checkout/');
}

/** Holds requests to `url` until the returned function is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<undefined>();
  await page.route(url, async (route) => {
    await released;
    await route.fallback();
  });
  return () => resolve(undefined);
}

/** Sends a request as a script would, with the Fetch Metadata that only browsers add. */
export async function fetchFor(route: Route): Promise<APIResponse> {
  const headers = route.request().headers();
  const { origin } = new URL(route.request().url());
  const said = {
    'sec-fetch-site': headers['origin'] === origin ? 'same-origin' : 'cross-site',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
  };
  return route.fetch({ headers: { ...headers, ...said } });
}

/** Changes the proxy's configuration as the form gets it. */
export async function configIs(
  page: Page,
  change: (config: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  await page.route('**/api/order', async (route) => {
    const response = await fetchFor(route);
    const { config, ...rest }: { config: Record<string, unknown> } = await response.json();
    const json = { ...rest, config: { ...config, ...change(config) } };
    await route.fulfill({ response, json });
  });
}

/** Answers with this payment status from now on, instead of the proxy, also for the order paid last. */
export async function answerWith(page: Page, status: string): Promise<void> {
  const id = '00000000-0000-4000-8000-000000000000';
  const payment = { id, orderId: 'order', status, retryable: true, tries: 1 };
  let paid: string | undefined;
  await page.route(/\/api\/checkout\//, async (route) => {
    const request = route.request();
    if (request.method() === 'POST') paid = orderIn(request.postDataJSON().order);
    await route.fulfill({ json: payment });
  });
  await page.route('**/api/order', async (route) => {
    const asked = await route.request().headerValue(orderHeader);
    if (paid === undefined || orderIn(asked ?? '') !== paid) return route.fallback();
    const response = await fetchFor(route);
    const { config }: { config: object } = await response.json();
    await route.fulfill({ response, json: { config, payment } });
  });
}

function orderIn(token: string): string {
  const [, claims = ''] = token.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).sub;
}

export async function providerScriptIs(page: Page, body: string): Promise<void> {
  await page.route('**/Scripts/BP.Mpi*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
}
