import { buyer, cards } from '../support/checkout-page.ts';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { expect, test } from '../support/test.ts';

const fieldNames = ['number', 'expiry', 'securityCode', 'holder', 'document'] as const;

/** What Prototype.js 1.6 and MooTools do to the built-ins of a page, together. */
const oldLibraries = `
  Array.from = (list) => Array.prototype.slice.call(list);
  Object.keys = (object) => {
    const names = [];
    for (const name in object) names.push(name);
    return names;
  };
  Event = function (given) {
    this.type = given.type.toLowerCase();
  };
`;

/** What Turbo, Livewire and LiveView do: the page gets the attributes and children of the server's HTML. */
const morph = (element: Element): void => {
  element.setAttribute('class', 'morphed');
  for (const child of element.childNodes) child.remove();
};

/** What Radix and focus-trap do: Tab goes round between the first and the last control that they see. */
const keepTabIn = (scope: HTMLElement): void =>
  scope.addEventListener('keydown', (event) => {
    const controls = [...scope.querySelectorAll<HTMLElement>('*')].filter(
      ({ tabIndex }) => tabIndex >= 0,
    );
    const [from, to] = event.shiftKey
      ? [controls[0], controls.at(-1)]
      : [controls.at(-1), controls[0]];
    if (event.key !== 'Tab' || document.activeElement !== from) return;
    event.preventDefault();
    to?.focus();
  });

for (const isolated of [false, true])
  test.describe(isolated ? 'the isolated form' : 'the form', () => {
    test.use({ isolated });

    test('pays beside old libraries, and tells the page', async ({ checkout, demo, page }) => {
      const body =
        `<script>${oldLibraries}</script>` +
        scriptTag(demo, isolated) +
        (await elementFor(checkout, demo, 'three-ds="off"'));
      await openOwnPage(page, demo, { body });
      const told = page.evaluate(
        () => new Promise((resolve) => addEventListener('checkout-approved', () => resolve(true))),
      );
      // The page's `Event` would break the other ways to fill it in.
      for (const name of fieldNames) await checkout[name].fill(buyer[name]);
      await checkout.payButton.click();

      expect(await told).toBe(true);
      await expect(checkout.inner).toContainText('Pagamento aprovado.');
    });

    test.describe('with a mistake of the page', () => {
      test.use({ breaksSomething: true });

      test('says that it is hidden and blocks a form, swallows content, or has a misspelled payer', async ({
        checkout,
        demo,
        page,
      }) => {
        const lines: string[] = [];
        page.on('console', (message) => lines.push(message.text()));
        const element = await elementFor(checkout, demo);
        const body = `<form><div hidden>${element.replace('></', '><p>Rodapé</p></')}</div>
          <button>Finalizar</button></form>
          <script>
            document.querySelector('card-checkout').payer = { adress: {} };
          </script>`;
        await openOwnPage(page, demo, { body: body + scriptTag(demo, isolated) });
        for (const line of ['close it with </card-checkout>', 'payer="adress"'])
          await expect.poll(() => lines).toContainEqual(expect.stringContaining(line));
        await page.getByRole('button', { name: 'Finalizar' }).click();

        const line = 'disable it while another way to pay is chosen';
        await expect.poll(() => lines).toContainEqual(expect.stringContaining(line));
      });
    });

    test('has every field in reach of Tab in a dialog that ends with a button', async ({
      checkout,
      demo,
      page,
    }) => {
      const element = await elementFor(checkout, demo);
      const body = `<div id="scope">${element}<button id="close">Fechar</button></div>
        <script>(${keepTabIn.toString()})(document.querySelector('#scope'))</script>`;
      await openOwnPage(page, demo, { body: scriptTag(demo, isolated) + body });
      await expect(checkout.payButton).toBeVisible();
      await page.locator('#close').focus();
      for (const field of fieldNames) {
        // The first Tab passes the scope's edge.
        if (field === 'number') await checkout.number.focus();
        else await page.keyboard.press('Tab');
        await expect(checkout[field]).toBeFocused();
      }
      await checkout.payButton.focus();
      await page.keyboard.press('Tab');
      await expect(page.locator('#close')).toBeFocused();
    });

    test.describe('on a page that morphs', () => {
      test.use({ breaksSomething: true });

      test('stays or returns, and follows the payment that was sent', async ({
        checkout,
        demo,
        page,
      }) => {
        const lines: string[] = [];
        page.on('console', (message) => lines.push(message.text()));
        const body = scriptTag(demo, isolated) + (await elementFor(checkout, demo));
        await openOwnPage(page, demo, { body: `${body}<button>Continuar</button>` });
        await checkout.pay({ number: cards.challenge });
        await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();

        await checkout.element.evaluate(morph);
        if (!isolated) await checkout.challenge.getByRole('button').click();
        await expect(checkout.payButton).toBeVisible();
        await page.getByRole('button', { name: 'Continuar' }).click();
        if (isolated)
          await expect.poll(() => lines).toContainEqual(expect.stringContaining('wire:ignore'));

        await checkout.skipThreeDS();
        await checkout.pay({ holder: 'SLOW_8S' });
        await expect(checkout.status).toContainText('Processando');
        await checkout.element.evaluate(morph);
        await expect(checkout.inner).toContainText('Pagamento aprovado.');
        expect(await checkout.charges()).toHaveLength(1);
      });
    });
  });

test('the form pays at once in a browser that always says that it is offline', async ({
  checkout,
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }),
  );
  await checkout.open();
  await checkout.pay({ number: cards.challenge });
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
  await checkout.answerBank('1234');

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
});

test.describe('an error while drawing', () => {
  // The browser logs the error itself.
  const loud = test.extend({ quietConsole: async ({}, use) => use(undefined) });

  loud('is told to the page, and to the developer', async ({ checkout, demo, page }) => {
    const line = page.waitForEvent('console', (message) =>
      message.text().startsWith("<card-checkout> can't be drawn"),
    );
    await openOwnPage(page, demo, { body: scriptTag(demo, false) });
    const element = await elementFor(checkout, demo);
    const code = await page.evaluate(async (html) => {
      const heard = new Promise((resolve) => {
        addEventListener('checkout-error', (event) => resolve(Reflect.get(event, 'code')));
      });
      Reflect.set(String.prototype, 'replace', () => {
        throw new TypeError('replaced');
      });
      document.body.insertAdjacentHTML('beforeend', html);
      return heard;
    }, element);

    expect(code).toBe('unexpected');
    await line;
  });
});
