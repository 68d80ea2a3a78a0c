import { baseUrl } from '../browser/base-url.ts';
import type { Mistake } from '../browser/mistakes.ts';
import { nearestLanguage } from '../browser/nearest-language.ts';
import type { CheckoutErrorCode } from '../errors.ts';
import type * as Explain from './explain.ts';
import { FrameBox } from './frame-box.ts';
import { FrameLink, type Method } from './frame-link.ts';
import type { FrameMessage } from './frame-messages.ts';
import { loadExplain } from './load-explain.ts';
import type { PageMessage } from './page-messages.ts';
import { readLook } from './read-look.ts';
import { defaults, plain } from './element-properties.ts';

/** How long a frame may be silent before the reason is looked for, and again. */
const patienceMs = 1_500;

/** How often the reason is looked for while the proxy answers, but not its frame. */
const maxLooks = 8;

/** The pause before a frame that did not come is loaded again. */
const againMs = 5_000;

/** The frame's accessible name, by language. */
const titles = new Map([
  ['en', 'Card payment'],
  ['es', 'Pago con tarjeta'],
]);

interface SessionHooks {
  onMessage(message: FrameMessage): void;
  /** Runs when the page cannot have a frame, or the frame does not answer. */
  onFail(code: CheckoutErrorCode): void;
  /** Runs when nothing that the frame said holds any more. */
  onClose(): void;
}

/** Loads the frame, greets it, and tells it what the page sets and how the page looks. */
export class FrameSession {
  readonly box: FrameBox;
  /** What the page has set, by property. */
  readonly values: Record<string, unknown> = { ...defaults, proxyUrl: '', disabled: false };
  readonly #element: HTMLElement;
  readonly #hooks: SessionHooks;
  /** What the frame has not been told. */
  readonly #changed = new Set<string>();
  #customError = '';
  #look = '';
  #origin = '';
  #link: FrameLink | undefined;
  /** Resolves with the next link, or with nothing when the frame is closed. */
  #greeting = Promise.withResolvers<FrameLink | undefined>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Aborts when the element leaves the page. */
  #life: AbortController | undefined;
  /** How often the reason for the frame's silence was looked for. */
  #looks = 0;
  /** Why the page last had no frame, until it has one or another address. */
  #failed: CheckoutErrorCode | undefined;
  /** The adapter that the page has set. */
  #refused: string | undefined;

  constructor(element: HTMLElement, hooks: SessionHooks) {
    this.#element = element;
    this.#hooks = hooks;
    this.box = new FrameBox(element, {
      onLoad: () => this.#greet(),
      onLook: () => this.#sendLook(),
      onCancel: () => this.send({ type: 'cancel' }),
      onPlace: (place) => this.send({ type: 'grown', place }),
    });
  }

  connect(): void {
    this.#life = new AbortController();
    const { signal } = this.#life;
    const update = (): void => this.#sendLook();
    const observer = new MutationObserver(update);
    observer.observe(document, { subtree: true, attributeFilter: ['lang', 'dir'] });
    addEventListener('resize', update, { signal });
    // A tap clicks at once, and may leave the focus where it is: the validity comes before.
    addEventListener('pointerdown', () => this.send({ type: 'left' }), { signal, capture: true });
    const onViolation = async (event: SecurityPolicyViolationEvent): Promise<void> => {
      const late = await loadExplain();
      late?.need(this.#origin);
      late?.noteViolation(event);
    };
    document.addEventListener('securitypolicyviolation', (event) => void onViolation(event), {
      signal,
    });
    const timer = setTimeout(() => void this.#tellMistakes(), patienceMs);
    const end = (): void => {
      observer.disconnect();
      clearTimeout(timer);
    };
    signal.addEventListener('abort', end, { once: true });
    this.#load();
  }

  disconnect(): void {
    this.#life?.abort();
    this.#life = undefined;
    this.#close();
  }

  set(name: string, value: unknown): void {
    this.values[name] = value;
    if (name === 'proxyUrl') return this.#load();
    if (this.#changed.size === 0) queueMicrotask(() => this.#sendChanged());
    this.#changed.add(name);
  }

  setCustomError(text: string): void {
    this.#customError = text;
    this.send({ type: 'error', text });
  }

  /** Tells the frame, if it is there. */
  send(message: PageMessage): void {
    this.#link?.send(message);
  }

  /** Refuses an adapter: it would run where the card is typed. The form stays away. */
  refuse(name: string): void {
    this.#refused = name;
    this.#load();
  }

  /** Calls a method in the frame once it is there; resolves when it has ended or the frame is gone. */
  async call(method: Method): Promise<void> {
    const link = this.#link ?? (await this.#greeting.promise);
    this.#sendChanged();
    await link?.call(method);
  }

  #load(isAgain = false): void {
    this.#close();
    if (!isAgain) this.#failed = undefined;
    this.#origin = '';
    this.#looks = 0;
    const address = this.#address;
    if (!this.#life || address === '') return;
    const refused = this.#refused;
    if (refused !== undefined)
      return this.#fail('misconfigured', ({ mistakeIn }) => mistakeIn.adapter(refused));
    if (!URL.canParse(address, location.href))
      return this.#fail('misconfigured', ({ mistakeIn }) =>
        mistakeIn.value('proxy-url', address, 'the address of your proxy'),
      );
    const { href, origin } = new URL(`${address}/widget/frame`, location.href);
    if (origin === location.origin)
      return this.#fail('misconfigured', ({ mistakes }) => mistakes.sharedOrigin);
    this.#origin = origin;
    this.#awaitAnswer();
    const { frame } = this.box;
    frame.title = titles.get(this.#language.slice(0, 2)) ?? 'Pagamento com cartão';
    this.box.load(href);
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.box.shrink();
    this.#link?.close();
    this.#link = undefined;
    this.#greeting.resolve(undefined);
    this.#greeting = Promise.withResolvers();
    this.#hooks.onClose();
  }

  /**
   * Opens a channel to the document that has loaded. It may be another one than before, which then gets
   * everything anew.
   */
  #greet(): void {
    const { contentWindow } = this.box.frame;
    if (!contentWindow || this.#origin === '') return;
    if (this.#link) this.#close();
    this.#awaitAnswer();
    const link = new FrameLink(contentWindow, this.#origin, (message) => {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#failed = undefined;
      this.box.show();
      this.#hooks.onMessage(message);
    });
    this.#link = link;
    // Until the document takes its end of the channel, everything waits in it.
    for (const name of Object.keys(defaults)) this.#changed.add(name);
    this.#changed.add('disabled');
    this.#sendChanged();
    this.send({ type: 'error', text: this.#customError });
    this.#look = '';
    this.#sendLook();
    this.#greeting.resolve(link);
  }

  #awaitAnswer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#onSilence(), patienceMs);
  }

  /** Finds out why the frame is silent; one that is only slow gets more time. */
  async #onSilence(): Promise<void> {
    const [address, origin, life, timer] = [this.#address, this.#origin, this.#life, this.#timer];
    if (!life) return;
    this.#looks += 1;
    const late = await loadExplain();
    const violation = late?.violationAt(origin);
    const found = violation ?? (await late?.findObstacle(address, life.signal));
    if (life.signal.aborted || timer !== this.#timer) return;
    if (late && !found && this.#looks < maxLooks) return this.#awaitAnswer();
    const [code] = found ?? ['proxy_unreachable'];
    this.#fail(code, ({ mistakeIn }) => found ?? mistakeIn.silence(address));
    // A gateway may answer for a proxy that starts anew; only a policy stays as long as its page.
    if (!violation) this.#timer = setTimeout(() => this.#load(true), againMs);
  }

  /** Takes the frame away, and has buyer and developer read why. */
  #fail(code: CheckoutErrorCode, mistakeOf: (late: typeof Explain) => Mistake): void {
    clearTimeout(this.#timer);
    this.box.unload();
    if (code !== this.#failed) this.#hooks.onFail(code);
    this.#failed = code;
    void this.#explain(code, mistakeOf);
  }

  async #explain(
    code: CheckoutErrorCode,
    mistakeOf: (late: typeof Explain) => Mistake,
  ): Promise<void> {
    const late = await loadExplain();
    if (!late) return;
    late.tell(mistakeOf(late));
    if (this.box.isClosed) late.writeNotice(this.box.notice, code, this.#language);
  }

  /** Tells the developer what the page has that the isolated form does not take. */
  async #tellMistakes(): Promise<void> {
    if (this.#address === '') this.#fail('misconfigured', ({ mistakes }) => mistakes.noProxyUrl);
    const late = await loadExplain();
    late?.findPageMistakes(this.#element).forEach(late.tell);
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
