import { nearestLanguage } from '../browser/nearest-language.ts';
import type { Look } from './page-messages.ts';

/** The custom properties that cross over; `card-checkout.styles.ts` documents them. */
export const variables = [
  'accent',
  'on-accent',
  'text',
  'muted',
  'surface',
  'field',
  'border',
  'danger',
  'danger-soft',
  'success',
  'radius',
  'gap',
  'font',
  'button',
].map((name) => `--card-checkout-${name}`);

/**
 * A transition of what crosses over. It takes no time, but an event tells that it has begun: browsers
 * have no other way to follow a custom property.
 */
export const followed = [
  ...variables,
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

/** Reads how the page looks where the element stands. */
export function readLook(element: Element): Look {
  const style = getComputedStyle(element);
  const { colorScheme, fontFamily, fontSize, fontStyle, fontWeight, lineHeight } = style;
  const root = getComputedStyle(document.documentElement);
  const page = { '--_page-width': `${innerWidth}px`, '--_page-height': `${innerHeight}px` };
  return {
    type: 'look',
    variables: {
      ...page,
      ...Object.fromEntries(variables.map((name) => [name, style.getPropertyValue(name)])),
    },
    root: { colorScheme, fontSize: root.fontSize },
    body: { fontFamily, fontSize, fontStyle, fontWeight, lineHeight },
    direction: style.direction === 'rtl' ? 'rtl' : 'ltr',
    language: nearestLanguage(element),
  };
}
