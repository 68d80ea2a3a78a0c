import { lookFieldsOf, valueOf } from './looks-fields.js';

/** The examples of rules, by the name of their field. */
const rules = {
  'button-rule': `card-checkout::part(button) {
  letter-spacing: 0.06em;
  text-transform: uppercase;
}`,
  'label-rule': `card-checkout::part(label) {
  font-weight: 400;
  font-size: 0.875em;
}`,
  'paying-rule': `card-checkout:state(paying)::part(field) {
  opacity: 0.5;
}`,
};

/**
 * Writes the style sheet that a merchant copies: what differs from the element's own look, and no more.
 * @param {HTMLFormElement} form
 */
export function writeCss(form) {
  const scheme = valueOf(form, 'scheme');
  const properties = changedProperties(form, scheme);
  return [
    block(':root', [`color-scheme: ${scheme};`]),
    ...(properties.length > 0 ? [block('card-checkout', properties)] : []),
    ...Object.entries(rules).flatMap(([name, rule]) => (valueOf(form, name) ? [rule] : [])),
  ].join('\n\n');
}

/**
 * Gives a color of the look as CSS writes it.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} scheme
 */
export function colorOf(form, name, scheme) {
  const [light, dark] = ['light', 'dark'].map((end) => valueOf(form, `${name}-${end}`));
  if (scheme === 'light' || light === dark) return light;
  return scheme === 'dark' ? dark : `light-dark(${light}, ${dark})`;
}

/**
 * @param {HTMLFormElement} form
 * @param {string} scheme
 */
function changedProperties(form, scheme) {
  const changed = lookFieldsOf(form).filter(({ value, byDefault }) => value !== byDefault);
  const lines = changed.map(({ name, value }) => {
    const color = /^(.+)-(light|dark)$/.exec(name);
    if (color?.[2] && !scheme.includes(color[2])) return '';
    if (color?.[1]) return declare(color[1], colorOf(form, color[1], scheme) ?? '');
    return declare(name, name === 'font' ? value : `${value}px`);
  });
  return [...new Set(lines.filter(Boolean))];
}

/**
 * @param {string} name
 * @param {string} value
 */
function declare(name, value) {
  return `--card-checkout-${name}: ${value};`;
}

/**
 * @param {string} selector
 * @param {readonly string[]} lines
 */
function block(selector, lines) {
  return `${selector} {\n${lines.map((line) => `  ${line}\n`).join('')}}`;
}
