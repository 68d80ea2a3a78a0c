import { memberOf } from '@card-checkout/contract/json';
import { printable } from '@card-checkout/contract/printable';
import { html, type TemplateResult } from 'lit';
import type { OrderTimeline, PaymentView, TimelineStep } from '../views.ts';
import { cardText, money, renderHeading, renderStatus, renderTime, timeText } from './parts.ts';
import type { Texts } from './texts.ts';

interface PaymentActions {
  onResolve: (payment: PaymentView) => void;
  onResend: (payment: PaymentView) => void;
}

export function renderOrder(
  texts: Texts,
  { orderId, status, payments, steps }: OrderTimeline,
  actions: PaymentActions,
): TemplateResult {
  const { order } = texts;
  return html`
    <section class="order" aria-labelledby="order">
      <div class="head">
        ${renderHeading('order', `${order.title} ${printable(orderId)}`)}
        ${renderStatus(texts, status)}
        <a class="close" href="#">${order.close}</a>
      </div>
      <div class="columns">
        <div>
          <h3>${order.payments}</h3>
          <ol class="payments">
            ${payments.map((payment, index) => renderPayment(texts, payment, index, actions))}
          </ol>
        </div>
        <div>
          <h3>${order.timeline}</h3>
          ${renderTimeline(texts, payments, steps)}
        </div>
      </div>
    </section>
  `;
}

function renderPayment(
  texts: Texts,
  payment: PaymentView,
  index: number,
  { onResolve, onResend }: PaymentActions,
): TemplateResult {
  const words = texts.payment;
  const name = words.numbered(index + 1);
  const resolve = html`
    <button class="main" aria-label="${words.resolve}: ${name}" @click=${() => onResolve(payment)}>
      ${words.resolve}
    </button>
  `;
  return html`
    <li>
      <h4>${name} ${renderStatus(texts, payment.status)}</h4>
      ${renderFacts(texts, payment)}
      <p class="actions">
        ${isResolvable(payment) ? resolve : ''}
        <button aria-label="${words.resend}: ${name}" @click=${() => onResend(payment)}>
          ${words.resend}
        </button>
      </p>
    </li>
  `;
}

/** Whether the proxy would let an operator resolve a payment. */
function isResolvable({ status, blocksOrder }: PaymentView): boolean {
  return blocksOrder && !isRunning(status) && status !== 'approved';
}

function isRunning(status: string): boolean {
  return ['reserved', 'sending', 'waiting'].includes(status);
}

export function renderFacts(texts: Texts, payment: PaymentView): TemplateResult {
  const { payment: words } = texts;
  const { amount, installments, code, transactionId } = payment;
  const plan = installments === 1 ? words.inFull : words.installments(installments);
  const facts = [
    [words.amount, `${money(texts, amount)}, ${plan}`],
    [words.card, cardText(texts, payment)],
    [words.changedAt, renderTime(texts, payment.changedAt)],
    [words.transactionId, transactionId && printable(transactionId)],
    [words.code, code && html`<code>${code}</code>`],
    [words.id, html`<code>${payment.paymentId}</code>`],
  ] as const;
  return html`
    <dl>
      ${facts
        .filter(([, value]) => value)
        .map(
          ([name, value]) => html`
            <div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>
          `,
        )}
    </dl>
  `;
}

function renderTimeline(
  texts: Texts,
  payments: readonly PaymentView[],
  steps: readonly TimelineStep[],
): TemplateResult[] {
  const days = Map.groupBy(steps, ({ at }) => timeText(texts, at, 'day'));
  return [...days].map(
    ([name, ofDay]) => html`
      <p class="day">${name}</p>
      <ol class="timeline">
        ${ofDay.map((step) => renderStep(texts, payments, step))}
      </ol>
    `,
  );
}

function renderStep(
  texts: Texts,
  payments: readonly PaymentView[],
  step: TimelineStep,
): TemplateResult {
  const { at, kind, status, try: number = 1 } = step;
  const title = texts.steps[kind](number, printable(String(step.details['by'])));
  const details = detailsOf(texts, payments, step);
  return html`
    <li class=${kind}>
      <time datetime=${at}>${timeText(texts, at, 'second')}</time>
      <p>${title} ${!status || isRunning(status) ? '' : renderStatus(texts, status)}</p>
      ${details.length === 0 ? '' : html`<p class="muted">${details.join(' · ')}</p>`}
    </li>
  `;
}

function detailsOf(
  { payment, charges, alarmCodes, acknowledgedBy }: Texts,
  payments: readonly PaymentView[],
  { paymentId, kind, details }: TimelineStep,
): unknown[] {
  const number = payments.findIndex((each) => each.paymentId === paymentId) + 1;
  const { charge, claim, code, transactionId, note, reason, acknowledgedBy: by } = details;
  // The status says as much.
  const shownCode = code === 'declined' ? undefined : code;
  const known = [charge, claim, shownCode, transactionId, note, reason]
    .filter((detail) => typeof detail === 'string')
    .map(
      (detail) => memberOf(kind === 'alarm' ? alarmCodes : charges, detail) ?? printable(detail),
    );
  if (typeof by === 'string') known.push(acknowledgedBy(printable(by)));
  return payments.length > 1 ? [payment.numbered(number), ...known] : known;
}
