import { expect, test } from '../support/test.ts';

test.use({
  // The proxy must be gone before it tries again, however busy the machine is.
  proxyEnvironment: { RETRY_WAIT_MIN_MS: '30000', RETRY_WAIT_MAX_MS: '30000' },
  breaksSomething: true,
});

test('the proxy is killed between two tries: there is no second one', async ({
  checkout,
  demo,
}) => {
  await checkout.open({ order: `killed-${checkout.amount}` });
  await checkout.pay({ holder: 'ERROR_502_ONCE' });
  await expect.poll(() => checkout.requests()).toHaveLength(1);
  const startAgain = await demo.killProxy();
  await startAgain();

  await expect(checkout.element).toContainText('Não pague de novo');
  await checkout.reloadAsStranger();
  await checkout.pay();
  await expect(checkout.alert).toContainText('Um pagamento deste pedido ainda está em andamento.');
  expect(await checkout.requests()).toHaveLength(1);
});
