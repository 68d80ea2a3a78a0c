import type { Page, Request } from '@playwright/test';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { expect, test } from '../support/test.ts';

/** A card used nowhere else. */
const secretCard = {
  number: '4929517133106081',
  expiry: '07/31',
  securityCode: '073',
  holder: 'ZULEICA QUADROS',
  document: '529.982.247-25',
};

/** Long enough parts of the input that no id contains them by chance. */
const typed =
  /4929 ?5171|5171 ?3310|3310 ?6081|07\/31|2031-07|"073"|ZULEICA|QUADROS|529\.?982\.?247/i;

/** Whether a text contains part of the secret card; never quotes the text in a failure. */
function hasTyped(text: string): boolean {
  return typed.test(text);
}

test.use({ isolated: true, breaksSomething: true });

test('a script on the page that tries everything gets no input', async ({
  checkout,
  demo,
  page,
}) => {
  const sent = sentBy(page, demo.urls.proxy);
  const form = `<form>${await elementFor(checkout, demo, 'three-ds="off" name="payment"')}</form>`;
  const scripts = new Map([['tricks.js', `(${everyTrick.toString()})()`]]);
  await openOwnPage(page, demo, {
    // The page is a blob, so its URL leads nowhere.
    body: `<script src="${demo.urls.shop}/own/tricks.js"></script>${form}${scriptTag(demo, true)}`,
    scripts,
  });

  await checkout.number.pressSequentially(secretCard.number);
  await checkout.expiry.pressSequentially('0731');
  await checkout.pay(secretCard);
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toMatchObject([{ first6: '492951', last4: '6081' }]);

  const loot = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'takeAll')()));
  // It got what a page may have, so it would have found the rest.
  for (const taken of ['checkout-approved', 'attachShadow', 'SecurityError', '"blur"']) {
    expect(loot.includes(taken), taken).toBe(true);
  }
  expect(hasTyped(loot)).toBe(false);
  expect(hasTyped(sent())).toBe(false);
});

test('a page that imitates the host gets no input, and can’t greet twice', async ({
  checkout,
  demo,
  page,
}) => {
  const sent = sentBy(page, demo.urls.proxy);
  const order = await checkout.order();
  await openOwnPage(page, demo, { body: '<card-checkout></card-checkout>' });
  await page.evaluate(fakeHost, { proxyUrl: demo.urls.proxy, order });

  for (const name of ['number', 'expiry', 'securityCode', 'holder', 'document'] as const) {
    await checkout[name].fill(secretCard[name]);
  }
  await page.evaluate(() => Reflect.get(window, 'attack')());
  // The buyer's form still works.
  await expect(checkout.number).toHaveValue('4929 5171 3310 6081');
  await checkout.inner.locator('.pay').click();
  await expect(checkout.inner).toContainText('Pagamento aprovado.');

  const heard = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')));
  expect(heard.includes('checkout-approved')).toBe(true);
  expect(heard.includes('second greeting')).toBe(false);
  expect(hasTyped(heard)).toBe(false);
  expect(hasTyped(sent())).toBe(false);
});

test('only the shop’s pages can embed it, and on its own it is empty', async ({ demo, page }) => {
  const frame = `${demo.urls.proxy}/widget/frame`;

  await test.step('a page on another origin', async () => {
    await page.goto(`${demo.urls.payments}/_sandbox/ledger`);
    const failed = page.waitForEvent('console', (line) => line.text().includes('frame-ancestors'));
    await page.evaluate((url) => {
      document.body.innerHTML = `<iframe src="${url}"></iframe>`;
    }, frame);
    await failed;
  });

  await test.step('a separate window', async () => {
    await page.goto(frame);
    await page.evaluate(() => {
      const { port2 } = new MessageChannel();
      window.postMessage({ type: 'card-checkout', version: '1' }, location.origin, [port2]);
    });
    await expect(page.locator('card-checkout')).toHaveCount(0);
  });
});

/** Records what leaves the page, except the payment, which the frame sends to the proxy. */
function sentBy(page: Page, proxyUrl: string): () => string {
  const sent: Request[] = [];
  page.on('request', (request) => sent.push(request));
  const isPayment = (request: Request): boolean =>
    request.method() === 'POST' &&
    request.url() === `${proxyUrl}/api/checkout/` &&
    request.frame().url() === `${proxyUrl}/widget/frame`;
  return () =>
    sent
      .filter((request) => !isPayment(request))
      .map((request) => `${request.url()} ${request.postData()}`)
      .join('\n');
}

/**
 * Runs before any other script: takes whatever it can from the form, now and later. `takeAll` on
 * the window returns it.
 */
function everyTrick(): void {
  const loot: unknown[] = [];
  const { stringify } = JSON;
  const take = (what: string, get: () => unknown): void => {
    try {
      loot.push([what, text(get())]);
    } catch (error) {
      loot.push([what, String(error)]);
    }
  };
  const text = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return String(value);
    const seen = new Set<unknown>();
    return stringify(value, (_key, member: unknown) => {
      if (typeof member !== 'object' || member === null || member instanceof Node) return member;
      if (seen.has(member)) return undefined;
      seen.add(member);
      return member;
    });
  };

  // Every event that passes through the window.
  const events =
    'keydown keyup keypress beforeinput input change paste copy cut compositionend focusin focusout blur pointerdown click submit formdata invalid selectionchange message checkout-ready checkout-change checkout-step checkout-approved checkout-error';
  for (const type of events.split(' ')) {
    window.addEventListener(
      type,
      (event) => {
        const own: Record<string, unknown> = {};
        for (const name of ['key', 'code', 'data', 'clipboardData', 'brand', 'payment']) {
          own[name] = Reflect.get(event, name);
        }
        take(type, () => ({ ...own, path: event.composedPath().map(String) }));
      },
      true,
    );
  }

  // Every function that the input could pass through.
  const wrap = (owner: object, name: string): void => {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== 'function') return;
    Object.defineProperty(owner, name, {
      configurable: true,
      writable: true,
      value(this: unknown, ...args: unknown[]) {
        take(name, () => args);
        const listener = args[1];
        if (name === 'addEventListener' && typeof listener === 'function') {
          args[1] = function spying(this: unknown, event: Event) {
            if (event instanceof MessageEvent) take('port', () => event.data);
            return Reflect.apply(listener, this, [event]);
          };
        }
        const result: unknown = Reflect.apply(original, this, args);
        if (name === 'attachShadow') roots.push(result);
        return result;
      },
    });
  };
  const roots: unknown[] = [];
  wrap(EventTarget.prototype, 'addEventListener');
  wrap(EventTarget.prototype, 'dispatchEvent');
  wrap(Element.prototype, 'attachShadow');
  wrap(Element.prototype, 'setAttribute');
  wrap(MessagePort.prototype, 'postMessage');
  wrap(ElementInternals.prototype, 'setFormValue');
  wrap(ElementInternals.prototype, 'setValidity');
  wrap(Storage.prototype, 'setItem');
  wrap(XMLHttpRequest.prototype, 'send');
  wrap(JSON, 'stringify');
  wrap(JSON, 'parse');
  for (const name of ['fetch', 'postMessage', 'structuredClone', 'queueMicrotask']) {
    wrap(window, name);
  }

  // What is readable in the frame at the end.
  Object.assign(window, {
    takeAll: () => {
      const element = document.querySelector('card-checkout');
      const frame = element?.querySelector('iframe');
      const inside = frame?.contentWindow;
      const form = document.querySelector('form');
      take('innerText', () => element instanceof HTMLElement && element.innerText);
      take('HTML', () => element?.shadowRoot?.innerHTML);
      take('roots', () => roots.map((root) => root instanceof ShadowRoot && root.innerHTML));
      take('properties', () => element && Object.getOwnPropertyNames(element));
      take('form data', () => form && [...new FormData(form)]);
      take('document', () => frame?.contentDocument?.body.innerHTML);
      take('window', () => inside?.document.body.innerHTML);
      take('address', () => inside?.location.href);
      take('storage', () => inside?.localStorage.length);
      take('element', () =>
        Reflect.apply(Reflect.get(Object(inside), 'eval'), inside, ['document']),
      );
      take('opened', () => window.open(frame?.src ?? '')?.document.body.innerHTML);
      take('timing', () => performance.getEntries());
      take('kept', () => [localStorage, sessionStorage, document.cookie]);
      return loot;
    },
  });
}

/**
 * Runs in the page: greets the frame like the host, with another port. `heard` on the window has
 * everything the frame says; `attack` sends everything a page could think of.
 */
async function fakeHost({ proxyUrl, order }: { proxyUrl: string; order: string }) {
  const heard: unknown[] = [];
  const frame = document.createElement('iframe');
  Object.assign(frame.style, { width: '400px', height: '900px' });
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.src = `${proxyUrl}/widget/frame`;
  document.querySelector('card-checkout')?.append(frame);
  await loaded;

  const greet = (name: string): MessagePort => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => heard.push([name, data]));
    port1.start();
    frame.contentWindow?.postMessage({ type: 'card-checkout', version: '1' }, proxyUrl, [port2]);
    return port1;
  };
  const port = greet('first greeting');
  const look = {
    type: 'look',
    variables: {},
    root: { colorScheme: 'normal', fontSize: '16px' },
    body: { fontFamily: '', fontSize: '', fontStyle: '', fontWeight: '', lineHeight: '' },
    direction: 'ltr',
    language: 'pt-BR',
  };
  const say = (message: unknown): void => port.postMessage(message, []);
  say({ type: 'set', values: { order, threeDS: 'off' } });
  say(look);

  const attack = async (): Promise<void> => {
    const second = greet('second greeting');
    for (const one of [port, second]) {
      for (const method of [
        'value',
        'innerHTML',
        'remove',
        'toString',
        'focus',
        'reportValidity',
      ]) {
        one.postMessage({ type: 'call', id: 1, method }, []);
      }
    }
    const wanted = '{number} {securityCode} ${this.form.number}';
    say({ type: 'set', values: { messages: { pay: wanted, faults: { number: wanted } } } });
    say({
      type: 'set',
      values: { proxyUrl: location.origin, tokenUrl: `${location.origin}/steal` },
    });
    say({ type: 'set', values: { innerHTML: '<img src=/steal onerror=parent.stolen=1>' } });
    say({
      type: 'set',
      values: { fraudAdapter: {}, threeDSAdapter: {}, onclick: 'x', __proto__: {} },
    });
    const style = `url(${location.origin}/steal), var(--x) } input { background: url(/steal)`;
    say({ ...look, variables: { '--card-checkout-accent': style, '--card-checkout-font': style } });
    say({ ...look, root: { ...look.root, colorScheme: style, cssText: style } });
    say({ ...look, body: { ...look.body, fontFamily: style, innerHTML: style } });
    say({ type: 'grown', place: { x: -9999, y: -9999, width: 1 } });
    say({ type: 'grown' });
    say({ type: 'fraud', id: 1, isDone: true, reference: 'stolen' });
    // Repeats what the frame said, far too often.
    for (const [, message] of heard.map((entry) => [entry].flat())) say(message);
    for (let count = 0; count < 500; count += 1) say({ ...look, language: `pt-${count % 7}` });
    for (const message of [undefined, null, 0, '', [], new ArrayBuffer(8), new Map(), new Date()]) {
      say(message);
    }
    say(look);
    const done = new Promise<void>((resolve) => {
      port.addEventListener('message', ({ data }) => data.id === 4711 && resolve());
    });
    say({ type: 'call', id: 4711, method: 'focus' });
    // While a field has the focus, even this answer would wait.
    say({ type: 'left' });
    await done;
  };
  Object.assign(window, { heard, attack });
}
