import { mistakeIn, mistakes, type Mistake } from '../browser/mistakes.ts';

// What loads after the frame, to explain what is wrong.
export { findObstacle } from '../browser/find-obstacle.ts';
export { mistakeIn, mistakes, tell } from '../browser/mistakes.ts';
export { need, noteViolation, violationAt } from '../browser/page-policy.ts';
export { writeNotice } from './frame-notice.ts';

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
