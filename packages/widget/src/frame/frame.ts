import type { CardCheckout } from '../element/card-checkout.ts';
import { parsedSettings } from '../isolated/element-properties.ts';
import {
  isGreeting,
  isPageMessage,
  type Call,
  type EventMessage,
  type FrameMessage,
  type PageMessage,
} from '../isolated/messages.ts';
import { AmountGuard } from './amount-guard.ts';
import stylesheet from './frame.css?inline';
import { addShopContent, addStyles, applyLook, isolate, keepPlace } from './proxy-document.ts';
import { RemoteFraud } from './remote-adapters.ts';
import { watchTyping } from './watch-typing.ts';

/** The names of `:state()`; the element's own sheet lists them. */
const states = [
  'loading',
  'disabled',
  'ready',
  'paying',
  'approved',
  'declined',
  'pending',
  'error',
];

/**
 * The ordinary element in a frame of the proxy's origin, at the other end of the page's port. Nothing
 * that was typed goes through the port, whatever the page asks for.
 */
class FramedForm {
  readonly #element: CardCheckout = document.createElement('card-checkout');
  readonly #port: MessagePort;
  readonly #fraud = new RemoteFraud((message) => this.#send(message));
  readonly #amount = new AmountGuard(this.#element);
  /** Whether something was typed that the page may not hear of yet. */
  #isHeld = false;
  /** What the page may know to be wrong in the form; the page's own message is left to the page. */
  #fault = '…';
  /** The latest change that the page has not heard of. */
  #change: EventMessage | undefined;
  /** The latest status, as text. */
  #reported = '';
  #height = 0;
  /** The faults in that height, as text. */
  #faults = '';
  /** Runs out when this document has had the keyboard for a turn. */
  #returning: ReturnType<typeof setTimeout> | undefined;

  /** `origin` is that of the merchant's page, `realmOrigin` that of the 3DS provider's realm. */
  constructor(port: MessagePort, origin: string, realmOrigin: string) {
    const element = this.#element;
    this.#port = port;
    isolate(element, new URL('..', location.href), {
      merchantUrl: origin,
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
    forwardEvents(element, (message) => this.#forward(message));
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
  }

  /** Begins to listen; the form comes with the page's first look. */
  start(): void {
    this.#port.start();
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
   * Returns the keyboard to the bank's frame, unless the buyer has gone to a control beside it. In
   * Chromium, the page's dialog takes it from a frame of another site, and may do so once more later.
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

  /** A frame that is scrolled away has no layout of its own accord, and observes none. */
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

  /** Tells the page all that it may know of the form when nobody types. */
  #tell(): void {
    this.#isHeld = false;
    this.#report();
    this.#measure();
    if (this.#change) this.#send(this.#change);
    this.#change = undefined;
  }

  /**
   * Tells a page that has the focus of a form with nothing left to type. Of any other it could learn how
   * far the buyer is, by taking the focus between two keys.
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

  /** Tells the page where the element stands, if that has changed. */
  readonly #report = (): void => {
    const element = this.#element;
    const { state, paymentId, validity } = element;
    if (!this.#isHeld && !validity.customError) this.#fault = element.validationMessage;
    const validationMessage = this.#fault;
    const shown = states.filter((name) => element.matches(`:state(${name})`));
    const status = { type: 'status', state, paymentId, states: shown, validationMessage } as const;
    const text = JSON.stringify(status);
    if (text !== this.#reported) this.#send(status);
    this.#reported = text;
  };

  #send(message: FrameMessage): void {
    this.#port.postMessage(message, []);
  }
}

/** Sends each event of the element, with the fields that a page may read. */
function forwardEvents(element: CardCheckout, send: (message: EventMessage) => void): void {
  const type = 'event';
  for (const name of ['checkout-ready', 'checkout-expiring'] as const)
    element.addEventListener(name, () => send({ type, name }));
  for (const name of ['checkout-declined', 'checkout-pending'] as const)
    element.addEventListener(name, ({ paymentId }) => send({ type, name, paymentId }));
  element.addEventListener('checkout-change', ({ valid, brand }) => {
    send({ type, name: 'checkout-change', valid, brand });
  });
  element.addEventListener('checkout-step', ({ step, outcome, durationMs }) => {
    send({ type, name: 'checkout-step', step, outcome, durationMs });
  });
  element.addEventListener('checkout-approved', ({ paymentId, payment }) => {
    send({ type, name: 'checkout-approved', paymentId, payment });
  });
  element.addEventListener('checkout-error', ({ code, retryable }) => {
    send({ type, name: 'checkout-error', code, retryable });
  });
}

// The proxy has written both into the document.
const { origins = '', realm = location.origin } = document.documentElement.dataset;
/** The origins of the merchant's pages. */
const allowedOrigins = origins.split(' ');

/** Begins with the first page that may; every later greeting is ignored. */
function onGreeting({ source, origin, data, ports: [port] }: MessageEvent): void {
  const isParent = source === parent && parent !== self;
  if (!isParent || !allowedOrigins.includes(origin) || !isGreeting(data) || !port) return;
  removeEventListener('message', onGreeting);
  new FramedForm(port, origin, realm).start();
}

addEventListener('message', onGreeting);
