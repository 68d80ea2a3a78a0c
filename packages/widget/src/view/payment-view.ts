import { shortCodeOf, type PaidCard, type Payment } from '@card-checkout/contract/payment';
import { html, nothing, type TemplateResult } from 'lit';
import { brandName } from '../fields/brands.ts';
import type { FieldName } from '../fields/card-fields.ts';
import { isClosed, type CheckoutStep } from '../checkout/checkout-state.ts';
import { inTwo, type CheckoutView } from './checkout-view-model.ts';

/** The steps in each stage that the buyer sees: preparing, the bank, the payment. */
const stages: readonly (readonly CheckoutStep[])[] = [
  ['fraud'],
  ['token', 'challenge'],
  ['submit', 'waiting'],
];

/** Renders how far the attempt has come; the button and the live region say it in words. */
export function renderProgress(step: CheckoutStep): TemplateResult {
  const running = stages.findIndex((steps) => steps.includes(step));
  const bars = stages.map((_, stage) => {
    const state = stage < running ? 'done' : stage === running ? 'running' : '';
    return html`<span class=${state}></span>`;
  });
  return html`<div class="progress" part="progress" aria-hidden="true">${bars}</div>`;
}

/** Renders the running step on the button, whose name stays what it pays. */
export function renderStep(step: string, pay: string): TemplateResult {
  return html`<span class="spinner" aria-hidden="true"></span>
    <span class="step" aria-hidden="true" .textContent=${step}></span
    ><span class="unseen" .textContent=${pay}></span>`;
}

/** Renders what the live region says: the button's text, and sentences that are announced as they come. */
export function renderStatus(text: string): TemplateResult[] {
  const [step = '', ...details] = text.split(/(?<=[….!?]) /);
  if (step === '') return [];
  return [
    html`<span class="unseen" .textContent=${`${step} `}></span>`,
    ...details.map((detail) => html`<span .textContent=${`${detail} `}></span>`),
  ];
}

/** Returns why the buyer has to try again or can't: a title, which is the first sentence, and the rest. */
export function alertText({ state, messages }: CheckoutView, sentence: string): string[] {
  const isError = state.status === 'error';
  const isLater = isError && state.error.code === 'unavailable' && state.error.retryable;
  const { declined, tryLater, notCharged, wasAtBank } = messages;
  const isDeclined = state.status === 'declined';
  const isBack = state.status === 'ready' && state.wasAtBank;
  const notice = isBack ? wasAtBank : sentence;
  const text = isDeclined ? declined : isLater ? tryLater : notice;
  const [title = '', rest] = inTwo(text);
  // An order is closed only while none of its payments may charge.
  const isUncharged = isError && (state.isUncharged || state.error.code === 'order_closed');
  const claim = (isDeclined || isUncharged) && notCharged;
  return title === '' ? [] : [title, [claim, rest].filter(Boolean).join(' ')];
}

/** The errors that another card may solve, as their texts say. */
const ofCard: ReadonlySet<string> = new Set([
  'three_ds_failed',
  'three_ds_incomplete',
  'three_ds_required',
  'three_ds_unavailable',
  'three_ds_used',
  'too_many_requests',
]);

/** Whether another card is the next step: after a decline, until the buyer types a security code again. */
export function asksForCard({ state, form }: CheckoutView): boolean {
  return state.status === 'declined' && form.text('securityCode') === '';
}

/** Renders what the buyer can do besides pressing the button again, or after a final error. */
export function renderWaysOn(view: CheckoutView): TemplateResult | typeof nothing {
  const { state, form, messages, onReset, onEdit, onFocus } = view;
  if (isClosed(state)) return renderFinalError(view);
  const isOfCard = state.status === 'error' && ofCard.has(state.error.code);
  if (state.status !== 'declined' && !isOfCard) return nothing;
  const startOver = (field: FieldName): void => {
    onReset();
    onEdit();
    onFocus(field);
  };
  const onOtherCard = (): void => {
    form.forgetCard();
    startOver('number');
  };
  // The frame of the isolated form takes only a change of the radio button for the buyer's choice.
  const onTryCredit = ({ target }: Event): void => {
    const choices = target instanceof Element && target.closest('form');
    if (choices) choices.querySelector<HTMLElement>('[value=credit]')?.click();
    startOver('securityCode');
  };
  const isCreditLeft = form.kind === 'debit' && form.kinds.includes('credit');
  return html`
    ${
      isCreditLeft
        ? html`<button class="quiet" part="try-credit" type="button" @click=${onTryCredit}>
            ${messages.tryCredit}
          </button>`
        : nothing
    }
    <button
      class=${asksForCard(view) ? 'strong' : 'quiet'}
      part="other-card"
      type="button"
      @click=${onOtherCard}
    >
      ${messages.otherCard}
    </button>
    <slot name="declined"></slot>
  `;
}

/** Renders the end of a payment, or the wait for an earlier one, in place of the form. */
export function renderResult(view: CheckoutView): TemplateResult {
  const { state, messages } = view;
  const isApproved = state.status === 'approved';
  const [title, detail] = resultText(view);
  return html`
    <div
      class="result ${state.status}"
      part="result"
      role="group"
      aria-labelledby="result-title result-detail"
      tabindex="-1"
    >
      ${isApproved ? check : state.status === 'paying' ? spinner : clock}
      <p id="result-title" part="result-title" .textContent=${title}></p>
      <p id="result-detail" part="result-detail" .textContent=${detail}></p>
      ${state.status === 'pending' ? html`<p class="more">${messages.pendingDetail}</p>` : nothing}
      ${'payment' in state && state.payment ? renderReceipt(state.payment, view) : nothing}
      ${
        state.status === 'paying'
          ? nothing
          : html`<slot name=${isApproved ? 'next' : 'help'}></slot>`
      }
    </div>
  `;
}

export function resultText(view: CheckoutView): string[] {
  const { state, messages } = view;
  const { approved, approvedDetail, errors, pending } = messages;
  if (state.status === 'approved' && state.isOther) return inTwo(errors.order_already_paid ?? '');
  if (state.status === 'approved')
    return [approved, approvedDetail.replace('{amount}', view.total).trim()];
  return inTwo(state.status === 'paying' ? view.stepText : pending);
}

/** The errors that reloading the page may fix. */
const gone: ReadonlySet<string> = new Set([
  'order_expired',
  'order_invalid',
  'order_superseded',
  'proxy_unreachable',
]);

const check = html`<svg class="mark" part="result-mark" viewBox="0 0 56 56" aria-hidden="true">
  <circle cx="28" cy="28" r="28" />
  <path pathLength="1" d="M17 29l8 8 15-17" />
</svg>`;

const clock = html`<svg class="mark" part="result-mark" viewBox="0 0 56 56" aria-hidden="true">
  <circle cx="28" cy="28" r="28" />
  <path d="M28 17v11l7 6" />
</svg>`;

const spinner = html`<span class="spinner mark" part="result-mark" aria-hidden="true"></span>`;

/** Renders what the buyer may want to keep, or quote to the shop. */
function renderReceipt(payment: Payment, view: CheckoutView): TemplateResult {
  const { locale, form, order, messages } = view;
  const { receipt } = messages;
  const { card, createdAt } = payment;
  const plan = form.choices.find(
    ({ count, totalCentavos }) =>
      count === payment.installments && totalCentavos === payment.amount,
  );
  const parts = payment.installments > 1 && (plan?.label ?? `${payment.installments}x`);
  const isThis = order?.id === payment.orderId;
  return renderLines(view, payment.id, [
    [receipt.description, isThis && order.description],
    [receipt.card, card && cardValue(card, receipt.cardValue)],
    [messages.installments, parts],
    [messages.statement, isThis && order.statementName],
    [receipt.order, payment.orderId],
    [receipt.date, createdAt && dateValue(new Date(createdAt), locale)],
  ]);
}

/** Renders what to quote to the shop after an error that no other attempt can fix. */
function renderFinalError(view: CheckoutView): TemplateResult {
  const { state, order, messages } = view;
  const payment = 'payment' in state ? state.payment : undefined;
  const lines = renderLines(view, payment?.id, [
    [messages.receipt.order, payment?.orderId ?? order?.id],
  ]);
  const reload = html`<button class="reload" part="reload" type="button" @click=${view.onReload}>
    ${messages.reload}
  </button>`;
  return html`
    ${state.status === 'error' && gone.has(state.error.code) ? reload : nothing}
    ${payment || order ? lines : nothing}
    <slot name="help"></slot>
  `;
}

function renderLines(
  { messages: { receipt } }: CheckoutView,
  paymentId: string | undefined,
  lines: readonly (readonly [name: string, value: string | false | undefined])[],
): TemplateResult {
  return html`
    <dl part="receipt">
      ${lines
        .filter(([, value]) => value)
        .map(
          ([name, value]) =>
            html`<div>
              <dt .textContent=${name}></dt>
              <dd .textContent=${value}></dd>
            </div>`,
        )}
      ${
        paymentId
          ? html`<div>
              <dt>${receipt.payment}</dt>
              <dd>
                <strong .textContent=${shortCodeOf(paymentId)}></strong>
                <code .textContent=${paymentId}></code>
                <button part="copy" type="button" @click=${copyTo(paymentId, receipt.copied)}>
                  ${receipt.copy}
                </button>
                <span class="copied" aria-live="polite"></span>
              </dd>
            </div>`
          : nothing
      }
    </dl>
  `;
}

function cardValue({ brand, last4 }: PaidCard, text: string): string {
  const name = brand ? brandName(brand) : '';
  return text.replace('{brand}', name).replace('{digits}', last4).trim();
}

function dateValue(date: Date, locale: string): string {
  return date.toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short' });
}

/** Copies by a command: the clipboard's own interface needs a permission in a frame. */
function copyTo(text: string, said: string) {
  return ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLElement)) return;
    const field = Object.assign(document.createElement('textarea'), { value: text });
    const { nextElementSibling } = currentTarget;
    currentTarget.after(field);
    field.select();
    // The isolated form's document has no command of its own.
    const isCopied = Document.prototype.execCommand.call(document, 'copy');
    field.remove();
    currentTarget.focus();
    if (nextElementSibling && isCopied) nextElementSibling.textContent = said;
  };
}
