import { afterEach, beforeEach, vi } from 'vitest';
import { Checkout } from '../src/checkout/checkout.ts';
import { CardForm } from '../src/fields/card-form.ts';
import { form as ptBR } from '../src/locales/pt-br.json';
import { readOrderToken } from '../src/order/order.ts';
import type { Page } from '../src/checkout/page.ts';
import type { Press } from '../src/checkout/attempt.ts';
import { memoryStorage } from './memory-storage.ts';
import { proxyUrl, ScriptedProxy } from './scripted-proxy.ts';

/** The parts of a browser that a payment needs, without a browser. */
interface PayingPage {
  /** Replaced for each test. */
  proxy: ScriptedProxy;
  /** Receives the browser's events, such as `online`, and those of the document. */
  network: EventTarget;
}

/** Gives each test its own page, with a clock that only the test moves. */
export function usePayingPage(): PayingPage {
  const network = new EventTarget();
  const page = { proxy: new ScriptedProxy(), network };
  beforeEach(() => {
    vi.useFakeTimers();
    page.proxy = new ScriptedProxy();
    vi.stubGlobal('fetch', page.proxy.fetch);
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('isSecureContext', true);
    const addEventListener = network.addEventListener.bind(network);
    vi.stubGlobal('addEventListener', addEventListener);
    vi.stubGlobal('location', new URL('https://shop.example/'));
    vi.stubGlobal('sessionStorage', memoryStorage());
    vi.stubGlobal('document', { ...part, addEventListener, createElement: () => ({ ...part }) });
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
    vi.stubGlobal(
      'CSSStyleSheet',
      class {
        readonly replaceSync = () => {};
      },
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return page;
}

/** The parts of a shadow root and the challenge dialog's elements that a payment needs. */
export const part = {
  setAttribute() {},
  addEventListener() {},
  removeEventListener() {},
  append() {},
  querySelector: () => null,
  // Where Lit's `render` would draw. No mock of Lit: test files share their modules.
  _$litPart$: { _$setValue() {} },
  close() {},
  remove() {},
};
const renderRoot: ShadowRoot = Object.assign(JSON.parse('{"adoptedStyleSheets":[]}'), {
  ...part,
  host: { querySelector: () => null },
});

/** The token of an order of 100 centavos; nothing here verifies it. */
export const orderToken = tokenOf({ sub: 'order-1', amount: 100 });

export function tokenOf(claims: object): string {
  return `-.${btoa(JSON.stringify(claims))}.-`;
}

/** What the buyer does; the page says the rest of a press. */
type Typed = Pick<Press, 'order' | 'totalCentavos' | 'request'>;

/** A press of the pay button, for a card without authentication. */
export function press(given: Partial<Typed> = {}): Typed {
  const order = readOrderToken(orderToken);
  const card = {
    number: '4000000000002701',
    holder: 'A',
    expiry: '2030-12',
    securityCode: '123',
    kind: 'credit',
  } as const;
  const payer = { docType: 'cpf', document: '52998224725' } as const;
  const request = { order: order.token, card, payer, installments: 1 };
  return { order, totalCentavos: 100, request, ...given };
}

/** An element on which the page has set this, besides the proxy and an order. */
export function pageWith(set: Partial<Page> = {}): Page {
  const page: Omit<Page, keyof EventTarget> = {
    addController() {},
    removeController() {},
    requestUpdate() {},
    updateComplete: Promise.resolve(true),
    renderRoot,
    proxyUrl,
    nonce: undefined,
    order: orderToken,
    locale: '',
    threeDS: 'off',
    threeDSTimeoutMs: 0,
    kinds: 'credit',
    fraud: 'preferred',
    brands: '',
    appearance: 'outlined',
    ask: '',
    payer: {},
    messages: {},
    threeDSAdapter: undefined,
    fraudAdapter: undefined,
    cart: [],
    surroundings: undefined,
    ...set,
  };
  return Object.assign(new EventTarget(), page);
}

/** Makes the controller of an element, recording what it tells the page. */
export function startCheckout(set: Partial<Page> = {}) {
  const host = pageWith(set);
  const told: string[] = [];
  host.addEventListener('checkout-step', (event) => {
    told.push(`${String(Reflect.get(event, 'step'))} ${String(Reflect.get(event, 'outcome'))}`);
  });
  const checkout = new Checkout(host, new CardForm(), { messages: ptBR }, () => undefined);
  checkout.readOrder();
  const submit = async (typed = press()) => checkout.pay({ ...host, ...typed });
  return { host, checkout, told, submit };
}

type Started = ReturnType<typeof startCheckout>;

/** Pays and runs the clock. Returns the same as `endOf`, and the time taken. */
export async function payTimed(pressed = press(), started = startCheckout()) {
  const begunAt = Date.now();
  const paid = started.submit(pressed).then(() => {
    // Otherwise the page would keep watching the payment.
    started.checkout.hostDisconnected();
    return Date.now() - begunAt;
  });
  await vi.runAllTimersAsync();
  return { end: endOf(started), afterMs: await paid };
}

/** Pays and runs the clock. Returns the same as `endOf`. */
export async function pay(pressed?: Typed, started?: Started): Promise<string> {
  return (await payTimed(pressed, started)).end;
}

/** Loads the page and runs the clock for a quarter of an hour. Returns the same as `endOf`. */
export async function load(started: Started): Promise<string> {
  started.checkout.hostConnected();
  started.checkout.hostUpdate();
  await vi.advanceTimersByTimeAsync(900_000);
  return endOf(started);
}

/** Returns the status that the element shows, or the error's code. */
export function endOf({ checkout: { state } }: Started): string {
  return state.status === 'error' ? state.error.code : state.status;
}

export function stepsIn({ told }: Started): string[] {
  return told.filter((step) => step.endsWith('undefined')).map((step) => step.split(' ')[0] ?? '');
}
