import type { FieldName } from '../fields/card-fields.ts';
import type { CardForm } from '../fields/card-form.ts';
import type { Language } from '../locales/messages.ts';
import type { Order } from '../order/order.ts';
import type { CheckoutState } from '../checkout/checkout-state.ts';

/** Everything that the form shows, and its callbacks. */
export interface CheckoutView {
  form: CardForm;
  state: CheckoutState;
  order: Order | undefined;
  /** What will be charged, or was charged; undefined without an order. */
  totalCentavos: number | undefined;
  /** The same in words, or ''. */
  total: string;
  locale: string;
  isLoaded: boolean;
  messages: Language;
  /** What a screen reader says next, politely. */
  announcement: string;
  /** What stands on the button while nothing runs. */
  payText: string;
  /** What the form says during a step, or ''. */
  stepText: string;
  customError: string;
  isDisabled: boolean;
  /** Whether nothing can be changed, because an attempt runs or the element is disabled. */
  isLocked: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  onReset: () => void;
  onReload: () => void;
  onEdit: () => void;
  onFocus: (name: FieldName) => void;
}

/** Splits a text into its first sentence, which is a title or stands on the button, and the rest. */
export function inTwo(text: string): string[] {
  return text.split(/(?<=[….!?]) (.*)/s);
}

/**
 * Keeps the focus in its field until the click: a field that loses it may show an error, and the
 * button would move away under the pointer.
 */
export function holdFocus(press: Event): void {
  press.preventDefault();
}
