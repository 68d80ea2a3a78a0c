import { printable } from '@card-checkout/contract/printable';
import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { AlarmView, PaymentView } from '../../views.ts';
import { maxPayments } from '../api.ts';
import { cardText, money } from '../format.ts';
import type { Texts } from '../texts/texts.ts';
import { renderHeading, renderOrderLink, renderTime } from './parts.ts';

export function renderUnknown(
  texts: Texts,
  payments: readonly PaymentView[],
  onResolve: (payment: PaymentView) => void,
): TemplateResult {
  const { unknown, payment: words } = texts;
  const row = (payment: PaymentView): TemplateResult => {
    const card = cardText(texts, payment);
    return html`
      <li>
        <p>${renderOrderLink(payment.orderId)} <b>${money(texts, payment.amount)}</b></p>
        <p class="muted">${renderTime(texts, payment.changedAt)}${card && ` · ${card}`}</p>
        <button
          aria-label="${words.resolve}: ${printable(payment.orderId)}"
          @click=${() => onResolve(payment)}
        >
          ${words.resolve}
        </button>
      </li>
    `;
  };
  return html`
    <section aria-labelledby="unknown">
      ${renderHeading('unknown', unknown.title, payments.length)}
      ${payments.length === 0 ? html`<p class="muted">${unknown.none}</p>` : ''}
      <ul class="rows">
        ${repeat(payments, ({ paymentId }) => paymentId, row)}
      </ul>
      ${
        payments.length < maxPayments
          ? ''
          : html`<p class="muted">${unknown.limit(maxPayments)}</p>`
      }
    </section>
  `;
}

export function renderAlarms(
  texts: Texts,
  open: readonly AlarmView[],
  onAcknowledge: (alarm: AlarmView) => void,
): TemplateResult {
  const { alarms, alarmCodes } = texts;
  const row = (alarm: AlarmView): TemplateResult => html`
    <li>
      <p>${alarmCodes[alarm.code]}</p>
      <p class="muted">${renderTime(texts, alarm.at)} · ${renderOrderLink(alarm.orderId)}</p>
      <button
        aria-label="${alarms.acknowledge}: ${printable(alarm.orderId)}, ${alarmCodes[alarm.code]}"
        @click=${() => onAcknowledge(alarm)}
      >
        ${alarms.acknowledge}
      </button>
    </li>
  `;
  return html`
    <section aria-labelledby="alarms">
      ${renderHeading('alarms', alarms.title, open.length)}
      ${open.length === 0 ? html`<p class="muted">${alarms.none}</p>` : ''}
      <ul class="rows">
        ${repeat(open, ({ id }) => id, row)}
      </ul>
    </section>
  `;
}
