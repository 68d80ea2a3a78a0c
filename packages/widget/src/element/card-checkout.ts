import type { ThreeDSMode } from '@card-checkout/contract/client-config';
import type { PayerDetails } from '@card-checkout/contract/payer';
import { LitElement, unsafeCSS, type PropertyValues, type TemplateResult } from 'lit';
import { FormAssociation } from '../browser/form-association.ts';
import { mistakeIn, mistakes, tell } from '../browser/mistakes.ts';
import { Checkout } from '../checkout/checkout.ts';
import { CheckoutError } from '../errors.ts';
import type { Appearance } from '../fields/card-fields.ts';
import { brandsIn, kindsIn, type BrandList, type KindList } from '../fields/brands.ts';
import type { AskList } from '../fields/buyer-fields.ts';
import { CardForm } from '../fields/card-form.ts';
import { FormController } from '../form/form-controller.ts';
import type { FraudAdapter, FraudMode } from '../fraud/fraud-adapter.ts';
import type { LanguageTag, MessageOverrides } from '../locales/messages.ts';
import { LocaleController } from '../locales/locale-controller.ts';
import { defineElement } from '../locales/define-element.ts';
import type { Page, Surroundings } from '../checkout/page.ts';
import {
  canPay,
  isOver,
  isSubmitted,
  isWaitingOnly,
  type CheckoutState,
} from '../checkout/checkout-state.ts';
import type { CartItem, ThreeDSAdapter } from '../three-ds/adapter.ts';
import type { CheckoutView } from '../view/checkout-view-model.ts';
import { renderCheckout } from '../view/checkout-view.ts';
import { resultText } from '../view/payment-view.ts';
import { keepHeight } from '../view/keep-height.ts';
import stylesheet from './card-checkout.css?inline';

/**
 * A card payment form that authenticates the buyer and pays one order through the proxy.
 *
 * @example <card-checkout proxy-url="https://pay.shop.example" order="eyJ…"></card-checkout>
 *
 * @tag card-checkout
 *
 * @attr {string} nonce - CSP nonce for the scripts that the element inserts.
 *
 * @slot before-button - Content between the form and the button, such as the terms of sale.
 * @slot after-fields - Content below the last field.
 * @slot next - The buyer's next step, below the receipt.
 * @slot declined - Other means of payment, after a decline.
 * @slot help - How to reach the shop, where no other attempt is possible or the outcome isn't known.
 *
 * @fires {CheckoutReadyEvent} checkout-ready - The configuration has loaded and the buyer can pay.
 * @fires {CheckoutChangeEvent} checkout-change - The form's validity, the card's brand or what will be charged changed: `valid`, `brand`, `installments`, `totalCentavos`.
 * @fires {CheckoutStepEvent} checkout-step - A stage begins or ends: `step`, `outcome`, `durationMs`.
 * @fires {CheckoutApprovedEvent} checkout-approved - The payment was approved: `paymentId`, `payment`.
 * @fires {CheckoutDeclinedEvent} checkout-declined - The payment was declined: `paymentId`, `code`.
 * @fires {CheckoutErrorEvent} checkout-error - The attempt ended without an answer about the payment: `code`, `retryable`.
 * @fires {CheckoutExpiringEvent} checkout-expiring - The order expires in about two minutes; set a fresh one, and what was typed stays.
 * @fires {CheckoutPendingEvent} checkout-pending - The outcome isn't known yet, the buyer must not pay again: `paymentId`.
 */
export class CardCheckout extends LitElement implements Page {
  static override readonly styles = unsafeCSS(stylesheet);
  /** The properties that are attributes, too; decorators would add 400 bytes. */
  static override readonly properties = {
    proxyUrl: { attribute: 'proxy-url' },
    order: {},
    locale: {},
    threeDS: { attribute: 'three-ds' },
    kinds: {},
    brands: {},
    appearance: { reflect: true, useDefault: true },
    ask: {},
    payer: { attribute: false },
    cart: { attribute: false },
    threeDSAdapter: { attribute: false },
    threeDSTimeoutMs: { type: Number, attribute: 'three-ds-timeout-ms' },
    fraud: {},
    fraudAdapter: { attribute: false },
    messages: { attribute: false },
    name: { reflect: true, useDefault: true },
    disabled: { type: Boolean, reflect: true },
  };
  declare readonly renderRoot: ShadowRoot;
  /** Makes the element part of a surrounding form, which then submits the payment's id. */
  static readonly formAssociated = true;

  /** Origin (and path) of the proxy, e.g. `https://pay.shop.example`. */
  proxyUrl = '';
  /** The signed order token, e.g. `eyJ…`; your server makes it with `signOrder`. */
  order = '';
  /** `pt-BR`, `en` or `es`; by default that of the nearest `lang`, else `pt-BR`. */
  locale: LanguageTag = '';
  /** `required` or `preferred` asks for more authentication than the proxy's `THREE_DS`, never for less. */
  threeDS: ThreeDSMode = 'off';
  /** `credit` (default), `debit` or `credit debit`. */
  kinds: KindList = 'credit';
  /** The accepted brands, e.g. `visa elo`: shown, and others refused. By default all, and none shown. */
  brands: BrandList = '';
  /** `outlined` (default), `filled` or `minimal`. */
  appearance: Appearance = 'outlined';
  /** What the form asks for besides the card, e.g. `email phone address`; but not for what `payer` has. */
  ask: AskList = '';
  /** What the page knows about the buyer, e.g. `{ name: 'Maria', email: 'maria@example.com' }`; used by 3DS and in the payment request. */
  payer: PayerDetails = {};
  /** The items, e.g. `[{ name: 'Café', quantity: 2, unitPriceCentavos: 4290 }]`; used by 3DS. */
  cart: readonly CartItem[] = [];
  /** Replaces the adapter of the provider, e.g. `emvThreeDS({ … })`. */
  threeDSAdapter: ThreeDSAdapter | undefined;
  /** Time limit from the click to the end of the authentication, in milliseconds: 90000 (default) to 900000. */
  threeDSTimeoutMs = 0;
  /** `preferred` (default) also pays without a complete fraud profile, `required` doesn't. */
  fraud: FraudMode = 'preferred';
  /** Replaces the preset that the fraud script's address names. */
  fraudAdapter: FraudAdapter | undefined;
  /** @internal Set by the frame of the isolated form. */
  surroundings: Surroundings | undefined;
  /** Texts that replace the element's own, e.g. `{ pay: 'Donate {amount}' }`. */
  messages: MessageOverrides = {};
  /** The name under which a surrounding form submits the payment's id. */
  name = '';
  /** Prevents typing and paying; a disabled `fieldset` around the element does the same. */
  disabled = false;
  readonly #association = new FormAssociation(this, () => this.#report());
  readonly #form = new CardForm();
  readonly #texts = new LocaleController(this, () => tell(mistakes.copied));
  readonly #checkout = new Checkout(this, this.#form, this.#texts, (state, isAwaited) => {
    if (isAwaited) this.#typed.focusOnEnd(state);
    else if (isOver(state.status)) this.#typed.say(resultText(this.#view()).join(' '));
  });
  readonly #typed = new FormController(this, this.#form, this.#texts, this.#checkout, () =>
    this.#showValidity(),
  );
  /** Whether the page's own error message is shown. */
  #isReported = false;
  #isDisabled = false;
  #stateBefore: CheckoutState | undefined;
  /**
   * Registers the element, unless the tag name is taken. A browser without `:state()` shows that it is too old.
   *
   * @example
   * CardCheckout.define('pay-by-card');
   */
  static define(tagName = 'card-checkout'): void {
    if (!customElements.get(tagName)) defineElement(tagName, CardCheckout);
  }

  /**
   * The state of the element: `ready`, `paying`, `approved`, `declined`, `pending` or `error`.
   *
   * @example
   * backButton.disabled = checkout.state === 'paying';
   */
  get state(): CheckoutState['status'] {
    return this.#checkout.state.status;
  }

  /**
   * The idempotency key of the latest attempt; undefined before the first.
   *
   * @example
   * checkout.addEventListener('checkout-error', ({ code }) => log(code, checkout.paymentId));
   */
  get paymentId(): string | undefined {
    return this.#checkout.paymentId;
  }

  /** The surrounding form, if any. */
  get form(): HTMLFormElement | null {
    return this.#association.internals.form;
  }

  get validity(): ValidityState {
    return this.#association.internals.validity;
  }

  get validationMessage(): string {
    return this.#association.internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.#association.internals.willValidate;
  }

  /**
   * Pays, as the button does; resolves when the attempt has ended.
   *
   * @example
   * await checkout.submit();
   * if (checkout.state === 'approved') showThanks(checkout.paymentId);
   */
  async submit(): Promise<void> {
    this.#updateNow();
    if (this.#isDisabled || !canPay(this.#checkout.state) || !this.reportValidity()) return;
    const { order } = this.#checkout;
    // A page without TLS must not handle cards, and has no `crypto.randomUUID`.
    if (!order || !isSecureContext) return this.#checkout.fail(new CheckoutError('misconfigured'));
    const { proxyUrl, cart, threeDS, threeDSAdapter, threeDSTimeoutMs, fraud, fraudAdapter } = this;
    await this.#checkout.pay({
      proxyUrl,
      cart,
      threeDS,
      threeDSAdapter,
      threeDSTimeoutMs,
      fraud,
      fraudAdapter,
      order,
      totalCentavos: this.#form.totalCentavos(order),
      request: this.#form.toRequest(order, this.payer),
    });
  }

  /**
   * Empties the form and forgets the attempt; does nothing while a submitted payment runs.
   *
   * @example
   * dialog.addEventListener('close', () => checkout.reset());
   */
  reset(): void {
    if (isSubmitted(this.#checkout.state)) return;
    this.#form.clear();
    this.#checkout.reset();
    this.#typed.edited();
  }

  /** Runs instead of `disconnectedCallback` and `connectedCallback` when `moveBefore()` moves the element. */
  connectedMoveCallback(): void {
    // Nothing has to begin or end.
  }

  /**
   * Focuses the first field.
   *
   * @example
   * cardTab.addEventListener('click', () => checkout.focus());
   */
  override focus(): void {
    this.#typed.focusOn('number');
  }

  /**
   * Returns whether the form is valid; fires `invalid` if it isn't.
   *
   * @example
   * payButton.disabled = !checkout.checkValidity();
   */
  checkValidity(): boolean {
    this.#updateNow();
    this.#typed.read();
    return this.#association.checkValidity();
  }

  /**
   * As `checkValidity`; also shows every error and focuses the first invalid field.
   *
   * @example
   * if (terms.reportValidity() && checkout.reportValidity()) await checkout.submit();
   */
  reportValidity(): boolean {
    if (this.checkValidity()) return true;
    this.#report();
    const invalid = this.#form.firstInvalid;
    if (invalid) void this.updateComplete.then(() => this.#typed.focusOnFault(invalid));
    return false;
  }

  /**
   * Makes the element invalid with a message of the page's own, until called with ''.
   *
   * @example
   * checkout.setCustomValidity(terms.checked ? '' : 'Accept the terms of sale first.');
   */
  setCustomValidity(message: string): void {
    this.#association.customError = message;
    this.#isReported &&= message !== '';
    this.requestUpdate();
  }

  /** Runs when the surrounding form is reset (HTML, 4.13.6). */
  formResetCallback(): void {
    this.reset();
  }

  /** Runs when it or a `fieldset` around it is enabled or disabled (HTML, 4.13.6), also in an update. */
  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabled = isDisabled;
    void this.updateComplete.then(() => this.requestUpdate());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.updateComplete.catch((error: unknown) => this.#onFault(error));
    if (changed.has('brands')) this.#form.accepted = brandsIn(this.brands);
    if (changed.has('kinds')) this.#form.takeKinds(kindsIn(this.kinds));
    if (changed.has('order')) this.#checkout.readOrder();
  }

  protected override update(changed: PropertyValues<this>): void {
    const { state } = this.#checkout;
    if (this.hasUpdated && state !== this.#stateBefore) {
      keepHeight(this.renderRoot, state);
      this.#stateBefore = state;
    }
    super.update(changed);
  }

  /** Replaces the outline, whose height the form keeps, if it only waits for an earlier payment. */
  protected override firstUpdated(): void {
    if (isWaitingOnly(this.#checkout.state)) this.requestUpdate();
  }

  /** Tells the developer and, unless a payment runs or has ended, the page that the form can't be drawn. */
  #onFault(error: unknown): void {
    tell(mistakeIn.drawing(error));
    if (canPay(this.#checkout.state))
      void this.#checkout.fail(new CheckoutError('unexpected', { retryable: false }));
  }

  /** @internal What the form shows; for the frame of the isolated form. */
  get shown(): CheckoutView {
    this.#updateNow();
    return this.#view();
  }

  /** @internal Whether the form moves the focus, not the buyer; for the frame of the isolated form. */
  get isMovingFocus(): boolean {
    return this.#typed.isMovingFocus;
  }

  protected override render(): TemplateResult {
    return renderCheckout(this.#view());
  }

  #view(): CheckoutView {
    const { state } = this.#checkout;
    return this.#typed.view({
      isLoaded: this.#texts.isLoaded && (this.hasUpdated || !isWaitingOnly(state)),
      customError: this.#isReported ? this.#association.customError : '',
      isDisabled: this.#isDisabled,
      onSubmit: () => void this.submit(),
    });
  }

  protected override updated(): void {
    this.#showValidity();
    const loading = !this.#texts.isLoaded && 'loading';
    this.#association.showStates([this.state, loading, this.#isDisabled && 'disabled']);
  }

  /** Shows every error, also the page's own. */
  #report(): void {
    this.#isReported = true;
    this.#typed.report();
  }

  /** Passes the payment's id to the surrounding form, or what is wrong. */
  #showValidity(): void {
    this.#checkout.expectPress();
    const isDone = isOver(this.state);
    const invalid = isDone ? undefined : this.#form.firstInvalid;
    const input = invalid && this.#form.inputIn(this.renderRoot, invalid);
    const fault = invalid && this.#typed.errorText(invalid);
    this.#association.update(isDone && this.paymentId, fault ?? '', input);
  }

  /** Applies at once what the page has set. */
  #updateNow(): void {
    if (this.isUpdatePending) this.performUpdate();
  }
}
