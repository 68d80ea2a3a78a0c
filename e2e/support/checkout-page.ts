import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { CheckoutRequest } from '../../packages/sandbox/src/payments/checkout-request.ts';
import type { Charge } from '../../packages/sandbox/src/payments/ledger.ts';
import type { RunningDemo } from './running-demo.ts';

/** The sandbox's cards (Cielo's 3DS test cards). */
export const cards = {
  frictionless: '4000000000002701',
  frictionlessFails: '4000000000002925',
  challenge: '4000000000002503',
  challengeFails: '4000000000002370',
  challengeMastercard: '5200000000002151',
  challengeElo: '6505290000002190',
  notEnrolled: '4000000000002420',
  systemError: '4000000000002644',
} as const;

export const buyer = {
  number: cards.frictionless,
  expiry: '12/30',
  securityCode: '123',
  holder: 'APPROVED',
  document: '529.982.247-25',
};

type Buyer = Record<keyof typeof buyer, string>;

/** Query parameters of the shop, which rejects unknown ones. */
type ShopOptions = Readonly<Record<string, string | number>>;

/** Whether an element is drawn, if only as an outline. */
export function hasLoaded({ shadowRoot }: Element): boolean {
  return Boolean(shadowRoot?.querySelector('form'));
}

export class CheckoutPage {
  readonly page: Page;
  readonly amount: number;
  readonly isIsolated: boolean;
  readonly number: Locator;
  readonly expiry: Locator;
  readonly securityCode: Locator;
  readonly holder: Locator;
  readonly document: Locator;
  readonly installments: Locator;
  readonly payButton: Locator;
  readonly cancelButton: Locator;
  readonly alert: Locator;
  readonly status: Locator;
  /** The page's element; the isolated form has another one in its frame. */
  readonly element: Locator;
  readonly inner: Locator;
  readonly challenge: Locator;
  /** The bank's page, in the provider's overlay, in our realm. */
  readonly bank: FrameLocator;
  readonly #demo: RunningDemo;

  /** Uses `element`, since there may be several on the page. */
  constructor(
    page: Page,
    demo: RunningDemo,
    element = page.locator('card-checkout'),
    isIsolated = false,
  ) {
    this.page = page;
    this.isIsolated = isIsolated;
    this.#demo = demo;
    this.amount = demo.freshAmount();
    this.element = element;
    const inner = isIsolated ? element.frameLocator('iframe').locator('card-checkout') : element;
    this.inner = inner;
    this.number = inner.getByLabel('Número do cartão');
    this.expiry = inner.getByLabel('Validade');
    this.securityCode = inner.getByLabel('Código de segurança');
    this.holder = inner.getByLabel('Nome impresso no cartão');
    this.document = inner.getByLabel('CPF ou CNPJ');
    this.installments = inner.getByLabel('Parcelas');
    this.payButton = inner.getByRole('button', { name: /^Pagar/ });
    this.cancelButton = inner.getByRole('button', { name: 'Cancelar' });
    this.alert = inner.getByRole('alert');
    this.status = inner.locator('[part=status]').and(inner.getByRole('status'));
    this.challenge = inner.getByRole('dialog');
    this.bank = inner.locator('dialog').frameLocator('iframe').frameLocator('iframe');
  }

  shopUrl(options: ShopOptions = {}): string {
    const form = this.isIsolated ? 'isolated' : 'ordinary';
    const query = new URLSearchParams({
      amount: String(this.amount),
      form,
      'three-ds': 'required',
    });
    for (const [name, value] of Object.entries(options)) query.set(name, String(value));
    return `${this.#demo.urls.shop}/?${query}`;
  }

  /** Opens the shop and waits until the buyer can pay, but not for a slow fraud script. */
  async open(options: ShopOptions = {}): Promise<void> {
    const configured = this.page.waitForResponse('**/api/order');
    await this.page.goto(this.shopUrl(options), { waitUntil: 'domcontentloaded' });
    await configured;
    await expect.poll(() => this.inner.evaluate(hasLoaded)).toBe(true);
  }

  /** Turns off authentication for the next payments. */
  async skipThreeDS(): Promise<void> {
    await this.element.evaluate((element) => element.setAttribute('three-ds', 'off'));
  }

  /** Reloads without any memory of earlier payments. */
  async reloadAsStranger(): Promise<void> {
    await this.inner.evaluate(() => sessionStorage.clear());
    await this.page.reload();
  }

  async order(options: ShopOptions = {}): Promise<string> {
    const shop = await this.page.request.get(this.shopUrl(options));
    return /order="([^"]+)"/.exec(await shop.text())?.[1] ?? '';
  }

  /** Fills in the form at once; `typing.spec.ts` types key by key. */
  async fill(details: Partial<Buyer> = {}): Promise<void> {
    const { number, expiry, securityCode, holder, document } = { ...buyer, ...details };
    // Waits for the form.
    await this.number.fill(number);
    await this.number.evaluate(fillOthers, [expiry, securityCode, holder, document]);
    if (this.isIsolated) await this.leaveFields();
  }

  /** Leaves the text fields, as the page around the isolated form is told. */
  async leaveFields(): Promise<void> {
    await this.document.press('Tab');
  }

  /** Waits until the page knows that the form is complete. */
  async expectComplete(): Promise<void> {
    await expect
      .poll(() => this.element.evaluate((element) => element.matches(':valid')))
      .toBe(true);
  }

  async pay(details: Partial<Buyer> = {}): Promise<void> {
    await this.fill(details);
    await this.payButton.click();
  }

  /** Advances the page's clock in steps of two seconds until the element shows `text`. */
  async waitThroughPauses(text: string): Promise<void> {
    await expect(async () => {
      await this.page.clock.fastForward(2_000);
      await expect(this.inner).toContainText(text, { timeout: 100 });
    }).toPass({ intervals: [50] });
  }

  async expectNothingLeft(): Promise<void> {
    await expect(this.inner.locator('dialog, iframe')).toHaveCount(0);
    await expect(this.page.locator('[class^=bpmpi_]')).toHaveCount(0);
    await expect(this.page.locator('iframe')).toHaveCount(this.isIsolated ? 1 : 0);
  }

  async answerBank(code: string): Promise<void> {
    await this.bank.getByLabel('Código SMS').fill(code);
    await this.bank.getByRole('button', { name: 'Confirmar' }).click();
  }

  async charges(amount = this.amount): Promise<Charge[]> {
    return this.#demo.charges(amount);
  }

  /** Returns the requests to the payments API for this test's amount. */
  async requests(): Promise<CheckoutRequest[]> {
    const response = await fetch(`${this.#demo.urls.payments}/_sandbox/requests`);
    const { requests }: { requests: CheckoutRequest[] } = await response.json();
    return requests.filter(({ amount }) => amount === this.amount);
  }

  /** Lists the webhooks to the shop for this test's amount: type and status, sorted. */
  async notices(): Promise<string[]> {
    const response = await fetch(`${this.#demo.urls.shop}/_shop/notices`);
    const { notices }: { notices: { type: string; status: string; amount: number }[] } =
      await response.json();
    return (
      notices
        .filter(({ amount }) => amount === this.amount)
        // Raised once a day, for the proxy's first retry.
        .filter(({ type }) => type !== 'alarm.unproven_retry')
        .map(({ type, status }) => `${type}: ${status}`)
        .toSorted()
    );
  }
}

/** Runs in the page: fills in the fields after the number, like a password manager. */
function fillOthers(number: HTMLInputElement, texts: readonly string[]): void {
  const inputs = number.form?.querySelectorAll<HTMLInputElement>('input[autocomplete]') ?? [];
  [...inputs].slice(1).forEach((input, index) => {
    input.focus();
    input.value = texts[index] ?? '';
    for (const type of ['input', 'change']) {
      input.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
    }
  });
}
