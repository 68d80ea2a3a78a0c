import type { CardCheckout } from '../element/card-checkout.ts';
import type { Locale } from '../locales/messages.ts';
import stylesheet from './shop-content.css?inline';

/** What leads to the shop's other means of payment. */
const otherMeans: Readonly<Record<Locale, string>> = {
  'pt-BR': 'Outras formas de pagamento',
  en: 'Other ways to pay',
  es: 'Otras formas de pago',
};

/** Has the document use the shop's font, which the proxy serves. */
export function useShopFont(): void {
  const { font } = document.documentElement.dataset;
  if (font) document.fonts.add(new FontFace('shop', `url(${font})`, { display: 'swap' }));
  const styles = new CSSStyleSheet();
  styles.replaceSync(stylesheet);
  document.adoptedStyleSheets.push(styles);
}

/** Adds what the proxy's settings have for the slots, since nothing else may be put there. */
export function addShopContent(element: CardCheckout): void {
  const content = document.querySelector('template')?.content.cloneNode(true);
  if (content) element.append(content);
  const link = element.querySelector('a:empty');
  if (!link) return;
  const say = (): void => {
    link.textContent = otherMeans[element.shown.locale];
  };
  element.addController({ hostUpdated: () => queueMicrotask(say) });
}
