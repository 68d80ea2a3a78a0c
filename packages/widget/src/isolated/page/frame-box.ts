import { fitToView } from '../../browser/fit-to-view.ts';
import { nearestLanguage } from '../../locales/language.ts';
import { issuerPermissions } from '../../three-ds/realm.ts';
import { variables } from '../element-properties.ts';
import stylesheet from './isolated-checkout.css?inline';
import type { Look, Place } from '../port.ts';

/**
 * A transition of what crosses over. It takes no time, but its event reports the change: browsers have no
 * other way to follow a custom property
 * (https://www.bram.us/2024/08/31/introducing-bramus-style-observer-a-mutationobserver-for-css/).
 */
const followed = [
  ...variables,
  'color',
  'color-scheme',
  'direction',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'line-height',
]
  .map((name) => `${name} 1ms allow-discrete`)
  .join();

/** Also finds the copy of a frame in the copy of an element. */
const ownFrame = ':scope > iframe[slot=frame]';

/** Space around the form in its frame, in CSS pixels; shows focus outlines. */
const marginPx = 6;

interface BoxHooks {
  /** Runs when the page's look has changed. */
  onLook(): void;
  /** Runs for Escape during a challenge. */
  onCancel(): void;
  /** Runs with the form's place while the frame covers the page, and with none afterwards. */
  onPlace(place: Place | undefined): void;
}

/**
 * The element's frame: as high as its form, and over the whole viewport during a challenge. A modal
 * `<dialog>` shows it then: it covers even the shop's own dialogs, makes the page behind it inert, and
 * needs no move of the frame, which would reload it. The frame is a child of the element: Chromium (156)
 * doesn't fill saved cards into frames in a shadow root.
 */
export class FrameBox {
  /** The page's own, if it has written one into the element. */
  frame = document.createElement('iframe');
  /** Says why there is no form. */
  readonly notice = document.createElement('div');
  readonly #place = document.createElement('div');
  readonly #dialog = document.createElement('dialog');
  /** In the dialog while that is open, so that screen readers find a dialog only then. */
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
    // Otherwise Tab stops at it in Firefox.
    this.#dialog.tabIndex = -1;
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      hooks.onCancel();
    });
    // Chromium closes a dialog whose `cancel` was prevented once before
    // (https://github.com/mdn/content/issues/43943).
    this.#dialog.addEventListener('close', () => this.#growth && hooks.onCancel());
    // From the frame, whichever it is.
    element.addEventListener('transitionrun', ({ target }) => {
      if (target === this.frame) hooks.onLook();
    });
    Object.assign(this.notice, { role: 'alert', ariaLive: 'assertive' });
    this.#slot.name = 'frame';
    this.#place.append(this.#slot, this.#dialog);
    root.append(this.notice, this.#place);
  }

  /** Loads a document, unless it is loading in a frame that the page has written. */
  load(url: string, title: string): void {
    const written = this.#element.querySelector<HTMLIFrameElement>(ownFrame);
    const isLoading =
      written &&
      written !== this.frame &&
      written.src === url &&
      written.allow === issuerPermissions;
    this.frame = written ?? this.frame;
    const { frame } = this;
    Object.assign(frame, { title, slot: this.#slot.name, allow: issuerPermissions });
    // Before the frame is added, which would otherwise load an empty document first.
    if (!isLoading) frame.src = url;
    if (!frame.isConnected) this.#element.append(frame);
  }

  /** Removes what a parser or a framework has added after the element had its frame. */
  removeOtherFrames(): void {
    for (const other of this.#element.querySelectorAll(ownFrame))
      if (this.frame.isConnected && other !== this.frame) other.remove();
  }

  /** Removes the document, which leaves its place to the notice. */
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

  /** Whether the page has changed how the frame loads, so that it may come later. */
  isHeld(url: string): boolean {
    const { src, srcdoc, loading } = this.frame;
    return src !== url || srcdoc !== '' || loading === 'lazy';
  }

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
    fitToView(this.#dialog, this.#growth);
    // In Firefox, the dialog has taken the focus.
    this.frame.focus();
    addEventListener('scroll', tell, { signal, capture: true, passive: true });
    addEventListener('resize', tell, { signal });
    tell();
  }

  /** Returns to the form's place; the browser returns the focus. */
  shrink(): void {
    if (!this.#growth) return;
    this.#growth.abort();
    this.#growth = undefined;
    this.#dialog.close();
    this.#place.prepend(this.#slot);
    this.#hooks.onPlace(undefined);
  }
}

export function readLook(element: Element): Look {
  const style = getComputedStyle(element);
  const { colorScheme, fontFamily, fontSize, fontStyle, fontWeight, lineHeight } = style;
  const root = getComputedStyle(document.documentElement);
  const page = { '--_page-width': `${innerWidth}px`, '--_page-height': `${innerHeight}px` };
  const set = variables.map((name) => [name, style.getPropertyValue(name)]);
  return {
    type: 'look',
    variables: {
      ...page,
      '--card-checkout-surface': backgroundOf(element),
      ...Object.fromEntries(set.filter(([, value]) => value !== '')),
    },
    root: { colorScheme, fontSize: root.fontSize },
    body: { fontFamily, fontSize, fontStyle, fontWeight, lineHeight },
    direction: style.direction === 'rtl' ? 'rtl' : 'ltr',
    language: nearestLanguage(element),
  };
}

/** Returns the page's color behind an element; empty if it is a picture or a gradient. */
function backgroundOf(element: Element | null): string {
  if (!element) return 'Canvas';
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  if (backgroundImage !== 'none') return '';
  return backgroundColor.endsWith(', 0)') ? backgroundOf(element.parentElement) : backgroundColor;
}
