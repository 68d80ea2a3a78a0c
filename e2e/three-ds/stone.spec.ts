import type { Page } from '@playwright/test';
import { providerScriptIs } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

/** Stands in for Stone's script: notes what it is given, and ends as it is told. */
async function scriptEndsWith(page: Page, entry: object): Promise<void> {
  await providerScriptIs(
    page,
    `window.TDS = {
        async init(options, order) {
          parent.given = {
            token: typeof options.token,
            size: options.challenge_window_size,
            containers: [options.tds_method_container_element, options.challenge_container_element]
              .map((element) => element.isConnected),
            order,
          };
          return [${JSON.stringify(entry)}];
        },
      };`,
  );
}

for (const [entry, text] of [
  [{ trans_status: 'N', tds_server_trans_id: 't-1' }, 'não foi concluída'],
  [{ trans_status: 'U' }, 'Pagamento aprovado.'],
  [{ trans_status: 'Y', tds_server_trans_id: 't-1' }, 'Pagamento aprovado.'],
  [{ challenge_canceled: true }, 'Você cancelou'],
] as const) {
  test(`${JSON.stringify(entry)} where authentication is preferred`, async ({ checkout, page }) => {
    await scriptEndsWith(page, entry);
    // The sandbox knows tokens of the MPI alone.
    await page.route('**/api/3ds/token/**', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: 'a-token',
      }),
    );
    await checkout.open({ 'three-ds': 'preferred' });
    await checkout.element.evaluate((element) => element.setAttribute('provider', 'stone'));
    await checkout.pay();

    await expect(checkout.element).toContainText(text);
    // It gives the browser no CAVV, so there is no proof to send.
    for (const charge of await checkout.charges()) expect(charge.eci).toBeUndefined();
    expect(await page.evaluate((): unknown => Reflect.get(window, 'given'))).toMatchObject({
      token: 'string',
      size: '03',
      containers: [true, true],
      order: {
        payments: [
          {
            payment_method: 'credit_card',
            credit_card: { card: { holder_name: 'APPROVED', exp_month: '12', exp_year: '2030' } },
            amount: checkout.amount,
          },
        ],
      },
    });
  });
}
