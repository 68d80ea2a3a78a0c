interface CardCheckoutElement extends HTMLElement {
  submit(): Promise<void>;
  setCustomValidity(message: string): void;
}

interface HTMLElementTagNameMap {
  'card-checkout': CardCheckoutElement;
}
