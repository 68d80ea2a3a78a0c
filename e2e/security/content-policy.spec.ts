import { newProof } from '@card-checkout/testing/checkout-request';
import { providerScriptIs } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

// Every test shows that a payment violates no rule: each expects an empty console.
test.describe('when a rule is violated', () => {
  test.use({ breaksSomething: true });

  // The policy's name is for providers' scripts that insert other scripts by text.
  test('a provider’s script that inserts nothing needs no policy `default`', async ({
    checkout,
    page,
  }) => {
    const proof = JSON.stringify(newProof());
    const body = `const config = bpmpi_config();
      function bpmpi_authenticate() { config.onSuccess(${proof}); }
      setTimeout(config.onReady);`;
    await providerScriptIs(page, body);
    await checkout.open();
    await page.evaluate(() => {
      const policy = document.createElement('meta');
      policy.httpEquiv = 'Content-Security-Policy';
      policy.content = 'trusted-types card-checkout lit-html';
      document.head.append(policy);
    });
    await checkout.pay();

    await expect(checkout.inner).toContainText('Pagamento aprovado.');
  });

  test('the shop allows nothing inline, and Trusted Types reject a script from text', async ({
    checkout,
    page,
  }) => {
    const response = await page.goto(checkout.shopUrl());
    const policy = (await response?.headerValue('content-security-policy')) ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe-');

    const attempt = page.evaluate(() => {
      document.createElement('script').src = '/assets/other.js';
    });

    await expect(attempt).rejects.toThrow('TrustedScriptURL');
  });
});
