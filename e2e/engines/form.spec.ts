import { layoutFaults } from '../support/access-audit.ts';
import { scriptTag } from '../support/own-page.ts';
import { expect, test } from './test.ts';
import { often } from './till.ts';

test('pressing the button on an empty form shows every error and focuses the first', async ({
  till,
}) => {
  await till.open();
  await till.click('.pay');
  await expect.poll(async () => till.focused(), often).toBe('cc-number');
  expect(await till.invalid()).toEqual(['cc-number', 'cc-exp', 'cc-csc', 'cc-name', 'document']);
});

test('arrow keys choose a kind, and the focus is always visible', async ({ till, tab }) => {
  const ring = async () =>
    till.ask(({ shadowRoot: { activeElement } }) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(activeElement ?? document.body);
      return `${outlineStyle} ${outlineWidth}`;
    });
  await till.open({ kinds: 'credit debit' });
  await till.click('#cc-number');
  await tab.key('Shift+Tab');
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowDown']) {
    await tab.key(key);
    expect(await ring(), key).toBe('solid 2px');
  }
  expect(await till.has('#installments')).toBe(false);
  for (const field of ['cc-number', 'cc-exp', 'cc-csc', 'cc-name', 'document', 'button']) {
    await tab.key('Tab');
    expect(await till.focused()).toBe(field);
    expect(await ring(), field).toBe('solid 2px');
  }
});

/** Wraps the element in a form with a field before it and a button. */
const wrap = `(() => {
  const checkout = document.querySelector('card-checkout');
  const form = Object.assign(document.createElement('form'), { id: 'shop-form' });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    form.dataset.sent = JSON.stringify([...new FormData(form)]);
  });
  checkout.setAttribute('name', 'payment');
  checkout.replaceWith(form);
  const email = Object.assign(document.createElement('input'), { name: 'email', required: true });
  form.append(email, checkout);
})()`;
const submit = `document.querySelector('#shop-form').requestSubmit()`;
const sent = `document.querySelector('#shop-form').dataset.sent`;

test.describe('the isolated form, whose frame holds the ordinary form', () => {
  test.use({ isolated: true });

  test('a surrounding form stops at the first error, and gets the payment’s id', async ({
    till,
    tab,
  }) => {
    await till.open({ 'three-ds': 'off' });
    await tab.eval(wrap);
    await till.expectText('R$');
    // WebKit lets a cross-origin frame move the focus only after a click in it.
    await till.click('#cc-exp');
    await tab.eval(submit);
    expect(await tab.eval('document.activeElement.name')).toBe('"email"');

    await tab.eval(`document.activeElement.value = 'ana@example.com'`);
    await tab.eval(submit);
    await expect.poll(async () => till.focused(), often).toBe('cc-number');
    expect(await till.invalid()).toHaveLength(5);
    const hasTabStop = `document.querySelector('card-checkout').hasAttribute('tabindex')`;
    await expect.poll(async () => tab.eval(hasTabStop)).toBe('false');
    expect(await tab.eval(sent)).toBe('null');

    await till.pay();
    await till.expectText('Pagamento aprovado');
    // The page around the isolated form is notified a moment later.
    const state = async () => tab.eval(`document.querySelector('card-checkout').state`);
    await expect.poll(state, often).toBe('"approved"');
    await tab.eval(submit);
    expect(JSON.parse(JSON.parse(await tab.eval(sent)))).toEqual([
      ['email', 'ana@example.com'],
      ['payment', await till.ask((element) => Reflect.get(element, 'paymentId'))],
    ]);
  });
});

test('a third-party script that submits the inner form gets nothing', async ({ till, tab }) => {
  await till.open();
  await till.fillIn();
  const address = await tab.eval('location.href');
  await till.ask(({ shadowRoot }) => {
    try {
      shadowRoot.querySelector('form')?.submit();
    } catch {
      // Firefox throws, since there is no dialog around it.
    }
  });
  expect(await till.picture('#cc-number')).toContain('4000 0000 0000 2701');
  expect(await tab.eval('location.href')).toBe(address);
});

test('nothing typed is left when someone comes back to the page', async ({ till, tab, demo }) => {
  await till.open();
  await till.fillIn();
  await tab.goto(`${demo.urls.shop}/orders/1`);
  await tab.back();
  await till.expectText('R$');
  for (const field of ['#cc-number', '#cc-exp', '#cc-csc', '#cc-name', '#document'] as const) {
    expect(await till.picture(field)).toBe('|');
  }
  expect(await till.invalid()).toEqual([]);
});

test('an unsupported browser shows a message, or the shop’s own content', async ({
  till,
  tab,
  demo,
}) => {
  const old =
    '<script>CSS.supports = () => false; delete Map.groupBy; delete CustomStateSet;</script>';
  const elements = [
    '<card-checkout></card-checkout>',
    '<card-checkout locale="es"></card-checkout>',
    '<p lang="en-GB"><card-checkout></card-checkout></p>',
    '<card-checkout>Pague com Pix.</card-checkout>',
  ];
  for (const isIsolated of [false, true]) {
    await till.openOwn(old + elements.join('') + scriptTag(demo, isIsolated));
    const texts = `[...document.querySelectorAll('card-checkout')].map((one) => one.innerText)`;
    await expect
      .poll(async () => JSON.parse(await tab.eval(texts)), often)
      .toEqual([
        'Este navegador é antigo demais para pagar aqui. Atualize-o ou use outro.',
        'Este navegador es demasiado antiguo para pagar aquí. Actualízalo o usa otro.',
        'This browser is too old to pay here. Update it, or use another one.',
        'Pague com Pix.',
      ]);
  }
});

test('it fits from 280 to 1280 px, even with text twice as large', async ({ till, tab }) => {
  await till.open({ kinds: 'credit debit' });
  await till.click('.pay');
  await expect.poll(async () => till.invalid(), often).toHaveLength(5);
  await tab.resize(1280, 800);
  for (const [width, font] of [
    [280, '16px/1.5 sans-serif'],
    [320, '16px/1.5 sans-serif'],
    [640, '32px/1.5 sans-serif'],
    [900, '16px/1.5 sans-serif'],
  ] as const) {
    const style = `width: ${width}px; --card-checkout-font: ${font}`;
    await tab.eval(`void (document.querySelector('card-checkout').style = '${style}')`);
    const shown = async () =>
      till.ask((element) => [
        element.clientWidth,
        getComputedStyle(element).getPropertyValue('--card-checkout-font'),
      ]);
    await expect.poll(shown, often).toEqual([width, font]);
    expect(await till.ask(layoutFaults), `${width} px, ${font}`).toEqual([]);
  }
});
