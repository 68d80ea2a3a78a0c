import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { Brand } from '../fields/brands.ts';

const card = (fill: string, content: SVGTemplateResult): TemplateResult => html`
  <svg viewBox="0 0 38 24" width="38" height="24" aria-hidden="true">
    <rect width="38" height="24" rx="4" fill=${fill} />
    ${content}
  </svg>
`;

const word = (
  text: string,
  fill: string,
  width: number,
  size = 10,
  style = 'normal',
): SVGTemplateResult => svg`
  <text x="19" y="15.5" text-anchor="middle" textLength=${width} lengthAdjust="spacingAndGlyphs"
    font-family="Arial, sans-serif" font-weight="700" font-size=${size} font-style=${style} fill=${fill}>${text}</text>
`;

// The commonest marks have drawn letters: the text of an SVG costs Chromium at 1/4 speed 20 ms, just after a key.
const visaLetters =
  'M6.5 8H9l.9 4.7L12.4 8h2.5l-4.6 8H8zM15.8 8h2.3l-1.5 8h-2.3zM23.9 8.4l-.5 1.9c-.9-.5-2.4-.6-2.6 0-.2.9 3.2 1.3 2.8 3.3-.5 2.5-3.8 2.9-5.8 2l.5-1.9c1.2.7 2.8.7 3 0 .2-.9-3.3-1.2-2.8-3.3.5-2.2 3.5-2.8 5.4-2zM28 8h2.3l1.5 8h-2.2l-.2-1.3h-2.5l-.7 1.3h-2.5zM28.8 10.4l-1.1 2.6h1.5z';
const eloLetters =
  'M10.9 12.4h6a3 3 0 1 0-1.2 2.2M20 6v6.6q0 2.2 2.2 2.2M23.6 12.2a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0-5.8 0';

/** Renders two overlapping discs, with the overlap in a color of its own. */
const discs = (left: string, right: string, lens: string): SVGTemplateResult => svg`
  <circle cx="15" cy="12" r="7" fill=${left} />
  <circle cx="23" cy="12" r="7" fill=${right} />
  <path d="M19 6.26a7 7 0 0 1 0 11.48a7 7 0 0 1 0-11.48" fill=${lens} />
`;

const panel = (x: number, fill: string, slant: number): SVGTemplateResult => svg`
  <path d=${`M${x + slant} 4h9l${-slant} 16h-9z`} fill=${fill} />
`;

/** Small drawings in the brands' colors. Each is shown with the brand's name for screen readers. */
export const brandMarks: Readonly<Record<Brand, TemplateResult>> = {
  visa: card('#1434cb', svg`<path d=${visaLetters} fill="#fff" fill-rule="evenodd" />`),
  mastercard: card('#16202e', discs('#eb001b', '#f79e1b', '#ff5f00')),
  maestro: card('#16202e', discs('#eb001b', '#00a2e5', '#7375cf')),
  elo: card(
    '#000',
    svg`<path d=${eloLetters} stroke="#fff" stroke-width="2" fill="none" />
      <path d="M5 7a7 7 0 0 1 5-3" stroke="#ffcb05" stroke-width="2" fill="none" />
      <path d="M5 17a7 7 0 0 0 5 3" stroke="#00a4e0" stroke-width="2" fill="none" />
      <path d="M33 17a7 7 0 0 1-5 3" stroke="#ef4123" stroke-width="2" fill="none" />`,
  ),
  amex: card('#016fd0', word('AMEX', '#fff', 28, 10)),
  diners: card(
    '#fff',
    svg`<circle cx="19" cy="12" r="8.5" fill="#0079be" />
      <circle cx="19" cy="12" r="6" fill="#fff" />
      <path d="M17.6 7.4a5 5 0 0 0 0 9.2zM20.4 7.4a5 5 0 0 1 0 9.2z" fill="#0079be" />`,
  ),
  discover: card(
    '#fff',
    svg`<path d="M38 12v8a4 4 0 0 1-4 4H14c12-2 20-6 24-12z" fill="#f47216" />
      ${word('DISCOVER', '#16202e', 30, 7)}`,
  ),
  jcb: card(
    '#fff',
    svg`<rect x="7" y="4" width="7" height="16" rx="3" fill="#0e4c96" />
      <rect x="15.5" y="4" width="7" height="16" rx="3" fill="#d70c2c" />
      <rect x="24" y="4" width="7" height="16" rx="3" fill="#00813f" />
      ${word('J C B', '#fff', 21, 7)}`,
  ),
  aura: card('#ffd200', word('aura', '#00447c', 25, 12)),
  unionpay: card(
    '#fff',
    svg`${panel(4, '#e21836', 3)}${panel(12, '#00447c', 3)}${panel(20, '#007b84', 3)}
      ${word('UnionPay', '#fff', 25, 6)}`,
  ),
  hipercard: card('#b3131b', word('Hiper', '#fff', 27, 10, 'italic')),
  cabal: card('#00549f', word('CABAL', '#fff', 28, 9)),
};

/** Renders lines in the color of the text. */
const drawing = (width: number, height: number, lines: TemplateResult): TemplateResult => html`
  <svg
    viewBox="0 0 ${width} ${height}"
    width=${width}
    height=${height}
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    aria-hidden="true"
  >
    ${lines}
  </svg>
`;

/** A card, for a number whose brand is unknown. */
export const cardGlyph = drawing(
  30,
  22,
  svg`<rect x="1" y="1" width="28" height="20" rx="3.5" /><path d="M1 7.5h28M5 15.5h6" />`,
);

/** Both sides of a card, back and front, each with the place of its security code. */
export const codePicture = html`
  ${drawing(
    34,
    24,
    svg`<rect x="1" y="2" width="30" height="20" rx="3.5" opacity=".7" />
      <path d="M1 8h30" stroke-width="3" stroke-linecap="butt" opacity=".7" />
      <rect class="spot" x="14.5" y="11" width="18.5" height="11" rx="5.5" />
      <path class="digits" d="M19.3 16.5h0M23.8 16.5h0M28.3 16.5h0" stroke-width="2.2" />`,
  )}
  ${drawing(
    34,
    24,
    svg`<rect x="1" y="2" width="30" height="20" rx="3.5" opacity=".7" />
      <path d="M5 17h12" opacity=".7" />
      <rect class="spot" x="12" y="3" width="21" height="11" rx="5.5" />
      <path class="digits" d="M16.6 8.5h0M20.5 8.5h0M24.5 8.5h0M28.4 8.5h0" stroke-width="2.2" />`,
  )}
`;

export const lock = drawing(12, 14, svg`<path d="M1.5 6h9v6.5h-9zM3.5 6V4a2.5 2.5 0 0 1 5 0v2" />`);
