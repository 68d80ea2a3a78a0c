import { afterEach, beforeEach, vi } from 'vitest';
import { CheckoutError } from '../src/errors.ts';
import { completeMessages } from '../src/locales/pt-br-late.ts';
import { ptBR } from '../src/locales/pt-br.ts';
import { unsignedOrder } from '../src/order/order.ts';
import type { Ending } from '../src/pay/ending.ts';
import {
  AttemptRunner,
  type ChallengePlace,
  type PressedAttempt,
} from '../src/pay/payment-flow.ts';
import type { CheckoutStep } from '../src/state/checkout-state.ts';
import { memoryStorage } from './memory-storage.ts';
import { proxyUrl, ScriptedProxy } from './scripted-proxy.ts';

/** What attempts need of the browser, without a browser. */
interface PayingPage {
  /** Replaced for each test. */
  proxy: ScriptedProxy;
  /** Receives the browser's `online` event. */
  network: EventTarget;
}

/** Gives each test of a file a page of its own, whose clock stands still until the test moves it. */
export function usePayingPage(): PayingPage {
  const network = new EventTarget();
  const page = { proxy: new ScriptedProxy(), network };
  beforeEach(() => {
    vi.useFakeTimers();
    page.proxy = new ScriptedProxy();
    vi.stubGlobal('fetch', page.proxy.fetch);
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
    vi.stubGlobal('location', new URL('https://shop.example/'));
    vi.stubGlobal('localStorage', memoryStorage());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return page;
}

const root: ShadowRoot = JSON.parse('{}');
export const place: ChallengePlace = { root, challengeTexts: completeMessages(ptBR) };

/** A press of the button of a card that pays without authentication. */
export function press(given: Partial<PressedAttempt> = {}): PressedAttempt {
  const order = unsignedOrder('order-1', 100);
  const card = {
    number: '4000000000002701',
    holder: 'A',
    expiry: '2030-12',
    securityCode: '123',
    kind: 'credit',
  } as const;
  const payer = { docType: 'cpf', document: '52998224725' } as const;
  return {
    idempotencyKey: crypto.randomUUID(),
    order,
    totalCentavos: 100,
    request: { order: order.onWire, card, payer, installments: 1 },
    cart: [],
    mode: 'off',
    timeoutMs: 90_000,
    fraudMode: 'preferred',
    ...given,
  };
}

/** Makes a runner for an element of its own, with what it shows and what it tells the page. */
export function startRunner(set: object = {}) {
  const page = { proxyUrl, apiUrl: '', provider: '', fraudScriptUrl: '', nonce: '' };
  const order = { order: '', orderId: 'order-1', amount: 100, locale: '' };
  const modes = {
    threeDS: 'off',
    threeDSTimeoutMs: 0,
    kinds: 'credit',
    fraud: 'preferred',
    brands: '',
    ask: '',
  };
  const look = { appearance: 'outlined' };
  const adapters = { threeDSAdapter: undefined, fraudAdapter: undefined };
  const element = Object.assign(new EventTarget(), {
    ...page,
    ...order,
    ...modes,
    ...look,
    ...adapters,
    ...set,
  });
  const shown: CheckoutStep[] = [];
  const told: string[] = [];
  element.addEventListener('checkout-step', (event) => {
    told.push(`${String(Reflect.get(event, 'step'))} ${String(Reflect.get(event, 'outcome'))}`);
  });
  const life = new AbortController();
  const runner = new AttemptRunner(element, (step) => shown.push(step), life.signal);
  return { runner, shown, told, life };
}

/** Runs an attempt; returns as `endOf` does. */
export async function pay(
  attempt = press(),
  { runner } = startRunner(),
): Promise<string | undefined> {
  return endOf(runner.run(attempt, place, new AbortController().signal));
}

/** Lets the clock run until all has ended; returns the status of the end, or the error's code. */
export async function endOf(running: Promise<Ending | undefined>): Promise<string | undefined> {
  const end = running.then(
    (ending) => ending?.state.status,
    (error: unknown) => (error instanceof CheckoutError ? error.code : String(error)),
  );
  await vi.runAllTimersAsync();
  return end;
}
