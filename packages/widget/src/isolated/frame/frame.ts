import type { CardCheckout } from '../../element/card-checkout.ts';
import { isOver } from '../../checkout/checkout-state.ts';
import { parsedSettings } from '../element-properties.ts';
import {
  eventNames,
  isGreeting,
  isPageMessage,
  messageAbout,
  type Call,
  type EventMessage,
  type FrameMessage,
  type Hello,
  type PageMessage,
} from '../port.ts';
import { AmountGuard } from './amount-guard.ts';
import { editSilently } from './edit-silently.ts';
import stylesheet from './frame.css?inline';
import { applyLook } from './look.ts';
import { addShopContent, addStyles, isolate, keepPlace } from './proxy-document.ts';
import { RemoteFraud } from './remote-adapters.ts';
import { textsOfFrame } from '../../locales/sentences.ts';
import { blurField, hasTextFocus, watchTyping } from './watch-typing.ts';

const stateNames = 'loading disabled ready paying approved declined pending error'.split(' ');

/**
 * The ordinary element in a frame of the proxy's origin, at the other end of the page's port. Nothing
 * typed goes through the port, whatever the page asks for. While a text field has the focus, nothing
 * goes through at all: a page that hears the first of 16 digits, by an event or by a silence, could take
 * the focus, get 15 and compute the first.
 */
class FramedForm {
  readonly #element: CardCheckout = document.createElement('card-checkout');
  readonly #port: MessagePort;
  readonly #fraud = new RemoteFraud((message) => this.#send(message));
  readonly #amount = new AmountGuard(this.#element);
  /** Whether a text field has the focus. */
  #isTyping = false;
  /** What the page will hear once no text field has the focus. */
  #waiting: FrameMessage[] = [];
  /** Whether something was typed that the page may not hear about yet, wherever the focus is. */
  #isHeld = false;
  /** The latest change that the page hasn't heard about. */
  #change: EventMessage | undefined;
  /** Whether the form is complete, as far as the page may know. */
  #isComplete = false;
  /** Whether the page has an error of its own. */
  #isBlocked = false;
  /** The sentence in the page's place. */
  #blockedText = '';
  /** The latest order that the proxy has accepted. */
  #accepted: string | undefined;
  #reported = '';
  #height = 0;
  /** The part of the height that notes about the fields take, as far as the page may know. */
  #notesPx = 0;
  /** Whether a text field has had the focus, so that the page gives room for faults. */
  #hasRoom = false;
  /** Runs once this document has had the focus for a turn. */
  #returning: ReturnType<typeof setTimeout> | undefined;

  constructor(port: MessagePort, merchantUrl: string) {
    const element = this.#element;
    this.#port = port;
    isolate(element, new URL('..', location.href), {
      merchantUrl,
      reload: () => this.#send({ type: 'reload' }),
      onChallenge: (isOpen) => this.#send({ type: 'challenge', isOpen }),
      onAccepted: (token) => {
        this.#accepted = token;
        this.#showWords();
      },
    });
    element.fraudAdapter = this.#fraud;
    addStyles(stylesheet);
    addShopContent(element);
    // The states change after an update, and the validity with what is typed.
    element.addController({ hostUpdated: () => queueMicrotask(this.#onUpdate) });
    for (const type of ['input', 'change']) element.addEventListener(type, this.#report);
    for (const name of eventNames)
      element.addEventListener(name, (event) => {
        const message = messageAbout(event);
        if (message) this.#forward(message);
      });
    void watchTyping(element, {
      onType: () => {
        this.#isTyping = this.#isHeld = true;
        this.#amount.typed();
      },
      onFocus: (hasFocus) => {
        this.#hasRoom ||= hasFocus;
        // Before a key: the room is the same for every card.
        if (hasFocus) this.#measure();
        this.#isTyping = hasFocus;
        this.#flush();
      },
      onLeave: () => this.#tell(),
      onChoose: () => this.#amount.choosing(),
      onPress: (event, isEnter) => {
        this.#amount.onPress(event, isEnter);
        this.#tell();
      },
    });
    editSilently(element);
    new ResizeObserver(this.#measure).observe(element);
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
      case 'set':
        return void Object.assign(element, parsedSettings(message.values));
      case 'blocked':
        this.#isBlocked = message.isBlocked;
        element.requestUpdate();
        return void element.updateComplete.then(this.#tellIfComplete);
      case 'left':
        // A tap may leave the focus where it is. The page may lie, but could take the focus as well.
        if (this.#isTyping) blurField(element);
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
      if (method === 'reset' && this.#element.state === 'ready') {
        this.#amount.emptied();
        this.#change = undefined;
        this.#tell();
      }
    } finally {
      this.#send({ type: 'done', id });
    }
  }

  /**
   * Measures, too: off-screen frames skip layout, so ResizeObserver doesn't fire
   * (https://github.com/WICG/interventions/issues/8).
   */
  readonly #onUpdate = (): void => {
    this.#amount.update();
    this.#showWords();
    this.#block();
    // A field that is no longer there has lost the focus without an event.
    this.#isTyping &&= hasTextFocus(this.#element);
    this.#flush();
  };

  /** Shows the words of an order only once the proxy has accepted it; else the page may have written them. */
  #showWords(): void {
    const isAccepted = this.#element.order.trim() === this.#accepted;
    document.documentElement.classList.toggle('unaccepted', !isAccepted);
  }

  /** Blocks payments for the page, in the form's language. */
  #block(): void {
    const text = this.#isBlocked ? textsOfFrame(this.#element.shown.locale).blocked : '';
    if (text === this.#blockedText) return;
    this.#blockedText = text;
    this.#element.setCustomValidity(text);
  }

  /** Passes an event on; a change by a key waits until the buyer leaves the text fields. */
  #forward(message: EventMessage): void {
    if ((this.#isHeld || this.#isSilent) && message.name === 'checkout-change') {
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
    this.#flush();
  }

  /**
   * Tells the page about a complete form. From an incomplete one, a page that takes the focus between two
   * keys could learn how far the buyer is.
   */
  readonly #tellIfComplete = (): void => {
    if (this.#element.validity.valid) this.#tell();
  };

  /** Tells the page what has waited, unless it has to wait on. */
  #flush(): void {
    if (this.#isSilent) return;
    this.#report();
    this.#measure();
    for (const message of this.#waiting.splice(0)) this.#send(message);
    if (this.#isHeld || !this.#change) return;
    this.#send(this.#change);
    this.#change = undefined;
  }

  /** Tells the page the form's height; while it may not know what was typed, without new notes. */
  readonly #measure = (): void => {
    const { classList } = document.documentElement;
    const height = (): number => this.#element.getBoundingClientRect().height;
    const whole = height();
    if (this.#isSilent || whole === 0) return;
    classList.add('bare');
    const bare = height();
    classList.remove('bare');
    if (!this.#isHeld) this.#notesPx = whole - bare;
    const px = Math.ceil(bare + Math.max(this.#notesPx, this.#roomPx()));
    if (px === this.#height) return;
    this.#height = px;
    this.#send({ type: 'height', px });
  };

  /** Returns the height of three faults, in four lines, or in seven where the form is narrow. */
  #roomPx(): number {
    const { renderRoot } = this.#element;
    if (!this.#hasRoom || !renderRoot.querySelector('.fields:not([hidden])')) return 0;
    const linePx = parseFloat(getComputedStyle(this.#element).fontSize) * 0.875 * 1.4;
    return 3 * 5 + linePx * (innerWidth < 480 ? 7 : 4);
  }

  /** Tells the page the element's status, if that has changed. */
  readonly #report = (): void => {
    if (this.#isSilent) return;
    const element = this.#element;
    const { state, paymentId, validity } = element;
    if (!this.#isHeld && !validity.customError) this.#isComplete = validity.valid;
    const validationMessage = this.#isComplete ? '' : textsOfFrame(element.shown.locale).incomplete;
    // Until the element has updated, it still has the name of its state before.
    const states = stateNames.filter((name) => element.matches(`:state(${name})`));
    const status = { type: 'status', state, paymentId, states, validationMessage } as const;
    const text = JSON.stringify(status);
    if (text !== this.#reported) this.#send(status);
    this.#reported = text;
  };

  /** Whether the page hears nothing. Nobody types during a payment, or after it. */
  get #isSilent(): boolean {
    const { state } = this.#element;
    return this.#isTyping && state !== 'paying' && !isOver(state);
  }

  #send(message: FrameMessage): void {
    if (this.#isSilent) this.#waiting.push(message);
    else this.#port.postMessage(message, []);
  }
}

/** How often a document says hello until the page greets it. */
const helloMs = 100;

// The proxy has written these into the document.
const { origins = '' } = document.documentElement.dataset;

/** Begins with the first page of an allowed origin; ignores every later greeting. */
function onGreeting({ source, origin, data, ports: [port] }: MessageEvent): void {
  const isParent = source === parent && parent !== self;
  if (!isParent || !origins.split(' ').includes(origin) || !isGreeting(data) || !port) return;
  removeEventListener('message', onGreeting);
  clearInterval(greeting);
  void new FramedForm(port, origin);
}

const hello: Hello = { type: 'card-checkout-hello', openedAt: performance.timeOrigin };
const sayHello = (): void => parent.postMessage(hello, '*');

addEventListener('message', onGreeting);
const greeting = setInterval(sayHello, helloMs);
sayHello();
