import { html, svg, type TemplateResult } from 'lit';
import { brandMarks } from './brand-marks.ts';

/** Draws lines in the color of the text. */
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
const cardGlyph = drawing(
  30,
  22,
  svg`<rect x="1" y="1" width="28" height="20" rx="3.5" /><path d="M1 7.5h28M5 15.5h6" />`,
);

/** Both sides of a card, back and front, each with the place of its security code. */
const codePicture = html`
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

/** A lock, for the line below the button. */
const lock = drawing(12, 14, svg`<path d="M1.5 6h9v6.5h-9zM3.5 6V4a2.5 2.5 0 0 1 5 0v2" />`);

/** The drawings in the form. */
export const pictures = { brandMarks, cardGlyph, codePicture, lock } as const;

export type Pictures = typeof pictures;
