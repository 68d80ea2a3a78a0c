import type { Page } from '@playwright/test';
import type { CheckoutPage } from '../support/checkout-page.ts';
import { fetchFor } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

test.use({
  // A browser writes every answer of 400 and above to its console.
  breaksSomething: true,
  proxyEnvironment: { BREAKER_DECLINED_PERCENT: '1', BREAKER_MIN_ATTEMPTS: '1' },
});

/** Has a payment declined, after which the proxy asks for a proof of work. */
async function openBreaker(checkout: CheckoutPage): Promise<void> {
  await checkout.open();
  await checkout.pay({ holder: 'RISK' });
  await expect(checkout.alert).toContainText('O pagamento não foi autorizado.');
}

/** Lists what the proxy answers to each payment that is posted from now on. */
function answersTo(page: Page): number[] {
  const answers: number[] = [];
  page.on('response', (response) => {
    const isPost = response.request().method() === 'POST';
    if (isPost && response.url().endsWith('/api/checkout/')) answers.push(response.status());
  });
  return answers;
}

/** Lists the steps and errors that the page hears of from now on. */
async function eventsOf(checkout: CheckoutPage) {
  const told = await checkout.element.evaluateHandle((element) => {
    const list: string[] = [];
    for (const name of ['step', 'approved', 'declined', 'error', 'pending']) {
      element.addEventListener(`checkout-${name}`, (event) => {
        const step: unknown = Reflect.get(event, 'step') ?? '';
        if (Reflect.get(event, 'outcome') === undefined)
          list.push(`${name} ${String(step)}`.trim());
      });
    }
    return list;
  });
  return async () => told.jsonValue();
}

test('the buyer pays, and sees nothing of the proof that the proxy asks for', async ({
  checkout,
  page,
}) => {
  const workers: string[] = [];
  const console: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url().split('/')[0] ?? ''));
  page.on('console', (message) => console.push(message.text()));
  await openBreaker(checkout);
  const answers = answersTo(page);
  const events = await eventsOf(checkout);
  workers.length = 0;

  await checkout.pay();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(answers).toEqual([428, 200]);
  expect(workers).toEqual(['blob:http:']);
  const steps = ['step fraud', 'step token', 'step challenge', 'step submit'];
  expect(await events()).toEqual([...steps, 'approved']);
  expect(console.filter((line) => line.includes('Content Security Policy'))).toEqual([]);
  expect(await checkout.charges()).toHaveLength(1);
});

test('the buyer pays where the page’s policy allows no worker', async ({ checkout, page }) => {
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await openBreaker(checkout);
  await page.evaluate(() => {
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = "worker-src 'none'";
    document.head.append(policy);
  });
  const answers = answersTo(page);
  workers.length = 0;

  await checkout.pay();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(answers).toEqual([428, 200]);
  expect(workers).toEqual([]);
  expect(await checkout.charges()).toHaveLength(1);
});

test('the buyer pays on when the answer to the proof is lost', async ({ checkout, page }) => {
  await openBreaker(checkout);
  let proofs = 0;
  await page.route('**/api/checkout/', async (route) => {
    const isProof = (await route.request().allHeaders())['proof-of-work'] !== undefined;
    if (isProof && ++proofs === 1) {
      await fetchFor(route);
      await route.abort();
    } else await route.fallback();
  });

  await checkout.pay();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(proofs).toBe(1);
  expect(await checkout.charges()).toHaveLength(1);
});

test('the buyer may try again later when no proof will do', async ({ checkout, page }) => {
  await openBreaker(checkout);
  let posts = 0;
  await page.route('**/api/checkout/', async (route) => {
    posts += 1;
    // As an instance does that knows nothing of the others.
    const headers = await route.request().allHeaders();
    await route.fallback({ headers: { ...headers, 'proof-of-work': '' } });
  });

  await checkout.pay();

  await expect(checkout.alert).toContainText('Muitas tentativas');
  expect(posts).toBe(4);
  await expect(checkout.payButton).toBeEnabled();
  expect(await checkout.charges()).toEqual([]);
});
