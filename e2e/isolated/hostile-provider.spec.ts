import { buyer } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

test.use({ isolated: true, breaksSomething: true });

/** A hostile script's attempts, and what each may get. */
const ways = new Map([
  ["the parent's document", 'SecurityError'],
  ['the form', 'SecurityError'],
  ["the parent's frame", 'SecurityError'],
  ["the parent's functions", 'SecurityError'],
  ["the parent's storage", 'SecurityError'],
  ["the parent's address", 'SecurityError'],
  ["the top's document", 'SecurityError'],
  ['the element around', 'null'],
  ['the opener', 'null'],
  // Empty, or denied, as in full Chromium in a cross-site frame.
  ['its own storage', '(0,0$|SecurityError)'],
  ['its own cookies', ''],
]);

test("a hostile provider's script gets only what it needs of the card", async ({
  checkout,
  page,
}) => {
  const securityCode = '739';
  await page.route('**/Scripts/BP.Mpi*', async (route) => {
    const response = await route.fetch();
    const body = `(${everyTrick.toString()})();${await response.text()}`;
    await route.fulfill({ response, body });
  });
  await checkout.open();
  await page.evaluate(() => {
    const told: unknown[] = [];
    Object.assign(window, { told });
    window.addEventListener('message', ({ data }) => told.push(data));
  });
  await checkout.pay({ securityCode });
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);

  const told: unknown = await page.evaluate(() => Reflect.get(window, 'told'));
  const [given, loot] = [told].flat();
  // The provider needs the card's number to authenticate it.
  expect(String(given)).toContain(buyer.number);
  expect(JSON.stringify(told)).not.toMatch(new RegExp(`\\b${securityCode}\\b`));
  expect(loot).toEqual(
    Object.fromEntries([...ways].map(([way, got]) => [way, expect.stringMatching(`^${got}`)])),
  );
  expect(JSON.stringify(loot)).not.toContain(buyer.number.slice(0, 8));
});

/** Runs before the provider's script: takes what it can and tells the shop's page. */
function everyTrick(): void {
  const loot: Record<string, string> = {};
  const take = (what: string, get: () => unknown): void => {
    try {
      loot[what] = String(get());
    } catch (error) {
      loot[what] = String(error);
    }
  };
  take("the parent's document", () => parent.document.body.innerHTML);
  take('the form', () => Reflect.get(parent.document, 'querySelector'));
  take("the parent's frame", () => parent.frameElement?.outerHTML);
  take("the parent's functions", () => Reflect.get(parent, 'eval'));
  take("the parent's storage", () => JSON.stringify(parent.localStorage));
  take("the parent's address", () => parent.location.href);
  take("the top's document", () => top?.document.body.innerHTML);
  take('the element around', () => window.frameElement);
  take('the opener', () => window.opener);
  take('its own storage', () => [localStorage.length, sessionStorage.length]);
  take('its own cookies', () => document.cookie);
  const inputs = [...document.querySelectorAll('input')];
  top?.postMessage(inputs.map(({ className, value }) => `${className}: ${value}`).join(), '*');
  top?.postMessage(loot, '*');
}
