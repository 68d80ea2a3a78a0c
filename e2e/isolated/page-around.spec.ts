import { cards, CheckoutPage } from '../support/checkout-page.ts';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { expect, test } from '../support/test.ts';

test.use({ isolated: true });

/** Records what each `checkout-approved` says about an earlier payment. */
const approved = async ({ element }: CheckoutPage) =>
  element.evaluateHandle((host) => {
    const earlier: unknown[] = [];
    host.addEventListener('checkout-approved', (event) =>
      earlier.push(Reflect.get(event, 'isEarlier')),
    );
    return earlier;
  });

test.describe('an order in two tabs', () => {
  // The browser logs the proxy's refusal of the second payment.
  test.use({ breaksSomething: true });

  test('is charged once when it is paid in both, and counts once', async ({
    checkout,
    context,
    demo,
    page,
  }) => {
    const order = `two-tabs-${checkout.amount}`;
    await checkout.open({ order });
    const first = await approved(checkout);
    await checkout.pay({ number: cards.challenge });
    await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
    const other = await context.newPage();
    const tab = new CheckoutPage(other, demo, other.locator('card-checkout'), true);
    await other.goto(page.url());
    const second = await approved(tab);
    await tab.pay({ number: cards.frictionless });
    await expect(tab.inner).toContainText('Pagamento aprovado.');
    await expect.poll(() => second.jsonValue()).toEqual([false]);
    await other.close();

    await checkout.answerBank('1234');
    await expect(checkout.inner).toContainText(
      'Este pedido já estava pago. Nada foi cobrado deste cartão.',
    );
    await expect.poll(() => first.jsonValue()).toEqual([true]);
    expect(await checkout.charges()).toHaveLength(1);
  });
});

test('a page in the back-forward cache has no input', async ({ checkout }) => {
  await checkout.open();
  await checkout.fill();
  // Under test, Chromium doesn't cache the page. The engines' tests really go back, in the ordinary
  // form.
  await checkout.inner.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  });
  await expect(checkout.securityCode).toHaveValue('');
  await expect(checkout.number).toHaveValue('');
});

test.describe('a hostile page', () => {
  // The host greets a document that no longer exists.
  test.use({ breaksSomething: true });

  test('that covers, restyles and navigates the frame gets no input', async ({
    checkout,
    demo,
    page,
  }) => {
    const body = (await elementFor(checkout, demo)) + scriptTag(demo, true);
    await openOwnPage(page, demo, { body });
    await checkout.fill();
    await checkout.securityCode.fill('739');
    const painted = await checkout.number.evaluate((input) => getComputedStyle(input).color);

    await page.evaluate(() => {
      const styles = new CSSStyleSheet();
      styles.replaceSync('* { color: red !important; font: 99px cursive !important }');
      const root = document.querySelector('card-checkout')?.shadowRoot;
      root?.adoptedStyleSheets.push(styles);
      const cover = document.createElement('div');
      Object.assign(cover.style, {
        position: 'fixed',
        inset: '0',
        zIndex: '9',
        background: '#fff',
      });
      document.body.append(cover);
    });
    await expect(checkout.number).toHaveCSS('color', painted);
    await expect(checkout.number).toHaveValue('4000 0000 0000 2701');

    const seen = await page.evaluate(async () => {
      const frame = document.querySelector('card-checkout')?.querySelector('iframe');
      const load = async (url: string): Promise<void> => {
        const loaded = new Promise((resolve) => frame?.addEventListener('load', resolve));
        if (frame) frame.src = url;
        await loaded;
      };
      const look = (): string => {
        const { contentWindow: inside, contentDocument: inner } = frame ?? {};
        const { name, history, sessionStorage: kept } = inside ?? window;
        return JSON.stringify([
          name,
          inner?.referrer,
          inner?.documentElement.outerHTML,
          history,
          kept,
        ]);
      };
      const own = URL.createObjectURL(new Blob(['<p>mine'], { type: 'text/html' }));
      const address = frame?.src ?? '';
      await load(own);
      const found = look();
      await load(address);
      return found;
    });
    expect(seen).toContain('mine');
    expect(seen).not.toMatch(/4000|2701|739|APPROVED|529/);
    await expect(checkout.number).toHaveValue('');
    await expect(checkout.securityCode).toHaveValue('');
  });
});
