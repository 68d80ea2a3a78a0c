import { mistakeIn, mistakes, type Mistake } from '../browser/mistakes.ts';
import type { CheckoutErrorCode } from '../errors.ts';

// What loads after the frame, to explain what is wrong.
export { findObstacle } from '../browser/find-obstacle.ts';
export { mistakeIn, mistakes, tell } from '../browser/mistakes.ts';
export { need, noteViolation, violationAt } from '../browser/page-policy.ts';

/** Finds what the page has for the ordinary form, and the isolated one does not take. */
export function findPageMistakes(element: Element): Mistake[] {
  const filled = [...element.querySelectorAll(':scope > [slot]:not(iframe)')];
  const names = [...new Set(filled.map(({ slot }) => slot))].join(' ');
  return [
    ...(names === '' ? [] : [mistakeIn.slots(names)]),
    ...(hasPartRules(element) ? [mistakes.parts] : []),
    ...(document.querySelector('script[src*="/card-checkout.js"]') ? [mistakes.bothForms] : []),
  ];
}

/** Whether a style sheet of the page has a rule for the element's parts. */
function hasPartRules(element: Element): boolean {
  const isForParts = (rule: CSSRule): boolean => {
    if (rule instanceof CSSGroupingRule && [...rule.cssRules].some(isForParts)) return true;
    const [host = '', part] =
      rule instanceof CSSStyleRule ? rule.selectorText.split('::part(') : [];
    return part !== undefined && element.matches(host);
  };
  return [...document.styleSheets, ...document.adoptedStyleSheets].some((sheet) => {
    try {
      return [...sheet.cssRules].some(isForParts);
    } catch {
      // A style sheet of another origin cannot be read.
      return false;
    }
  });
}

interface Texts {
  closed: string;
  unreachable: string;
  reload: string;
}

/** What the buyer reads in place of a frame that cannot come; Portuguese by default. */
const texts: Readonly<Record<string, Texts>> = {
  en: {
    closed: 'We could not complete the payment. Contact the store.',
    unreachable: 'We cannot reach the store. Check your connection and try again.',
    reload: 'Reload the page',
  },
  es: {
    closed: 'No pudimos completar el pago. Contacta a la tienda.',
    unreachable: 'No pudimos contactar a la tienda. Revisa tu conexión e inténtalo de nuevo.',
    reload: 'Recargar la página',
  },
};
const portuguese: Texts = {
  closed: 'Não foi possível concluir o pagamento. Entre em contato com a loja.',
  unreachable: 'Não conseguimos falar com a loja. Verifique a sua conexão e tente de novo.',
  reload: 'Atualizar a página',
};

/** Writes why there is no form, in a language by its tag. */
export function writeNotice(notice: Element, code: CheckoutErrorCode, language: string): void {
  const { closed, unreachable, reload } = texts[language.slice(0, 2).toLowerCase()] ?? portuguese;
  const isAway = code === 'proxy_unreachable';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = reload;
  button.addEventListener('click', () => location.reload());
  const sentence = document.createElement('p');
  sentence.textContent = isAway ? unreachable : closed;
  notice.replaceChildren(sentence, ...(isAway ? [button] : []));
}
