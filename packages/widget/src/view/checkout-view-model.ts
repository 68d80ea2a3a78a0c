import type { CardKind } from '@card-checkout/contract/checkout';
import type { nothing, TemplateResult } from 'lit';
import type { BrandMarks } from '../fields/brand-marks.ts';
import type { CardForm, FieldName } from '../form/card-form.ts';
import type { Messages } from '../locales/messages.ts';
import type { CheckoutState } from '../state/checkout-state.ts';

/** Everything that the form shows, and its callbacks. */
export interface CheckoutView {
  form: CardForm;
  state: CheckoutState;
  kinds: readonly CardKind[];
  /** What will be charged, or was charged; undefined without an order. */
  totalCentavos: number | undefined;
  locale: string;
  /** Whether the locale's texts have loaded. */
  isLoaded: boolean;
  messages: Messages;
  /** Load after the first frame; until then the brand's name is shown. */
  marks: BrandMarks | undefined;
  late: LateViews | undefined;
  /** What a screen reader says next, politely. */
  announcement: string;
  /** The page's own error message (`setCustomValidity`). */
  customError: string;
  isDisabled: boolean;
  /** Whether nothing can be changed, because an attempt runs or the element is disabled. */
  isLocked: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  onEdit: () => void;
  onFocus: (name: FieldName) => void;
}

/** Templates that load with the payment: none is drawn before the button is pressed. */
export interface LateViews {
  renderResult(status: 'approved' | 'pending', view: CheckoutView): TemplateResult;
  renderSummary(view: CheckoutView): TemplateResult | typeof nothing;
}
