import type { Look } from '../port.ts';
import { legible, type Rgb, type Scheme } from './palette.ts';

/** Whether the page hides the form's button. */
const buttonDisplay = '--card-checkout-button';

/** The lengths that cross over, with the most that each may be in CSS pixels. */
const lengths = {
  '--card-checkout-radius': 48,
  '--card-checkout-gap': 48,
  '--_page-width': 10_000,
  '--_page-height': 10_000,
};

/** Fonts whose digits anybody can read. Others could be installed that draw signs instead. */
const fonts = new Set(
  (
    'system-ui,-apple-system,blinkmacsystemfont,ui-sans-serif,ui-serif,ui-monospace,ui-rounded,sans-serif,' +
    'serif,monospace,arial,helvetica,helvetica neue,segoe ui,roboto,ubuntu,noto sans,open sans,inter,lato,' +
    'verdana,tahoma,trebuchet ms,calibri,avenir,futura,georgia,garamond,palatino,times,times new roman,' +
    'courier,courier new,consolas,menlo'
  ).split(','),
);

/**
 * Dresses the document as the page around it, as far as the buyer can still read the amount: the page
 * may be hostile. Nothing of the page's goes into the document before the browser has computed it to a
 * color, a length or a font. Returns whether the page hides the form's button.
 */
export function applyLook({ variables, root, body, direction, language }: Look): boolean {
  const { documentElement } = document;
  const { style } = documentElement;
  documentElement.dir = direction;
  documentElement.lang = language;
  style.colorScheme = root.colorScheme;
  const probe = new Probe();
  style.fontSize = `${probe.pixels(root.fontSize, 8, 32) ?? 16}px`;
  document.body.style.font = '';
  document.body.style.font = probe.font(body);
  const font = variables['--card-checkout-font'] ?? '';
  style.setProperty('--card-checkout-font', font && probe.font({ font }));
  for (const [name, most] of Object.entries(lengths)) {
    const px = probe.pixels(variables[name], 0, most);
    style.setProperty(name, px === undefined ? '' : `${px}px`);
  }
  const colors = legible((name, scheme) =>
    probe.color(variables[`--card-checkout-${name}`], scheme),
  );
  for (const [name, color] of colors) style.setProperty(`--card-checkout-${name}`, color);
  const isButtonHidden = variables[buttonDisplay]?.trim() === 'none';
  style.setProperty(buttonDisplay, isButtonHidden ? 'none' : '');
  probe.remove();
  return isButtonHidden;
}

/** An unseen element, on which the browser computes what the page has written. */
class Probe {
  readonly #element = document.createElement('span');

  constructor() {
    this.#element.style.cssText =
      'position: absolute; visibility: hidden; transition: none; forced-color-adjust: none';
    document.body.append(this.#element);
  }

  remove(): void {
    this.#element.remove();
  }

  /** Returns a font that anybody can read; empty if the browser doesn't understand the page's. */
  font(wanted: Partial<CSSStyleDeclaration>): string {
    const { style } = this.#element;
    style.font = '';
    Object.assign(style, wanted);
    if (style.font === '' && wanted.font) return '';
    const { fontFamily, fontSize, fontStyle, fontWeight, lineHeight } = getComputedStyle(
      this.#element,
    );
    const names = fontFamily.split(',').map((name) => name.trim().replaceAll(/^["']|["']$/g, ''));
    const families = names.filter((name) => fonts.has(name.toLowerCase()));
    const size = clamp(Number.parseFloat(fontSize), 12, 32);
    const line = Number.parseFloat(lineHeight) / Number.parseFloat(fontSize) || 1.5;
    const slant = fontStyle === 'italic' ? 'italic' : 'normal';
    const list = families.join() || 'sans-serif';
    return `${slant} ${fontWeight} ${size}px/${clamp(line, 1.1, 2.5)} ${list}`;
  }

  /** Returns a length in CSS pixels; undefined if it isn't one. */
  pixels(length = '', least: number, most: number): number | undefined {
    const { style } = this.#element;
    style.scrollMarginTop = '';
    style.scrollMarginTop = length;
    if (style.scrollMarginTop === '') return undefined;
    return clamp(Number.parseFloat(getComputedStyle(this.#element).scrollMarginTop), least, most);
  }

  /** Returns an opaque color in a scheme; undefined for any other value. */
  color(value = '', scheme: Scheme): Rgb | undefined {
    const { style } = this.#element;
    style.colorScheme = scheme;
    style.color = '';
    style.color = value;
    if (style.color === '') return undefined;
    const computed = getComputedStyle(this.#element).color;
    // Whatever the page has written, this is in sRGB.
    style.color = `color-mix(in srgb, ${computed}, ${computed})`;
    const [, channels = '', alpha = '1'] =
      /^color\(srgb ([^/]+)(?:\/ (.+))?\)$/.exec(getComputedStyle(this.#element).color) ?? [];
    const [red, green, blue] = channels.split(' ').map((part) => clamp(Number(part), 0, 1));
    const isColor = [red, green, blue].every(Number.isFinite);
    if (!isColor || Number(alpha) < 1) return undefined;
    return [red ?? 0, green ?? 0, blue ?? 0];
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
