import type { CheckoutPage } from '../support/checkout-page.ts';
import { canBeRight, type Shown } from '../support/field-oracle.ts';
import { drawRounds, fieldNames, type FieldName } from '../support/hostile-texts.ts';
import { playRounds, type Outcome, type Report } from '../support/hostile-typing.ts';
import { expect, test } from '../support/test.ts';

/** Another seed, or more rounds, may be asked for. */
const seed = Number(process.env['SEED'] ?? 20_261_120);
const rounds = Number(process.env['ROUNDS'] ?? 100);

test(`hostile texts do no harm (SEED=${seed} ROUNDS=${rounds})`, async ({ checkout }) => {
  test.setTimeout(30_000 + rounds * 100);
  await openAlone(checkout);
  const { complaints, outcomes } = await play(checkout);

  expect(complaints).toEqual([]);
  expect(outcomes).toHaveLength(rounds);
  expect(outcomes.flatMap(wronglyAccepted)).toEqual([]);
  for (const field of fieldNames) expect(outcomes.some(isAccepted(field)), field).toBe(true);
});

/** Replaces the shop by an element alone: the shop's list of events would take most of the time. */
async function openAlone(checkout: CheckoutPage): Promise<void> {
  await checkout.open();
  await checkout.element.evaluate((element) => {
    const alone = document.createElement(element.localName);
    alone.setAttribute('proxy-url', element.getAttribute('proxy-url') ?? '');
    document.body.replaceChildren(alone);
  });
  await checkout.number.waitFor();
}

async function play(checkout: CheckoutPage): Promise<Report> {
  const inputs = await checkout.element.evaluateHandle((element) => [
    ...(element.shadowRoot?.querySelectorAll<HTMLInputElement>('input[autocomplete]') ?? []),
  ]);
  return JSON.parse(await inputs.evaluate(playRounds, JSON.stringify(drawRounds(seed, rounds))));
}

function isAccepted(field: FieldName): (outcome: Outcome) => boolean {
  const index = fieldNames.indexOf(field);
  return ({ shown, invalid }) => shown[index] !== '' && invalid[index] === false;
}

/** Lists the fields that the element takes for right while they are not. */
function wronglyAccepted(outcome: Outcome): string[] {
  const [number = '', expiry = '', securityCode = '', holder = '', document = ''] = outcome.shown;
  const shown: Shown = { number, expiry, securityCode, holder, document };
  const today = new Date();
  const wrong = fieldNames.filter((field) => !canBeRight[field](shown, today));
  const accepted = wrong.filter((field) => outcome.valid || isAccepted(field)(outcome));
  return accepted.map((field) => `${field}: ${JSON.stringify(shown[field])}`);
}
