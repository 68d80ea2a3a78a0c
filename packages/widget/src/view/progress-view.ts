import { html, type TemplateResult } from 'lit';
import type { CheckoutStep } from '../state/checkout-state.ts';
import { inButton } from './checkout-view.ts';
import type { CheckoutView } from './checkout-view-model.ts';

/** The steps that the buyer sees as one stage, from preparing over the bank to the payment. */
const stages: readonly (readonly CheckoutStep[])[] = [
  ['fraud'],
  ['token', 'challenge'],
  ['submit', 'waiting'],
];

/** Draws how far the attempt has come; the button and the live region say it in words. */
export function renderProgress(step: CheckoutStep): TemplateResult {
  const running = stages.findIndex((steps) => steps.includes(step));
  const bars = stages.map((_, stage) => {
    const state = stage < running ? 'done' : stage === running ? 'running' : '';
    return html`<span class=${state}></span>`;
  });
  return html`<div class="progress" part="progress" aria-hidden="true">${bars}</div>`;
}

/** Draws what the live region of the steps says, the button's text, too. */
export function renderStatus({ stepText }: CheckoutView, text: string): TemplateResult | string {
  const [step = '', detail = ''] = inButton(stepText?.spaced(text) ?? text);
  return step && html`<span class="unseen">${step}</span>${detail && ` ${detail}`}`;
}

/** Draws what the buyer can do after a decline besides typing the code again. */
export function renderWaysOn({
  form,
  messages,
  onReset,
  onEdit,
  onFocus,
}: CheckoutView): TemplateResult {
  const onOtherCard = (): void => {
    form.forgetCard();
    onReset();
    onEdit();
    onFocus('number');
  };
  return html`
    <button part="other-card" type="button" @click=${onOtherCard}>${messages.otherCard}</button>
    <slot name="declined"></slot>
  `;
}
