import { testCards } from '@card-checkout/sandbox';
import { expect, test } from '@playwright/test';

test('a buyer pays, and the shop knows it', async ({ page, request }) => {
  await page.goto('/');
  const form = page.locator('card-checkout').frameLocator('iframe').locator('card-checkout');
  await form.getByLabel('Número do cartão').fill(testCards.challengePasses.visa);
  await form.getByLabel('Validade').fill('12/30');
  await form.getByLabel('Nome impresso no cartão').fill('APPROVED');
  await form.getByLabel('Código de segurança').fill('123');
  await form.getByLabel('CPF ou CNPJ').fill('529.982.247-25');
  await form.getByRole('button', { name: /^Pagar/ }).click();

  // The bank's page, in the provider's frame, in the dialog of the form.
  const bank = form.locator('dialog').frameLocator('iframe').frameLocator('iframe');
  await bank.getByLabel('Código SMS').fill('1234');
  await bank.getByRole('button', { name: 'Confirmar' }).click();
  await expect(form).toContainText('Pagamento aprovado.');

  // What counts is what the proxy's webhook told the shop's server.
  const order = await page.getByRole('link', { name: 'Seu pedido' }).getAttribute('href');
  await expect.poll(async () => (await request.get(order)).text()).toBe('paid');
});
