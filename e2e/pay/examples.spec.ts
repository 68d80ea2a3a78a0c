import { freePort } from '@card-checkout/testing/free-port';
import { exampleNames, lacking, proxyOf, startExample } from '../../scripts/examples.ts';
import { expect, test } from '../support/test.ts';

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
// Vite and Lit log messages in development.
test.use({ isolated: true, breaksSomething: true, proxyEnvironment: proxyOf(url) });

/** Examples that also set a property and listen for an event. */
const hasFramework = new Set(['react', 'vue']);

// One worker: all shops use the same port.
test.describe.configure({ mode: 'default' });

for (const name of exampleNames) {
  test(`the shop in examples/${name} gets paid, and its server is told`, async ({
    checkout,
    demo,
    page,
  }) => {
    const command = lacking(name);
    test.skip(command !== undefined, `no ${command} here`);
    const shop = await startExample(name, port, demo);
    const signed = await fetch(`${url}${name === 'vue' ? '/order' : ''}`);
    expect(signed.headers.get('cache-control')).toBe('no-store');
    await page.goto(url);
    await checkout.pay();

    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    if (hasFramework.has(name)) {
      const payer = await checkout.element.evaluate((element) => Reflect.get(element, 'payer'));
      expect(payer).toEqual({ email: 'maria@example.com' });
      await expect(page.locator('output')).toHaveText(/^[\da-f-]{36}$/);
    }
    await expect.poll(() => shop.said.out + shop.said.err).toContain('payment.approved');
    const forged = { method: 'POST', headers: { 'webhook-id': '1' }, body: '{}' };
    expect((await fetch(`${url}/webhook`, forged)).status).toBe(400);
    await shop.stop();
  });
}
