import type { CardCheckout } from '../element/card-checkout.ts';
import { parsedSettings } from '../isolated/element-properties.ts';
import {
  isEventMessage,
  isGreeting,
  isPageMessage,
  type Call,
  type EventMessage,
  type FrameMessage,
  type PageMessage,
} from '../isolated/channel.ts';
import { AmountGuard } from './amount-guard.ts';
import stylesheet from './frame.css?inline';
import { addShopContent, addStyles, applyLook, isolate, keepPlace } from './proxy-document.ts';
import { RemoteFraud } from './remote-adapters.ts';
import { watchTyping } from './watch-typing.ts';

const stateNames = [
  'loading',
  'disabled',
  'ready',
  'paying',
  'approved',
  'declined',
  'pending',
  'error',
] as const;

const eventNames = [
  'checkout-ready',
  'checkout-change',
  'checkout-step',
  'checkout-approved',
  'checkout-declined',
  'checkout-error',
  'checkout-expiring',
  'checkout-pending',
] as const satisfies readonly EventMessage['name'][];

/**
 * The ordinary element in a frame of the proxy's origin, at the other end of the page's port. Nothing
 * typed goes through the port, whatever the page asks for.
 */
class FramedForm {
  readonly #element: CardCheckout = document.createElement('card-checkout');
  readonly #port: MessagePort;
  readonly #fraud = new RemoteFraud((message) => this.#send(message));
  readonly #amount = new AmountGuard(this.#element);
  /** Whether something was typed that the page may not hear about yet. */
  #isHeld = false;
  /** The form's fault that the page may know, apart from the page's own message. */
  #fault = '…';
  /** The latest change that the page hasn't heard about. */
  #change: EventMessage | undefined;
  #reported = '';
  #height = 0;
  /** The faults shown at that height, as text. */
  #faults = '';
  /** Runs once this document has had the focus for a turn. */
  #returning: ReturnType<typeof setTimeout> | undefined;

  constructor(port: MessagePort, merchantUrl: string, realmOrigin: string) {
    const element = this.#element;
    this.#port = port;
    isolate(element, new URL('..', location.href), {
      merchantUrl,
      realmOrigin,
      reload: () => this.#send({ type: 'reload' }),
      onChallenge: (isOpen) => this.#send({ type: 'challenge', isOpen }),
    });
    element.fraudAdapter = this.#fraud;
    addStyles(stylesheet);
    addShopContent(element);
    // The states change after an update, and the validity with what is typed.
    element.addController({ hostUpdated: () => queueMicrotask(this.#onUpdate) });
    for (const type of ['input', 'change']) element.addEventListener(type, this.#report);
    for (const name of eventNames)
      element.addEventListener(name, (event) => {
        const message = { ...Object.fromEntries(Object.entries(event)), type: 'event', name };
        if (isEventMessage(message)) this.#forward(message);
      });
    void watchTyping(element, {
      onType: () => {
        this.#isHeld = true;
        this.#amount.typed();
      },
      onLeave: () => this.#tell(),
      onPress: (event) => {
        this.#amount.onPress(event);
        this.#tell();
      },
    });
    new ResizeObserver(() => this.#measure()).observe(element);
    addEventListener('focus', () => (this.#returning = setTimeout(this.#returnToBank)));
    addEventListener('blur', () => {
      clearTimeout(this.#returning);
      this.#tellIfComplete();
    });
    port.addEventListener('message', ({ data }) => {
      if (isPageMessage(data)) this.#receive(data);
    });
    // The form comes with the page's first look.
    port.start();
  }

  #receive(message: PageMessage): void {
    const element = this.#element;
    switch (message.type) {
      case 'set': {
        const settings = parsedSettings(message.values);
        Object.assign(element, settings);
        if ('messages' in settings) this.#amount.takeMessages(element.messages);
        return;
      }
      case 'error':
        element.setCustomValidity(message.text);
        return void element.updateComplete.then(this.#tellIfComplete);
      case 'left':
        return this.#tellIfComplete();
      case 'look':
        this.#amount.isButtonHidden = applyLook(message);
        // The page sends its look after its settings, and again when it changes.
        if (!element.isConnected) document.body.append(element);
        return element.requestUpdate();
      case 'grown':
        return keepPlace(message.place);
      case 'call':
        return void this.#call(message);
      case 'cancel':
        element.renderRoot.querySelector('dialog')?.dispatchEvent(new Event('cancel'));
        return;
      case 'fraud':
        return this.#fraud.receive(message);
      default:
        message satisfies never;
    }
  }

  /**
   * Returns the focus to the bank's frame, unless the buyer has moved it to a control beside it. In
   * Chromium, the page's dialog takes it from a frame of another site, perhaps again later.
   */
  readonly #returnToBank = (): void => {
    const { shadowRoot } = this.#element;
    const bank = shadowRoot?.querySelector<HTMLIFrameElement>('dialog[open] iframe');
    if (!bank || (shadowRoot?.activeElement ?? bank) !== bank) return;
    bank.blur();
    bank.focus();
  };

  async #call({ id, method }: Call): Promise<void> {
    try {
      if (method === 'submit') await this.#amount.submit();
      else this.#element[method]();
      if (method === 'reset' && this.#element.state === 'ready') this.#onEmptied();
    } finally {
      this.#send({ type: 'done', id });
    }
  }

  #onEmptied(): void {
    this.#amount.emptied();
    this.#change = undefined;
    this.#tell();
  }

  /** Measures, too: off-screen frames skip layout, so ResizeObserver doesn't fire. */
  readonly #onUpdate = (): void => {
    this.#amount.update();
    this.#report();
    this.#measure();
  };

  /** Passes an event on; a change by a key waits until the field is left. */
  #forward(message: EventMessage): void {
    if (this.#isHeld && message.name === 'checkout-change') {
      this.#change = message;
      return;
    }
    if (message.name === 'checkout-step') this.#tell();
    else this.#tellIfComplete();
    this.#report();
    this.#send(message);
  }

  /** Tells the page everything that it may know while nobody types. */
  #tell(): void {
    this.#isHeld = false;
    this.#report();
    this.#measure();
    if (this.#change) this.#send(this.#change);
    this.#change = undefined;
  }

  /**
   * Tells the page about a complete form. From an incomplete one, a page that takes the focus between two
   * keys could learn how far the buyer is.
   */
  readonly #tellIfComplete = (): void => {
    if (this.#element.validity.valid) this.#tell();
  };

  /** Tells the page the form's height, but not while it shows that a key has changed the faults. */
  #measure(): void {
    const px = Math.ceil(this.#element.getBoundingClientRect().height);
    if (px === 0) return;
    const notes = this.#element.renderRoot.querySelectorAll('.fault, .warning, .summary');
    const faults = JSON.stringify(Array.from(notes, ({ textContent }) => textContent));
    if (this.#isHeld && faults !== this.#faults) return;
    this.#faults = faults;
    if (px === this.#height) return;
    this.#height = px;
    this.#send({ type: 'height', px });
  }

  /** Tells the page the element's status, if that has changed. */
  readonly #report = (): void => {
    const element = this.#element;
    const { state, paymentId, validity } = element;
    if (!this.#isHeld && !validity.customError) this.#fault = element.validationMessage;
    const validationMessage = this.#fault;
    // Until the element has updated, it still has the name of its state before.
    const states = stateNames.filter((name) => element.matches(`:state(${name})`));
    const status = { type: 'status', state, paymentId, states, validationMessage } as const;
    const text = JSON.stringify(status);
    if (text !== this.#reported) this.#send(status);
    this.#reported = text;
  };

  #send(message: FrameMessage): void {
    this.#port.postMessage(message, []);
  }
}

// The proxy has written both into the document.
const { origins = '', realm = location.origin } = document.documentElement.dataset;

/** Begins with the first page of an allowed origin; ignores every later greeting. */
function onGreeting({ source, origin, data, ports: [port] }: MessageEvent): void {
  const isParent = source === parent && parent !== self;
  if (!isParent || !origins.split(' ').includes(origin) || !isGreeting(data) || !port) return;
  removeEventListener('message', onGreeting);
  void new FramedForm(port, origin, realm);
}

addEventListener('message', onGreeting);
