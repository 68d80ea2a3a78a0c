import type { PayerDetails } from '@card-checkout/contract/payer';
import type { CheckoutErrorCode } from '../errors.ts';
import type { Appearance } from '../fields/card-fields.ts';
import type { AskList } from '../fields/buyer-fields.ts';
import type { BrandList, KindList } from '../fields/brands.ts';
import type { FraudMode } from '../fraud/adapter.ts';
import type { LanguageTag, MessageOverrides } from '../locales/messages.ts';
import type { CheckoutState } from '../state/checkout-state.ts';
import { CheckoutErrorEvent } from '../state/events.ts';
import type { CartItem } from '../three-ds/adapter.ts';
import type { ThreeDSMode } from '../three-ds/policy.ts';
import { FormPart, noStatus } from './form-part.ts';
import { eventOf, type FraudMessage, type FrameMessage } from './frame-messages.ts';
import type { Method } from './frame-link.ts';
import { FrameSession } from './frame-session.ts';
import { loadExplain } from './load-explain.ts';
import { runFraudScript } from './run-fraud-script.ts';
import { attributes, defaults, valueOf } from './element-properties.ts';

/** Refused: they would run where the card is typed. */
const adapters = ['threeDSAdapter', 'fraudAdapter'];

/** On a server there are no elements, and importing this must not fail. */
const Base: typeof HTMLElement = Reflect.get(globalThis, 'HTMLElement') ?? Object;

/**
 * The isolated form: `<card-checkout>` as a frame of the proxy's own origin, in which the ordinary
 * element runs. No script of the page can read what is typed there. Attributes, properties, methods and
 * events are those of `CardCheckout`; adapters are refused, and `::part()` does not cross over.
 *
 * @example <card-checkout proxy-url="https://pay.shop.example" order="eyJ…"></card-checkout>
 */
export class IsolatedCheckout extends Base {
  static readonly formAssociated = true;
  static readonly observedAttributes = Object.keys(attributes);

  /** Origin (and path) of the proxy, which must not be that of the page. */
  declare proxyUrl: string;
  declare order: string;
  declare amount: number;
  declare orderId: string;
  declare locale: LanguageTag;
  declare threeDS: ThreeDSMode;
  declare kinds: KindList;
  declare brands: BrandList;
  declare autoAdvance: boolean;
  declare appearance: Appearance;
  declare apiUrl: string;
  declare provider: string;
  declare fraudScriptUrl: string;
  declare ask: AskList;
  declare payer: PayerDetails;
  declare cart: readonly CartItem[];
  declare threeDSTimeoutMs: number;
  declare fraud: FraudMode;
  declare messages: MessageOverrides;

  readonly #session = new FrameSession(this, {
    onMessage: (message) => this.#receive(message),
    onFail: (code) => this.#fail(code),
    onClose: () => this.#forget(),
  });
  readonly #part = new FormPart(this, () => this.#report());

  static {
    for (const name of [...Object.keys(defaults), 'proxyUrl', ...adapters]) {
      Object.defineProperty(IsolatedCheckout.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: IsolatedCheckout) {
          return this.#session.values[name];
        },
        set(this: IsolatedCheckout, value: unknown) {
          if (!adapters.includes(name)) this.#session.set(name, value);
          else if (value !== undefined) this.#session.refuse(name);
        },
      });
    }
  }

  constructor() {
    super();
    // A label of the page's was clicked; clicks in the frame stay there.
    this.addEventListener('click', () => this.focus());
    this.#forget();
  }

  /** Registers the element as `card-checkout`, unless that name is taken or there is no browser; an old one says so. */
  static define(): void {
    if (!('customElements' in globalThis)) return;
    const taken = customElements.get('card-checkout');
    // The ordinary element is one of Lit's.
    if (taken && 'elementProperties' in taken)
      void loadExplain().then((late) => late?.tell(late.mistakes.bothForms));
    if (taken) return;
    if (CSS.supports('selector(:state(a))'))
      customElements.define('card-checkout', IsolatedCheckout);
    else
      void import('../browser/old-browser.ts').then((old) => old.replaceElement('card-checkout'));
  }

  /** The state of the element: `ready`, `paying`, `approved`, `declined`, `pending` or `error`. */
  get state(): CheckoutState['status'] {
    return this.#part.status.state;
  }
  /** The idempotency key of the latest attempt; undefined before the first. */
  get paymentId(): string | undefined {
    return this.#part.status.paymentId;
  }
  /** The surrounding form, if any. */
  get form(): HTMLFormElement | null {
    return this.#part.internals.form;
  }
  get validity(): ValidityState {
    return this.#part.internals.validity;
  }
  get validationMessage(): string {
    return this.#part.internals.validationMessage;
  }
  get willValidate(): boolean {
    return this.#part.internals.willValidate;
  }
  /** The name under which a surrounding form submits the payment's id. */
  get name(): string {
    return this.getAttribute('name') ?? '';
  }
  set name(name: string) {
    this.setAttribute('name', name);
  }
  /** Prevents typing and paying; a disabled `fieldset` around the element does the same. */
  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }
  set disabled(isDisabled: boolean) {
    this.toggleAttribute('disabled', isDisabled);
  }

  /** Pays, as the button does; resolves when the attempt has ended. */
  async submit(): Promise<void> {
    await this.#session.call('submit');
  }
  /** Empties the form and forgets the attempt; does nothing while a submitted payment runs. */
  reset(): void {
    this.#call('reset');
  }
  /** Focuses the first field. */
  override focus(): void {
    this.#frame.focus();
    this.#call('focus');
  }
  /** Returns whether the form is valid, as the frame last told; fires `invalid` if it is not. */
  checkValidity(): boolean {
    return this.#part.checkValidity();
  }
  /** As `checkValidity`; also shows every error and focuses the first invalid field. */
  reportValidity(): boolean {
    const isValid = this.checkValidity();
    if (!isValid) this.#report();
    return isValid;
  }
  /** Makes the element invalid with a message of the page's own, until called with ''. */
  setCustomValidity(message: string): void {
    this.#part.setCustomError(message, this.#frame);
    this.#session.setCustomError(message);
  }

  connectedCallback(): void {
    this.#adoptEarlyProperties();
    this.#session.connect();
  }

  disconnectedCallback(): void {
    this.#session.disconnect();
  }

  attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
    const name = attributes[attribute];
    if (name !== undefined) this.#session.set(name, valueOf(name, text));
  }

  /** Runs when the surrounding form is reset (HTML, 4.13.6). */
  formResetCallback(): void {
    this.reset();
  }

  /** Runs when the element or a `fieldset` around it is enabled or disabled (HTML, 4.13.6). */
  formDisabledCallback(isDisabled: boolean): void {
    this.#session.set('disabled', isDisabled);
  }

  get #frame(): HTMLIFrameElement {
    return this.#session.box.frame;
  }

  /** Takes properties that were set before the element was defined, which hide the accessors. */
  #adoptEarlyProperties(): void {
    for (const name of Object.keys(this)) {
      if (!(name in IsolatedCheckout.prototype)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  /** Shows every error. In WebKit, a frame that was not used yet gets the focus, and its field does not. */
  #report(): void {
    this.#frame.focus();
    this.#call('reportValidity');
  }

  #call(method: Method): void {
    void this.#session.call(method);
  }

  #receive(message: FrameMessage): void {
    const { box } = this.#session;
    switch (message.type) {
      case 'status':
        return this.#part.show(message, this.#frame);
      case 'event':
        return void this.dispatchEvent(eventOf(message));
      case 'height':
        return box.setHeight(message.px);
      case 'challenge':
        return message.isOpen ? box.grow() : box.shrink();
      case 'reload':
        return location.reload();
      case 'fraud':
        return void this.#runFraudScript(message);
      case 'done':
        return undefined;
      default:
        return message satisfies never;
    }
  }

  async #runFraudScript(message: FraudMessage): Promise<void> {
    this.#session.send(await runFraudScript(message, this.nonce || undefined));
  }

  /** Shows that there is no form. */
  #fail(code: CheckoutErrorCode): void {
    this.#part.show({ ...noStatus, state: 'error', states: ['error'] }, this.#frame);
    this.dispatchEvent(new CheckoutErrorEvent(code, false));
  }

  #forget(): void {
    this.#part.show(noStatus, this.#frame);
  }
}
