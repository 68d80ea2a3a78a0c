import type { CardKind } from '@card-checkout/contract/checkout';
import type { ClientConfig } from '@card-checkout/contract/client-config';
import type { PayerDetails } from '@card-checkout/contract/payer';
import { LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { CardForm, type FieldName } from './card-form.ts';
import { styles } from './card-checkout.styles.ts';
import { CheckoutController, type CheckoutHost } from './checkout-controller.ts';
import type { CheckoutState } from './checkout-state.ts';
import { renderCheckout } from './checkout-view.ts';
import { CheckoutError } from './errors.ts';
import { CheckoutChangeEvent } from './events.ts';
import { loadMessages, localeFor, nearestLanguage, type Locale } from './locales/locale.ts';
import { ptBR } from './locales/pt-br.ts';
import { mergeMessages, type MessageOverrides, type Messages } from './locales/messages.ts';
import { hasExpired, readOrderToken, unsignedOrder, type Order } from './order.ts';
import type { CartItem, ThreeDSAdapter } from './three-ds/adapter.ts';
import type { ThreeDSMode } from './three-ds/policy.ts';

/**
 * Is a payment form for cards: it authenticates the buyer and pays one order through the proxy.
 *
 * @fires checkout-ready - the buyer can pay
 * @fires checkout-change - the validity of the form or the brand of the card changed
 * @fires checkout-step - a stage of the attempt begins
 * @fires checkout-approved - the payment was approved
 * @fires checkout-declined - the payment was declined
 * @fires checkout-error - the attempt ended without an answer about the payment
 * @fires checkout-pending - the outcome is not known yet; the buyer must not pay again
 */
export class CardCheckout extends LitElement implements CheckoutHost {
  static override readonly styles = styles;

  /** Origin and path of the proxy. */
  @property({ attribute: 'proxy-url' }) proxyUrl = '';
  /** The signed order token (contract section 4). */
  @property() order = '';
  /** Integer centavos; only for a proxy that allows unsigned orders. */
  @property({ type: Number }) amount = 0;
  /** The order's id; only for a proxy that allows unsigned orders. */
  @property({ attribute: 'order-id' }) orderId = '';
  /** `pt-BR` or `en`; by default the nearest `lang` decides, else pt-BR. */
  @property() locale = '';
  /** `required` (default), `preferred` or `off`; debit always authenticates. */
  @property({ attribute: 'three-ds' }) threeDS: ThreeDSMode = 'required';
  /** `credit` (default), `debit` or `credit debit`. */
  @property() kinds = 'credit';
  /** Replaces what the proxy says about the payments service's address. */
  @property({ attribute: 'api-url' }) apiUrl = '';
  /** Replaces what the proxy says about the acquirer. */
  @property() provider = '';
  /** Replaces what the proxy says about the fraud script. */
  @property({ attribute: 'fraud-script-url' }) fraudScriptUrl = '';
  /** Is what the page knows about the buyer; goes to 3DS and into the request. */
  @property({ attribute: false }) payer: PayerDetails = {};
  /** Goes to 3DS. */
  @property({ attribute: false }) cart: readonly CartItem[] = [];
  /** Takes the place of the adapter that belongs to the provider. */
  @property({ attribute: false }) threeDSAdapter: ThreeDSAdapter | undefined;
  /** Replaces any text. */
  @property({ attribute: false }) messages: MessageOverrides = {};

  readonly #form = new CardForm();
  readonly #checkout = new CheckoutController(this, {
    cardSent: () => this.#form.forgetSecurityCode(),
    attemptEnded: (ended) => this.#attemptEnded(ended),
  });
  #order: Order | undefined;
  #locale: Locale | undefined;
  #localeMessages: Messages | undefined;
  #announced = '';

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

  get configOverrides(): Partial<ClientConfig> {
    return {
      ...(this.apiUrl && { apiUrl: this.apiUrl }),
      ...(this.provider && { provider: this.provider }),
      ...(this.fraudScriptUrl && { fraudScriptUrl: this.fraudScriptUrl }),
    };
  }

  /** Does what the button does; resolves when the attempt has ended. */
  async submit(): Promise<void> {
    // What the page has set a moment ago counts, not what was drawn last.
    if (this.isUpdatePending) this.performUpdate();
    if (!this.#checkout.canPay || !this.reportValidity()) return;
    const order = this.#order;
    // A page without TLS may not see a card, and browsers give it no `crypto.randomUUID`.
    if (!order || !isSecureContext) return this.#checkout.fail(new CheckoutError('misconfigured'));
    if (hasExpired(order)) return this.#checkout.fail(new CheckoutError('order_expired'));
    await this.#checkout.pay(
      {
        order,
        request: this.#form.toRequest(order, this.payer),
        cart: this.cart,
        mode: this.threeDS,
        adapter: this.threeDSAdapter,
      },
      { root: this.renderRoot, messages: this.#texts },
    );
  }

  /** Empties the form and forgets the attempt; does nothing while the card is on its way. */
  reset(): void {
    if (this.#checkout.isSent) return;
    this.#form.clear();
    this.#form.kind = this.#allowedKinds[0];
    this.#checkout.reset();
  }

  /** Puts the caret into the first field. */
  override focus(): void {
    this.#focusOn('number');
  }

  /** Tells whether everything is filled in right. */
  checkValidity(): boolean {
    return this.#form.isValid;
  }

  /** As `checkValidity`, and shows every fault and goes to the first. */
  reportValidity(): boolean {
    this.#form.reportAll();
    this.requestUpdate();
    const fault = this.#form.firstFault;
    if (fault) void this.updateComplete.then(() => this.#focusOn(fault));
    return fault === undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('order') || changed.has('amount') || changed.has('orderId')) this.#readOrder();
    if (changed.has('kinds')) this.#form.kind = this.#allowedKinds[0];
    const locale = localeFor(this.locale || nearestLanguage(this));
    if (locale !== this.#locale) void this.#useLocale(locale);
  }

  protected override render(): TemplateResult | undefined {
    if (!this.#localeMessages) return undefined;
    return renderCheckout({
      form: this.#form,
      checkout: this.#checkout,
      order: this.#order,
      kinds: this.#allowedKinds,
      locale: this.#locale ?? 'pt-BR',
      messages: this.#texts,
      onSubmit: () => void this.submit(),
      onCancel: () => this.#checkout.cancel(),
      onEdit: () => this.#edited(),
    });
  }

  get #texts(): Messages {
    return mergeMessages(this.#localeMessages ?? ptBR, this.messages);
  }

  get #allowedKinds(): readonly [CardKind, ...CardKind[]] {
    const allowsDebit = /\bdebit\b/.test(this.kinds);
    if (!allowsDebit) return ['credit'];
    return /\bcredit\b/.test(this.kinds) ? ['credit', 'debit'] : ['debit'];
  }

  /** Reads the order that the page has set; a running attempt keeps its own. */
  #readOrder(): void {
    this.#order = undefined;
    try {
      if (this.order !== '') this.#order = readOrderToken(this.order);
      else if (this.orderId !== '') this.#order = unsignedOrder(this.orderId, this.amount);
      this.#form.offerInstallments(this.#order?.maxInstallments ?? 1);
      if (this.state === 'error') this.#checkout.reset();
    } catch (error) {
      if (!(error instanceof CheckoutError)) throw error;
      if (this.state !== 'paying') this.#checkout.fail(error);
    }
  }

  async #useLocale(locale: Locale): Promise<void> {
    this.#locale = locale;
    const messages = await loadMessages(locale);
    if (locale !== this.#locale) return;
    this.#localeMessages = messages;
    this.requestUpdate();
  }

  #edited(): void {
    this.requestUpdate();
    const { isValid, brand } = this.#form;
    const announcing = `${isValid} ${brand}`;
    if (announcing === this.#announced) return;
    this.#announced = announcing;
    this.dispatchEvent(new CheckoutChangeEvent(isValid, brand));
  }

  #focusOn(name: FieldName): void {
    this.renderRoot.querySelector<HTMLElement>(`[data-field=${name}]`)?.focus();
  }

  #attemptEnded(ended: CheckoutState): void {
    if (ended.status === 'approved' || ended.status === 'pending') this.#form.clear();
    if (ended.status === 'error') this.#form.refuse(ended.error.fields);
    void this.updateComplete.then(() => this.#focusOnOutcome(ended));
  }

  #focusOnOutcome(ended: CheckoutState): void {
    const fault = this.#form.firstFault;
    if (ended.status === 'error' && fault && Object.keys(ended.error.fields).length > 0) {
      return this.#focusOn(fault);
    }
    // The pressed button is gone, or was never the one that had the focus.
    const hasFocus = this.shadowRoot?.activeElement !== null;
    const outcome = this.renderRoot.querySelector<HTMLElement>('[part~=result]');
    if (outcome) outcome.focus();
    else if (!hasFocus) this.renderRoot.querySelector<HTMLElement>('[part~=button]')?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'card-checkout': CardCheckout;
  }
}
