import { baseUrl } from '../../browser/base-url.ts';
import { pause } from '../../browser/pause.ts';
import { tell, violationAt, type Mistake } from '../../browser/mistakes.ts';
import { pauseAfter } from '../../browser/network.ts';
import { nearestLanguage } from '../../locales/language.ts';
import type { CheckoutErrorCode } from '../../errors.ts';
import { textsAround } from '../../locales/sentences.ts';
import { defaults, plain } from '../element-properties.ts';
import {
  findFrameObstacle,
  findPageMistakes,
  mistakeIn,
  mistakes,
  noteBlocked,
  writeNotice,
} from './explain.ts';
import { FrameBox, readLook } from './frame-box.ts';
import {
  isFrameMessage,
  isHello,
  type Call,
  type FrameMessage,
  type Greeting,
  type Hello,
  type PageMessage,
} from '../port.ts';

/** How long a frame may be silent before the reason is looked for, and again. */
const patienceMs = 1_500;

/** When the buyer is told that the form is slow. */
const slowAfterMs = 4_000;

/** How often the reason is looked for while the proxy answers, but not its frame. */
const maxLooks = 8;

interface SessionHooks {
  onMessage(message: FrameMessage): void;
  /** Runs when the page can't have a frame, or the frame doesn't answer. */
  onFail(code: CheckoutErrorCode): void;
  /** Runs when the frame is gone, and what it said no longer holds. */
  onClose(): void;
}

/** Loads the frame, greets it, and tells it what the page sets and how the page looks. */
export class FrameSession {
  readonly box: FrameBox;
  readonly values: Record<string, unknown> = { ...defaults, proxyUrl: '' };
  readonly #element: HTMLElement;
  readonly #hooks: SessionHooks;
  /** The properties that the frame hasn't been told. */
  #changed = new Set<string>();
  #isBlocked = false;
  #look = '';
  /** The frame's address, unless the page can't have a frame. */
  #url: URL | undefined;
  #link: FrameLink | undefined;
  /** When the document was opened that has the link's other end. */
  #greeted: number | undefined;
  /** Resolves with the next link, or with nothing when the frame is closed. */
  #greeting = Promise.withResolvers<FrameLink | undefined>();
  /** Aborts when the element leaves the page. */
  #life: AbortController | undefined;
  /** Aborts when the frame answers, or is replaced. */
  #silence = new AbortController();
  /** Why there is no frame; reset by an answer or another address. */
  #failed: CheckoutErrorCode | undefined;
  /** How often in a row the frame has failed to load. */
  #failures = 0;
  /** The adapter that the page has set. */
  #refused: string | undefined;

  constructor(element: HTMLElement, hooks: SessionHooks) {
    this.#element = element;
    this.#hooks = hooks;
    this.box = new FrameBox(element, {
      onLook: () => this.#sendLook(),
      onCancel: () => this.send({ type: 'cancel' }),
      onPlace: (place) => this.send({ type: 'grown', place }),
    });
  }

  connect(): void {
    this.#life = new AbortController();
    const { signal } = this.#life;
    const update = (): void => this.#sendLook();
    const observer = new MutationObserver(() => {
      this.#returnFrame();
      update();
    });
    observer.observe(document, { subtree: true, attributeFilter: ['lang', 'dir'] });
    // What compares the page with the server's HTML removes what the server hasn't sent.
    observer.observe(this.#element, { childList: true });
    addEventListener('resize', update, { signal });
    const onHello = ({ source, origin, data }: MessageEvent): void => {
      const isOurs = source === this.box.frame.contentWindow && origin === this.#url?.origin;
      if (isOurs && isHello(data)) this.#greet(data);
    };
    addEventListener('message', onHello, { signal });
    // The background behind the frame may have changed by a theme of the page's or of the device's.
    addEventListener('transitionend', update, { signal });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', update, { signal });
    // A tap clicks at once, and may leave the focus where it is: the frame sends its validity before.
    addEventListener('pointerdown', () => this.send({ type: 'left' }), { signal, capture: true });
    const onViolation = (event: SecurityPolicyViolationEvent): void =>
      noteBlocked(event, this.#url?.href ?? '');
    document.addEventListener('securitypolicyviolation', onViolation, { signal });
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });
    void pause(patienceMs, signal).then(
      () => this.#tellMistakes(),
      () => undefined,
    );
    this.#start();
  }

  disconnect(): void {
    this.#life?.abort();
    this.#life = undefined;
    this.#forget();
  }

  set(name: string, value: unknown): void {
    if (this.values[name] === value) return;
    this.values[name] = value;
    if (name === 'proxyUrl') return this.#start();
    if (this.#changed.size === 0) queueMicrotask(() => this.#sendChanged());
    this.#changed.add(name);
  }

  block(isBlocked: boolean): void {
    this.#isBlocked = isBlocked;
    this.send({ type: 'blocked', isBlocked });
  }

  send(message: PageMessage): void {
    this.#link?.send(message);
  }

  /** Refuses an adapter: it would run where the card is typed. The form stays away. */
  refuse(name: string): void {
    this.#refused = name;
    this.#start();
  }

  /** Calls a method in the frame once it is there; resolves when it has ended or the frame is gone. */
  async call(method: Call['method']): Promise<void> {
    const link = this.#link ?? (await this.#greeting.promise);
    this.#sendChanged();
    await link?.call(method);
  }

  /** Loads the frame, unless the page can't have one. */
  #start(): void {
    this.#forget();
    this.#url = undefined;
    const address = this.#address;
    if (!this.#life || address === '') return;
    const refused = this.#refused;
    if (refused !== undefined) return this.#fail(mistakeIn.adapter(refused));
    if (!URL.canParse(address, location.href))
      return this.#fail(mistakeIn.value('proxy-url', address, 'the address of your proxy'));
    const url = new URL(`${address}/widget/frame`, location.href);
    if (url.origin === location.origin) return this.#fail(mistakes.sharedOrigin);
    this.#url = url;
    this.#load(url);
  }

  /** Starts again if the page has removed the frame; the new one looks for the payment. */
  #returnFrame(): void {
    this.box.removeOtherFrames();
    if (!this.#url || this.box.isClosed || this.box.frame.isConnected) return;
    this.#start();
    tell(mistakes.removedFrame);
  }

  #load(url: URL): void {
    this.#awaitAnswer(url);
    this.box.load(url.href, textsAround(this.#language).title);
  }

  /** Ends what ran for the frame, and what it said. */
  #forget(): void {
    this.#silence.abort();
    this.#failed = undefined;
    this.#failures = 0;
    this.#close();
    this.#hooks.onClose();
  }

  #close(): void {
    this.box.shrink();
    this.#link?.close();
    this.#link = undefined;
    this.#greeting.resolve(undefined);
    this.#greeting = Promise.withResolvers();
  }

  /** Opens a channel to a document that says hello; another one than before gets everything again. */
  #greet({ openedAt }: Hello): void {
    const { contentWindow } = this.box.frame;
    if (!contentWindow || !this.#url || openedAt === this.#greeted) return;
    if (this.#link) this.#forget();
    this.#greeted = openedAt;
    this.#awaitAnswer(this.#url);
    const link = new FrameLink(contentWindow, this.#url.origin, (message) => {
      this.#silence.abort();
      this.#failed = undefined;
      this.#failures = 0;
      this.box.show();
      this.#hooks.onMessage(message);
    });
    this.#link = link;
    // Until the document takes its end of the channel, everything waits in it.
    this.#changed = new Set(Object.keys(defaults));
    this.#sendChanged();
    this.block(this.#isBlocked);
    this.#look = '';
    this.#sendLook();
    this.#greeting.resolve(link);
  }

  #awaitAnswer(url: URL): void {
    this.#silence.abort();
    this.#silence = new AbortController();
    const { signal } = this.#silence;
    void this.#endSilence(url, signal).catch(() => undefined);
    void this.#saySlow(signal).catch(() => undefined);
  }

  /** @throws the reason of `signal` when that aborts. */
  async #saySlow(signal: AbortSignal): Promise<void> {
    await activation(signal);
    await pause(slowAfterMs, signal);
    if (!this.box.isClosed) writeNotice(this.box.notice, 'slow', this.#language);
  }

  /**
   * Finds out why the frame is silent, and loads it again; one that is only slow gets more time.
   * @throws the reason of `signal` when that aborts.
   */
  async #endSilence(url: URL, signal: AbortSignal): Promise<void> {
    const address = this.#address;
    let found: Mistake | undefined;
    let violation: Mistake | undefined;
    await activation(signal);
    for (let looks = 0; looks < maxLooks && !found; looks += 1) {
      await pause(patienceMs, signal);
      violation = violationAt(url.href);
      if (!violation && this.box.isHeld(url.href)) {
        tell(mistakes.heldFrame);
        looks = 0;
        continue;
      }
      const embedder = crossOriginIsolated ? mistakes.embedder : undefined;
      found = violation ?? embedder ?? (await findFrameObstacle(address, signal));
    }
    signal.throwIfAborted();
    this.#fail(found ?? mistakeIn.silentFrame(address));
    // Retry: a gateway may be answering for a restarting proxy. A CSP block lasts until reload.
    if (violation) return;
    this.#failures += 1;
    await pauseAfter(this.#failures, signal);
    this.#load(url);
  }

  /** Removes the frame, and tells the developer why; the buyer, once for each code. */
  #fail(mistake: Mistake): void {
    const [code] = mistake;
    this.#close();
    this.box.unload();
    tell(mistake);
    if (code === this.#failed) return;
    this.#failed = code;
    this.#hooks.onFail(code);
    const why = code === 'proxy_unreachable' ? 'unreachable' : 'closed';
    writeNotice(this.box.notice, why, this.#language);
  }

  /** Tells the developer what the page has that the isolated form doesn't take. */
  #tellMistakes(): void {
    if (this.#address === '') this.#fail(mistakes.noProxyUrl);
    findPageMistakes(this.#element).forEach(tell);
  }

  get #address(): string {
    const { proxyUrl } = this.values;
    return typeof proxyUrl === 'string' ? baseUrl(proxyUrl) : '';
  }

  get #language(): string {
    return nearestLanguage(this.#element);
  }

  #sendChanged(): void {
    const names = [...this.#changed];
    if (!this.#link || names.length === 0) return;
    this.#changed.clear();
    const values = plain(Object.fromEntries(names.map((name) => [name, this.values[name]])));
    this.send({ type: 'set', values });
  }

  #sendLook(): void {
    if (!this.#link) return;
    const look = readLook(this.#element);
    const text = JSON.stringify(look);
    if (text !== this.#look) this.send(look);
    this.#look = text;
  }
}

/** Resolves once a prerendered page is shown: until then, it loads no frame of another origin. */
async function activation(signal: AbortSignal): Promise<void> {
  if (!Reflect.get(document, 'prerendering')) return;
  const { promise, resolve } = Promise.withResolvers<Event>();
  document.addEventListener('prerenderingchange', resolve, { once: true, signal });
  await promise;
}

/** The page's end of the channel to one document in the frame. */
class FrameLink {
  readonly #port: MessagePort;
  readonly #calls = new Map<number, () => void>();
  #lastId = 0;

  /** Greets a document. The browser delivers that only to a document of the proxy's origin. */
  constructor(target: Window, origin: string, onMessage: (message: FrameMessage) => void) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.addEventListener('message', ({ data }) => {
      if (!isFrameMessage(data)) return;
      if (data.type === 'done') this.#calls.get(data.id)?.();
      else onMessage(data);
    });
    port1.start();
    const greeting: Greeting = { type: 'card-checkout', version: '1' };
    target.postMessage(greeting, origin, [port2]);
  }

  send(message: PageMessage): void {
    this.#port.postMessage(message, []);
  }

  /** Calls a method of the element in the frame; resolves when it has ended or the link is closed. */
  async call(method: Call['method']): Promise<void> {
    const id = ++this.#lastId;
    const done = new Promise<void>((resolve) => this.#calls.set(id, resolve));
    this.send({ type: 'call', id, method });
    await done;
    this.#calls.delete(id);
  }

  close(): void {
    this.#port.close();
    for (const end of this.#calls.values()) end();
  }
}
