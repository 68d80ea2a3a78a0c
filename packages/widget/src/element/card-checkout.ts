import type { PayerDetails } from '@card-checkout/contract/payer';
import { LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { kindsIn, type FieldName } from '../form/card-form.ts';
import { styles } from './card-checkout.styles.ts';
import { CheckoutController, type CheckoutHost } from './checkout-controller.ts';
import type { CheckoutState } from '../state/checkout-state.ts';
import { renderCheckout } from '../view/checkout-view.ts';
import { CheckoutError } from '../errors.ts';
import { emptyForgotten } from '../view/field-view.ts';
import { fieldInput } from '../form/field-inputs.ts';
import { focusOnOutcome, keepFocus } from '../form/focus.ts';
import type { FraudAdapter } from '../fraud/adapter.ts';
import { FormAssociation } from './form-association.ts';
import { FormController } from '../form/form-controller.ts';
import { LocaleController } from '../locales/locale-controller.ts';
import type { MessageOverrides } from '../locales/messages.ts';
import type { FraudMode } from '../pay/pay.ts';
import { hasExpired, orderOn, type Order } from '../order/order.ts';
import type { CartItem, ThreeDSAdapter } from '../three-ds/adapter.ts';
import type { ThreeDSMode } from '../three-ds/policy.ts';

/**
 * A payment form for cards: it authenticates the buyer and pays one order through the proxy.
 *
 * @tag card-checkout
 *
 * @attr {string} nonce - CSP nonce for the scripts that the element inserts
 *
 * @fires {CheckoutReadyEvent} checkout-ready - the buyer can pay
 * @fires {CheckoutChangeEvent} checkout-change - the validity of the form or the brand of the card changed
 * @fires {CheckoutStepEvent} checkout-step - a stage of the attempt begins
 * @fires {CheckoutApprovedEvent} checkout-approved - the payment was approved
 * @fires {CheckoutDeclinedEvent} checkout-declined - the payment was declined
 * @fires {CheckoutErrorEvent} checkout-error - the attempt ended without an answer about the payment
 * @fires {CheckoutPendingEvent} checkout-pending - the outcome is not known yet; the buyer must not pay again
 */
export class CardCheckout extends LitElement implements CheckoutHost {
  static override readonly styles = styles;
  /** Says which properties are attributes, too; decorators would cost 400 bytes more. */
  static override readonly properties = {
    proxyUrl: { attribute: 'proxy-url' },
    order: {},
    amount: { type: Number },
    orderId: { attribute: 'order-id' },
    locale: {},
    threeDS: { attribute: 'three-ds' },
    kinds: {},
    apiUrl: { attribute: 'api-url' },
    provider: {},
    fraudScriptUrl: { attribute: 'fraud-script-url' },
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
  /** Makes the element part of a form around it: it submits the payment's id. */
  static readonly formAssociated = true;

  /** Origin and path of the proxy. */
  proxyUrl = '';
  /** The signed order token (contract section 4). */
  order = '';
  /** Integer centavos; only for a proxy that allows unsigned orders. */
  amount = 0;
  /** The order's id; only for a proxy that allows unsigned orders. */
  orderId = '';
  /** `pt-BR`, `en` or `es`; by default the nearest `lang` decides, else pt-BR. */
  locale = '';
  /** `required` (default), `preferred` or `off`; debit always authenticates. */
  threeDS: ThreeDSMode = 'required';
  /** `credit` (default), `debit` or `credit debit`. */
  kinds = 'credit';
  /** Replaces what the proxy says about the payments service's address. */
  apiUrl = '';
  /** Replaces what the proxy says about the acquirer. */
  provider = '';
  /** Replaces what the proxy says about the fraud script. */
  fraudScriptUrl = '';
  /** What the page knows about the buyer; goes to 3DS and into the request. */
  payer: PayerDetails = {};
  /** Goes to 3DS. */
  cart: readonly CartItem[] = [];
  /** Takes the place of the adapter that belongs to the provider. */
  threeDSAdapter: ThreeDSAdapter | undefined;
  /** Milliseconds that everything up to the authentication's end may take: 90000 (default) to 900000. */
  threeDSTimeoutMs = 0;
  /** `preferred` (default) pays without a complete fraud profile, `required` does not. */
  fraud: FraudMode = 'preferred';
  /** Takes the place of the preset that the fraud script's address names. */
  fraudAdapter: FraudAdapter | undefined;
  /** Replaces any text. */
  messages: MessageOverrides = {};

  /** The name under which a form around the element submits the payment's id. */
  name = '';
  /** Whether nothing can be typed or paid; a disabled `fieldset` around it does the same. */
  disabled = false;

  readonly #association = new FormAssociation(this, () => this.#filling.report());
  readonly #texts = new LocaleController(this);
  readonly #filling = new FormController(this, this.#texts, {
    order: () => this.#order,
    onChange: () => this.#showValidity(),
  });
  readonly #form = this.#filling.form;
  readonly #checkout = new CheckoutController(this, {
    orderId: () => this.#order?.id,
    cardSent: () => this.#form.forgetSecurityCode(),
    attemptEnded: (ended) => this.#attemptEnded(ended),
    formOver: () => this.#form.clear(),
  });
  #order: Order | undefined;
  #isDisabled = false;
  /** What had the focus before the update. */
  #focused: Element | null | undefined;

  /** Defines the element under a tag name, unless that is taken. */
  static define(tagName = 'card-checkout'): void {
    if (!customElements.get(tagName)) customElements.define(tagName, CardCheckout);
  }

  /** Where the element stands: `ready`, `paying`, `approved`, `declined`, `pending` or `error`. */
  get state(): CheckoutState['status'] {
    return this.#checkout.state.status;
  }

  /** The idempotency key of the latest attempt; nothing before the first. */
  get paymentId(): string | undefined {
    return this.#checkout.paymentId;
  }

  /** The form around the element, if any. */
  get form(): HTMLFormElement | null {
    return this.#association.form;
  }

  get validity(): ValidityState {
    return this.#association.validity;
  }

  get validationMessage(): string {
    return this.#association.validationMessage;
  }

  get willValidate(): boolean {
    return this.#association.willValidate;
  }

  /** Does what the button does; resolves when the attempt has ended. */
  async submit(): Promise<void> {
    this.#updateNow();
    if (this.#isDisabled || !this.#checkout.canPay || !this.reportValidity()) return;
    const order = this.#order;
    // A page without TLS may not see a card, and browsers give it no `crypto.randomUUID`.
    if (!order || !isSecureContext) return this.#checkout.fail(new CheckoutError('misconfigured'));
    if (hasExpired(order)) return this.#checkout.fail(new CheckoutError('order_expired'));
    await this.#checkout.pay(
      {
        order,
        totalCentavos: this.#form.totalCentavos(order),
        request: this.#form.toRequest(order, this.payer),
        cart: this.cart,
        mode: this.threeDS,
        timeoutMs: this.threeDSTimeoutMs,
        fraudMode: this.fraud,
      },
      { root: this.renderRoot, messages: this.#texts.messages },
    );
  }

  /** Empties the form and forgets the attempt; does nothing while the card is on its way. */
  reset(): void {
    if (this.#checkout.isSent) return;
    this.#form.clear();
    this.#form.kind = kindsIn(this.kinds)[0];
    this.#checkout.reset();
  }

  /** Puts the caret into the first field. */
  override focus(): void {
    this.#focusOn('number');
  }

  /** Tells whether everything is filled in right; fires `invalid` when it is not. */
  checkValidity(): boolean {
    this.#updateNow();
    return this.#association.checkValidity();
  }

  /** As `checkValidity`, and shows every fault and goes to the first. */
  reportValidity(): boolean {
    if (this.checkValidity()) return true;
    this.#association.report();
    this.#filling.report();
    const fault = this.#form.firstFault;
    if (fault) void this.updateComplete.then(() => this.#focusOn(fault));
    return false;
  }

  /** Makes the element invalid for a reason of the page's own, until it is called with ''. */
  setCustomValidity(message: string): void {
    this.#association.setCustomFault(message);
    this.requestUpdate();
  }

  /** Follows the form around the element (HTML, 4.13.6). */
  formResetCallback(): void {
    this.reset();
  }

  /** Follows the attribute `disabled` and a `fieldset` around the element (HTML, 4.13.6). */
  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabled = isDisabled;
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#focused = this.shadowRoot?.activeElement;
    if (changed.has('kinds')) this.#form.kind = kindsIn(this.kinds)[0];
    if (changed.has('order') || changed.has('amount') || changed.has('orderId')) this.#readOrder();
  }

  protected override render(): TemplateResult {
    const order = this.#filling.hasAmounts ? this.#order : undefined;
    return renderCheckout({
      form: this.#form,
      checkout: this.#checkout,
      kinds: kindsIn(this.kinds),
      totalCentavos: this.#checkout.totalCentavos ?? (order && this.#form.totalCentavos(order)),
      isLoaded: this.#texts.isLoaded,
      locale: this.#texts.locale,
      messages: this.#texts.messages,
      marks: this.#filling.marks,
      announcement: this.#filling.announcement,
      customFault: this.#association.reportedFault,
      isDisabled: this.#isDisabled,
      isLocked: this.#isDisabled || this.state === 'paying',
      onSubmit: () => void this.submit(),
      onCancel: () => this.#checkout.cancel(),
      onEdit: () => this.#filling.edited(),
      onFocus: (name) => this.#focusOn(name),
    });
  }

  protected override updated(): void {
    emptyForgotten(this.renderRoot, this.#form);
    keepFocus(this.renderRoot, this.#focused);
    this.#showValidity();
    const loading = !this.#texts.isLoaded && 'loading';
    this.#association.showStates(this.state, loading, this.#isDisabled && 'disabled');
  }

  /** Gives a form around the element the payment's id, or what is wrong. */
  #showValidity(): void {
    this.#association.update(this.#checkout, this.#filling, this.renderRoot);
  }

  /** What the page has set a moment ago counts, not what was drawn last. */
  #updateNow(): void {
    if (this.isUpdatePending) this.performUpdate();
  }

  /** Reads the order that the page has set; a running attempt keeps its own. */
  #readOrder(): void {
    this.#order = undefined;
    try {
      this.#order = orderOn(this);
      if (this.state === 'error') this.#checkout.reset();
    } catch (error) {
      if (!(error instanceof CheckoutError)) throw error;
      if (this.state !== 'paying') this.#checkout.fail(error);
    }
  }

  #focusOn(name: FieldName): void {
    fieldInput(this.renderRoot, name)?.focus();
  }

  #attemptEnded(ended: CheckoutState): void {
    if (ended.status === 'error') this.#form.refuse(ended.error.fields);
    // Whoever hears of it may submit the form around the element at once.
    else this.#updateNow();
    void this.updateComplete.then(() => focusOnOutcome(this.renderRoot, ended, this.#form));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'card-checkout': CardCheckout;
  }
}
