import { cards, type CheckoutPage } from '../support/checkout-page.ts';
import { providerScriptIs } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

const visa = cards.frictionless;
const mastercard = '5200000000002235';
const values = `Cavv: 'AAABBZEEBgAAAAAAAAQGAAAAAAA=', Xid: null, Version: '2.2.0', ReferenceId: 'r-1'`;

/** Notes the ends of the steps: which, and with what outcome. */
async function stepEnds({ element, page }: CheckoutPage): Promise<() => Promise<unknown>> {
  await element.evaluate((checkout) => {
    const ends: string[] = [];
    Object.assign(window, { stepEnds: ends });
    checkout.addEventListener('checkout-step', (event) => {
      const [step, outcome] = ['step', 'outcome'].map((name): unknown => Reflect.get(event, name));
      if (typeof step === 'string' && typeof outcome === 'string') ends.push(`${step} ${outcome}`);
    });
  });
  return async () => page.evaluate((): unknown => Reflect.get(window, 'stepEnds'));
}

/** What the script calls, for which card, and what that means; the others are in cielo-mpi.test.ts. */
const callbacks: readonly [call: string, number: string, outcome: string][] = [
  [`onSuccess({ ${values}, Eci: '1' })`, mastercard, 'attempted'],
  [`onFailure({ ${values}, Eci: '07' })`, visa, 'failed'],
  [`onUnenrolled({ ${values}, Eci: '4' })`, mastercard, 'data_only'],
];

for (const [call, number, outcome] of callbacks) {
  test(`${call} of ${number} is ${outcome}`, async ({ checkout, page }) => {
    const body = `const config = bpmpi_config();
      function bpmpi_authenticate() { config.${call}; }
      setTimeout(config.onReady);`;
    await providerScriptIs(page, body);
    await checkout.open({ 'three-ds': 'preferred' });
    const ends = await stepEnds(checkout);
    await checkout.pay({ number });

    await expect(checkout.element).toContainText(/aprovado|não foi concluída/);
    expect(await ends()).toEqual([
      'fraud completed',
      'token completed',
      `challenge ${outcome}`,
      ...(outcome === 'failed' ? [] : ['submit approved']),
    ]);
  });
}

for (const [size, width, height] of [
  ['03', 1280, 800],
  ['04', 800, 560],
  ['02', 460, 600],
  ['01', 320, 568],
  ['05', 320, 300],
] as const) {
  test(`on ${width} by ${height} px the issuer draws its challenge in size ${size}`, async ({
    checkout,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await checkout.open();
    const enrolled = page.waitForRequest('**/v2/3ds/enroll');
    await checkout.pay({ number: cards.challenge });
    const sent: unknown = (await enrolled).postDataJSON();
    await checkout.answerBank('1234');

    expect(sent).toMatchObject({ challengewindowsize: size });
    await expect(checkout.element).toContainText('Pagamento aprovado.');
  });
}

test('an error is told each time, and the steps have taken their time', async ({ checkout }) => {
  await checkout.open({ 'three-ds': 'preferred' });
  const ends = await stepEnds(checkout);
  await checkout.pay({ number: cards.systemError });

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await ends()).toEqual([
    'fraud completed',
    'token completed',
    'challenge error',
    'token completed',
    'challenge error',
    'submit approved',
  ]);
});

test('an attempt that is called off says where', async ({ checkout }) => {
  await checkout.open();
  const ends = await stepEnds(checkout);
  await checkout.pay({ number: cards.challenge });
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
  await checkout.element.evaluate((element) => element.remove());

  expect(await ends()).toEqual(['fraud completed', 'token completed', 'challenge cancelled']);
});
