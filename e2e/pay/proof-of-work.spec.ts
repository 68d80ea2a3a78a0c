import type { Page } from '@playwright/test';
import type { CheckoutPage } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

test.use({
  // Browsers log every response of 400 and above.
  breaksSomething: true,
  proxyEnvironment: { BREAKER_DECLINED_PERCENT: '1' },
});

function answersTo(page: Page): number[] {
  const answers: number[] = [];
  page.on('response', (response) => {
    const isPost = response.request().method() === 'POST';
    if (isPost && response.url().endsWith('/api/checkout/')) answers.push(response.status());
  });
  return answers;
}

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

test('the buyer notices no proof of work, in a worker or not', async ({ checkout, page }) => {
  const workers: string[] = [];
  const console: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url().split('/')[0] ?? ''));
  page.on('console', (message) => console.push(message.text()));
  const declined = 'O pagamento não foi autorizado.';
  await checkout.open();
  await test.step('a decline raises the cost', async () => {
    await checkout.pay({ holder: 'RISK' });
    await expect(checkout.alert).toContainText(declined);
    workers.length = 0;
  });
  const answers = answersTo(page);
  const events = await eventsOf(checkout);

  await test.step('a worker computes the proof', async () => {
    await checkout.pay({ holder: 'RISK' });
    await expect.poll(() => answers).toEqual([428, 402]);
    await expect(checkout.alert).toContainText(declined);
    expect(workers).toEqual(['blob:http:']);
    const steps = ['step fraud', 'step token', 'step challenge', 'step submit'];
    expect(await events()).toEqual([...steps, 'declined']);
    expect(console.filter((line) => line.includes('Content Security Policy'))).toEqual([]);
  });

  await test.step('the page computes the proof if its policy allows no worker', async () => {
    await page.evaluate(() => {
      const policy = document.createElement('meta');
      policy.httpEquiv = 'Content-Security-Policy';
      policy.content = "worker-src 'none'";
      document.head.append(policy);
    });
    await checkout.pay();
    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    expect(answers).toEqual([428, 402, 428, 200]);
    // The frame has its own policy, which allows workers.
    expect(workers).toHaveLength(checkout.isIsolated ? 2 : 1);
  });
  expect(await checkout.charges()).toHaveLength(1);
});
