import type { CardCheckout } from '../../element/card-checkout.ts';
import type { Place } from '../port.ts';
import type { Surroundings } from '../../checkout/page.ts';
import { textsOfFrame } from '../../locales/sentences.ts';
import { remoteThreeDS } from './remote-adapters.ts';
import shopStyles from './shop-content.css?inline';

/** Makes the element pay at its proxy, and run the 3DS provider's script in a realm of its own. */
export function isolate(
  element: CardCheckout,
  proxyUrl: URL,
  surroundings: Omit<Surroundings, 'realmUrl' | 'remoteAdapter'>,
): void {
  // The proxy has written this into the document.
  const { realm = location.origin } = document.documentElement.dataset;
  const { pathname } = new URL('widget/realm', proxyUrl);
  const isRemote = realm !== location.origin;
  element.proxyUrl = proxyUrl.href;
  element.surroundings = {
    ...surroundings,
    realmUrl: new URL(pathname, realm).href,
    remoteAdapter: isRemote ? (provider) => remoteThreeDS(provider, realm) : undefined,
  };
}

/** Adds what the proxy's settings have for the slots, since nothing else may be put there. */
export function addShopContent(element: CardCheckout): void {
  const content = document.querySelector('template')?.content.cloneNode(true);
  if (content) element.append(content);
  const link = element.querySelector('a:empty');
  if (!link) return;
  const say = (): void => {
    link.textContent = textsOfFrame(element.shown.locale).otherMeans;
  };
  element.addController({ hostUpdated: () => queueMicrotask(say) });
}

/** Gives the document its styles, and the shop's font, which the proxy serves. */
export function addStyles(stylesheet: string): void {
  const { font } = document.documentElement.dataset;
  if (font) document.fonts.add(new FontFace('shop', `url(${font})`, { display: 'swap' }));
  document.adoptedStyleSheets = [stylesheet, shopStyles].map((text) => {
    const styles = new CSSStyleSheet();
    styles.replaceSync(text);
    return styles;
  });
}

/** Keeps the form where it was while the frame covers the page. */
export function keepPlace(place: Place | undefined): void {
  const { documentElement, body } = document;
  documentElement.classList.toggle('grown', place !== undefined);
  const { x = 0, y = 0, width }: Partial<Place> = place ?? {};
  const size = width === undefined ? '' : `${width}px`;
  Object.assign(body.style, { left: `${x}px`, top: `${y}px`, width: size });
}
