import { FormAssociation } from '../../browser/form-association.ts';
import { need, tell } from '../../browser/mistakes.ts';
import type { CheckoutErrorCode } from '../../errors.ts';
import type { Properties } from '../../element/markup.ts';
import { defineElement } from '../../locales/define-element.ts';
import { isOver, type CheckoutState } from '../../checkout/checkout-state.ts';
import { eventOf } from '../../checkout/events.ts';
import { attributes, defaults, valueOf } from '../element-properties.ts';
import { mistakes } from './explain.ts';
import { FrameSession } from './frame-session.ts';
import { runFraudScript } from './run-fraud-script.ts';
import type { FraudMessage, FrameMessage, Status } from '../port.ts';

/** Refused: they would run where the card is typed. */
const adapters = ['threeDSAdapter', 'fraudAdapter'];

/** The status before the frame has said anything. Its text is never shown, but makes a form wait. */
const noStatus: Status = {
  type: 'status',
  state: 'ready',
  paymentId: undefined,
  states: ['loading'],
  validationMessage: '…',
};

/** The properties that the class defines below. */
type Settings = Omit<
  Properties,
  'threeDSAdapter' | 'fraudAdapter' | 'messages' | 'name' | 'disabled'
>;

/** On a server there are no elements, and importing this must not fail. */
const Base: new () => HTMLElement & Settings =
  Object.getOwnPropertyDescriptor(globalThis, 'HTMLElement')?.value ?? Object;

/**
 * The isolated form: `<card-checkout>` as a frame of the proxy's own origin, in which the ordinary
 * element runs. No script of the page can read what is typed there. Attributes, properties, methods and
 * events are those of `CardCheckout`; adapters are refused, and `messages` and `::part()` don't cross over.
 *
 * @example <card-checkout proxy-url="https://pay.shop.example" order="eyJ…"></card-checkout>
 */
export class IsolatedCheckout extends Base {
  static readonly formAssociated = true;
  static readonly observedAttributes = Object.keys(attributes);

  readonly #session = new FrameSession(this, {
    onMessage: (message) => this.#receive(message),
    onFail: (code) => this.#fail(code),
    onClose: () => this.#show(noStatus),
  });
  readonly #association = new FormAssociation(this, () => this.#onInvalid());
  #status = noStatus;

  static {
    for (const name of [...Object.keys(defaults), 'proxyUrl', ...adapters]) {
      if (Object.hasOwn(IsolatedCheckout.prototype, name)) continue;
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
    // A label on the page was clicked; clicks in the frame stay there.
    this.addEventListener('click', () => this.focus());
    this.#show(noStatus);
  }

  /**
   * Registers the element as `card-checkout`, unless that name is taken or there is no browser. In
   * unsupported browsers, the element shows a message.
   */
  static define(): void {
    if (!('customElements' in globalThis)) return;
    const taken = customElements.get('card-checkout');
    // The ordinary element is one of Lit's.
    if (taken && 'elementProperties' in taken) tell(mistakes.bothForms);
    if (!taken) defineElement('card-checkout', IsolatedCheckout);
  }

  get state(): CheckoutState['status'] {
    return this.#status.state;
  }
  get paymentId(): string | undefined {
    return this.#status.paymentId;
  }
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
  get name(): string {
    return this.getAttribute('name') ?? '';
  }
  set name(name: string) {
    this.setAttribute('name', name);
  }
  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }
  set disabled(isDisabled: boolean) {
    this.toggleAttribute('disabled', isDisabled);
  }

  async submit(): Promise<void> {
    await this.#session.call('submit');
  }
  reset(): void {
    void this.#session.call('reset');
  }
  override focus(): void {
    this.#frame.focus();
    void this.#session.call('focus');
  }
  /** Returns whether the form is valid, as the frame last said; fires `invalid` if it isn't. */
  checkValidity(): boolean {
    return this.#association.checkValidity();
  }
  reportValidity(): boolean {
    const isValid = this.checkValidity();
    if (!isValid) this.#report();
    return isValid;
  }
  setCustomValidity(message: string): void {
    this.#association.customError = message;
    this.#show(this.#status);
    this.#session.block(message !== '');
  }

  connectedCallback(): void {
    this.#adoptEarlyProperties();
    this.#session.connect();
  }

  disconnectedCallback(): void {
    this.#session.disconnect();
  }

  /** Runs instead of the two above when `moveBefore()` moves the element, which keeps its frame. */
  connectedMoveCallback(): void {
    // Nothing has to begin or end.
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

  /** Adopts properties that were set before the element was defined, which hide the accessors. */
  #adoptEarlyProperties(): void {
    // Prototype.js replaces `Object.keys` by one that lists inherited names, too.
    for (const name of Object.getOwnPropertyNames(this)) {
      if (!(name in IsolatedCheckout.prototype)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  /** Reports what is wrong if the element is the first one that blocks the surrounding form. */
  #onInvalid(): void {
    const elements = [...(this.form?.elements ?? [])];
    if (elements.find((one) => one.matches(':invalid:not(fieldset)')) === this) this.#report();
  }

  /** Shows every error. In WebKit, an unused frame gets the focus, but its field doesn't. */
  #report(): void {
    this.#frame.focus();
    void this.#session.call('reportValidity');
  }

  #receive(message: FrameMessage): void {
    const { box } = this.#session;
    switch (message.type) {
      case 'status':
        return this.#show(message);
      case 'event':
        return void this.dispatchEvent(eventOf(message.name, message.fields));
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
    need(message.scriptUrl);
    this.#session.send(await runFraudScript(message, this.nonce || undefined));
  }

  #fail(code: CheckoutErrorCode): void {
    this.#show({ ...noStatus, state: 'error', states: ['error'] });
    this.dispatchEvent(eventOf('checkout-error', { code, retryable: false }));
  }

  /** Shows a status to the surrounding form and to the page's style sheet. */
  #show(status: Status): void {
    this.#status = status;
    const value = isOver(status.state) && status.paymentId;
    const anchor = this.#frame.isConnected ? this.#frame : undefined;
    this.#association.update(value, status.validationMessage, anchor);
    this.#association.showStates(status.states);
  }
}
