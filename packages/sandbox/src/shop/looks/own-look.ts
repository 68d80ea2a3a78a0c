/** The element's default look, with every property. */
export const ownLook = `:root {
  color-scheme: light dark;
  --card-checkout-accent: light-dark(#0b5fff, #7aa8ff);
  --card-checkout-on-accent: light-dark(#fff, #0a1330);
  --card-checkout-text: light-dark(#16202e, #eef2f8);
  --card-checkout-muted: light-dark(#566273, #a3b0c2);
  --card-checkout-surface: light-dark(#fff, #131a26);
  --card-checkout-field: light-dark(#fff, #1b2433);
  --card-checkout-border: light-dark(#8592a5, #6a7890);
  --card-checkout-danger: light-dark(#b3261e, #ffb4ab);
  --card-checkout-danger-soft: light-dark(#fdeceb, #3c1b1a);
  --card-checkout-success: light-dark(#0b7a43, #6fdca4);
  --card-checkout-radius: 8px;
  --card-checkout-gap: 16px;
  --card-checkout-font: max(16px, 1rem) / 1.5 system-ui, sans-serif;
  --card-checkout-button: flex;
}`;
