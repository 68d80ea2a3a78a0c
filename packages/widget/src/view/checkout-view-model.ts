import type { nothing, TemplateResult } from 'lit';
import type { FieldName } from '../fields/card-fields.ts';
import type { CardForm } from '../form/card-form.ts';
import type { Pictures } from '../fields/card-pictures.ts';
import type { Locale } from '../browser/language.ts';
import type { Messages } from '../locales/messages.ts';
import type { Order } from '../order/order.ts';
import type { CheckoutState, CheckoutStep } from '../state/checkout-state.ts';
import type { StepText } from './step-text.ts';

/** Everything that the form shows, and its callbacks. */
export interface CheckoutView {
  form: CardForm;
  state: CheckoutState;
  order: Order | undefined;
  /** What will be charged, or was charged; undefined without an order. */
  totalCentavos: number | undefined;
  locale: Locale;
  isLoaded: boolean;
  messages: Messages;
  /** Code loaded after the first frame. */
  loaded: LoadedViews | undefined;
  /** What a screen reader says next, politely. */
  announcement: string;
  /** What the running step says, once that has loaded. */
  stepText: StepText | undefined;
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

/** Pictures, amounts, and what is only rendered once the button was pressed. */
interface LoadedViews {
  pictures: Pictures;
  renderResult(view: CheckoutView): TemplateResult;
  renderSummary(view: CheckoutView): TemplateResult | typeof nothing;
  renderStep(step: string, pay: string): TemplateResult;
  renderProgress(step: CheckoutStep): TemplateResult;
  renderStatus(view: CheckoutView, text: string): TemplateResult | string;
  renderBrand(view: CheckoutView): TemplateResult;
  renderCodePicture(view: CheckoutView): TemplateResult;
  codeHint(view: CheckoutView): string;
  renderKinds(view: CheckoutView): TemplateResult;
  renderInstallments(view: CheckoutView): TemplateResult | typeof nothing;
  formatMoney(amountCentavos: number, locale: string): string;
  renderAlert(view: CheckoutView, sentence: string): TemplateResult | string;
  renderWaysOn(view: CheckoutView): TemplateResult | typeof nothing;
}
