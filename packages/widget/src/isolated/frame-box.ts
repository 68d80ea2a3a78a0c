import stylesheet from './isolated-checkout.css?inline';
import type { Place } from './page-messages.ts';
import { followed } from './read-look.ts';

/** Space around the form in its frame, in CSS pixels; shows focus outlines. */
const marginPx = 6;

/** What an issuer's page in the frame may use, as in the ordinary form. */
const permissions = 'payment; publickey-credentials-get';

interface BoxHooks {
  onLoad(): void;
  /** Runs when the look of the page has changed. */
  onLook(): void;
  /** Runs for Escape during a challenge. */
  onCancel(): void;
  /** Tells the frame where the form's place is while the frame covers the page. */
  onPlace(place: Place | undefined): void;
}

/**
 * The element's frame: as high as its form, and over the whole viewport during a challenge. A `<dialog>`
 * shows it for that, since a frame that is moved is loaded again. As a modal dialog it is in the top
 * layer, also above a dialog of the shop's, and the page behind it is inert. The frame is a child of the
 * element: Chromium (156) fills saved cards into no frame that is in a shadow root.
 */
export class FrameBox {
  readonly frame = document.createElement('iframe');
  /** Says why there is no form. */
  readonly notice = document.createElement('div');
  readonly #place = document.createElement('div');
  readonly #dialog = document.createElement('dialog');
  /** Stands in the dialog while that is open: only then is there a dialog for screen readers. */
  readonly #slot = document.createElement('slot');
  readonly #element: HTMLElement;
  readonly #hooks: BoxHooks;
  #growth: AbortController | undefined;

  constructor(element: HTMLElement, hooks: BoxHooks) {
    this.#element = element;
    this.#hooks = hooks;
    const styles = new CSSStyleSheet();
    styles.replaceSync(stylesheet.replace('FOLLOWED', followed));
    const root = element.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styles];
    this.#place.className = 'place';
    // Firefox would stop at it by Tab.
    this.#dialog.tabIndex = -1;
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      hooks.onCancel();
    });
    // Chromium closes a dialog whose `cancel` was prevented once before.
    this.#dialog.addEventListener('close', () => this.#growth && hooks.onCancel());
    this.frame.allow = permissions;
    this.frame.addEventListener('load', () => hooks.onLoad());
    this.frame.addEventListener('transitionrun', () => hooks.onLook());
    this.notice.role = 'alert';
    this.#slot.name = 'frame';
    this.frame.slot = this.#slot.name;
    this.#place.append(this.#slot, this.#dialog);
    root.append(this.notice, this.#place);
  }

  /** Loads a document; without an address, the frame would load an empty one first. */
  load(url: string): void {
    this.frame.src = url;
    if (this.frame.isConnected) return;
    // A copy of an element has a copy of its frame, too.
    this.#element.querySelector(':scope > [slot=frame]')?.remove();
    this.#element.append(this.frame);
  }

  /** Takes the document away; its place is then that of the notice. */
  unload(): void {
    this.frame.remove();
    this.#place.className = 'place closed';
  }

  /** Shows the document, which has answered: a browser's own error page never does. */
  show(): void {
    if (this.#place.matches('.answered')) return;
    this.#place.className = 'place answered';
    this.notice.replaceChildren();
  }

  /** Whether there is no document to show. */
  get isClosed(): boolean {
    return this.#place.matches('.closed');
  }

  /** Gives the frame the height of its form, in CSS pixels. */
  setHeight(px: number): void {
    this.#place.style.height = `${px}px`;
  }

  /** Covers the viewport. The form keeps its place, which moves when the page is scrolled. */
  grow(): void {
    if (this.#growth || !this.#dialog.isConnected) return;
    this.#growth = new AbortController();
    const { signal } = this.#growth;
    const tell = (): void => {
      const { x, y, width } = this.#place.getBoundingClientRect();
      const place = { x: x - marginPx, y: y - marginPx, width: width + 2 * marginPx };
      this.#hooks.onPlace(place);
    };
    this.#dialog.ariaLabel = this.frame.title;
    this.#dialog.append(this.#slot);
    this.#dialog.showModal();
    // In Firefox, the dialog has taken the keyboard.
    this.frame.focus();
    addEventListener('scroll', tell, { signal, capture: true, passive: true });
    addEventListener('resize', tell, { signal });
    tell();
  }

  /** Goes back to the form's place; the browser returns the focus. */
  shrink(): void {
    if (!this.#growth) return;
    this.#growth.abort();
    this.#growth = undefined;
    this.#dialog.close();
    this.#place.prepend(this.#slot);
    this.#hooks.onPlace(undefined);
  }
}
