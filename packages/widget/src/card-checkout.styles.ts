import { css } from 'lit';

/** Is the look of the element; a page changes it by `--card-checkout-*`, by parts and by `color-scheme`. */
export const styles = css`
  :host {
    --_accent: var(--card-checkout-accent, light-dark(#0b5fff, #7aa8ff));
    --_on-accent: var(--card-checkout-on-accent, light-dark(#fff, #0a1330));
    --_text: var(--card-checkout-text, light-dark(#16202e, #eef2f8));
    --_muted: var(--card-checkout-muted, light-dark(#566273, #a3b0c2));
    --_surface: var(--card-checkout-surface, light-dark(#fff, #131a26));
    --_field: var(--card-checkout-field, light-dark(#fff, #1b2433));
    --_border: var(--card-checkout-border, light-dark(#8592a5, #6a7890));
    --_danger: var(--card-checkout-danger, light-dark(#b3261e, #ffb4ab));
    --_danger-soft: var(--card-checkout-danger-soft, light-dark(#fdeceb, #3c1b1a));
    --_success: var(--card-checkout-success, light-dark(#0b7a43, #6fdca4));
    --_radius: var(--card-checkout-radius, 10px);
    --_gap: var(--card-checkout-gap, 16px);
    display: block;
    container-type: inline-size;
    color: var(--_text);
    font: var(--card-checkout-font, 16px/1.5 system-ui, sans-serif);
    text-align: start;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  p,
  h2,
  fieldset {
    margin: 0;
  }
  form {
    display: grid;
    gap: var(--_gap);
  }
  .pair {
    display: grid;
    gap: var(--_gap);
    align-items: start;
  }
  @container (min-width: 22rem) {
    .pair {
      grid-template-columns: 1fr 1fr;
    }
  }
  .field {
    display: grid;
    gap: 4px;
  }
  label,
  legend {
    font-weight: 600;
    font-size: 0.9375em;
  }
  .control {
    position: relative;
  }
  input:not([type='radio']),
  select {
    width: 100%;
    min-height: 48px;
    padding: 10px 14px;
    color: inherit;
    font: inherit;
    font-size: max(16px, 1em);
    font-variant-numeric: tabular-nums;
    background: var(--_field);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  [aria-invalid='true'] {
    border-color: var(--_danger);
    box-shadow: inset 0 0 0 1px var(--_danger);
  }
  input[readonly],
  select:disabled {
    opacity: 0.7;
  }
  :focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }
  [part='brand'] {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 14px;
    display: grid;
    align-items: center;
    color: var(--_muted);
    font-size: 0.8125em;
    font-weight: 600;
    pointer-events: none;
  }
  .hint {
    color: var(--_muted);
    font-size: 0.875em;
  }
  .fault {
    color: var(--_danger);
    font-size: 0.875em;
    font-weight: 500;
  }
  .kinds {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 24px;
    padding: 0;
    border: 0;
  }
  .kinds label {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    min-height: 44px;
    font-weight: 500;
  }
  .kinds input {
    width: 20px;
    height: 20px;
    margin: 0;
    accent-color: var(--_accent);
  }
  button {
    min-height: 44px;
    padding: 8px 16px;
    color: var(--_accent);
    font: inherit;
    font-weight: 600;
    background: none;
    border: 0;
    border-radius: var(--_radius);
    cursor: pointer;
  }
  .pay {
    display: flex;
    gap: 10px;
    align-items: center;
    justify-content: center;
    min-height: 52px;
    color: var(--_on-accent);
    background: var(--_accent);
  }
  .pay:hover {
    filter: brightness(1.08);
  }
  .pay[aria-disabled='true'] {
    cursor: default;
    filter: saturate(0.4);
  }
  .spinner {
    width: 18px;
    height: 18px;
    border: 3px solid;
    border-inline-end-color: transparent;
    border-radius: 50%;
    animation: turn 0.9s linear infinite;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .spinner {
      animation-duration: 6s;
    }
  }
  .alert:not(:empty) {
    margin-block-end: var(--_gap);
    padding: 12px 16px;
    color: var(--_danger);
    font-weight: 500;
    background: var(--_danger-soft);
    border-radius: var(--_radius);
  }
  .status {
    min-height: 1.5em;
    margin-block-start: 8px;
    color: var(--_muted);
    font-size: 0.9375em;
    text-align: center;
  }
  .result {
    display: grid;
    gap: 12px;
    justify-items: center;
    padding: 32px 16px;
    font-size: 1.125em;
    font-weight: 600;
    text-align: center;
    border-radius: var(--_radius);
  }
  .mark {
    display: grid;
    place-items: center;
    width: 56px;
    height: 56px;
    color: var(--_surface);
    background: var(--_muted);
    border-radius: 50%;
  }
  .mark::after {
    content: '…';
    font-size: 28px;
    line-height: 1;
  }
  .approved .mark {
    background: var(--_success);
  }
  .approved .mark::after {
    content: '✓';
  }
  dialog {
    position: fixed;
    inset: 0;
    display: grid;
    grid-template-rows: auto 1fr;
    width: min(100dvw, 600px);
    max-width: none;
    height: min(100dvh, 720px);
    max-height: none;
    margin: auto;
    padding: 0;
    overflow: hidden;
    color: inherit;
    background: var(--_surface);
    border: 0;
    border-radius: var(--_radius);
  }
  dialog:not([open]) {
    visibility: hidden;
    pointer-events: none;
  }
  dialog::backdrop {
    background: rgb(9 14 24 / 60%);
  }
  dialog header {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    align-items: center;
    justify-content: space-between;
    padding: 8px 8px 8px 20px;
  }
  dialog h2 {
    font-size: 1.0625em;
  }
  iframe {
    width: 100%;
    height: 100%;
    background: #fff;
    border: 0;
  }
`;
