import { printable } from '@card-checkout/contract/printable';
import { html, type TemplateResult } from 'lit';
import type { OrderTimeline, PaymentView } from '../../views.ts';
import { cardText, money } from '../format.ts';
import type { Texts } from '../texts/texts.ts';
import { isRunning, renderHeading, renderStatus, renderTime } from './parts.ts';
import { renderTimeline } from './timeline-view.ts';

interface PaymentActions {
  onResolve: (payment: PaymentView) => void;
  onResend: (payment: PaymentView) => void;
}

/** Draws an order: its payments, what an operator may do with each, and everything that happened. */
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
  return html`
    <li>
      <h4>${name} ${renderStatus(texts, payment.status)}</h4>
      ${renderFacts(texts, payment)}
      <p class="actions">
        ${
          isResolvable(payment)
            ? html`<button
                class="main"
                aria-label="${words.resolve}: ${name}"
                @click=${() => onResolve(payment)}
              >
                ${words.resolve}
              </button>`
            : ''
        }
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

/** Draws what identifies a payment, at the acquirer too. */
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
      ${facts.map(([name, value]) =>
        value
          ? html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`
          : '',
      )}
    </dl>
  `;
}
