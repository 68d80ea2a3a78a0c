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
  const limit = payments.length < maxPayments ? '' : unknown.limit(maxPayments);
  const rows = repeat(payments, ({ paymentId }) => paymentId, row);
  return renderList('unknown', unknown, rows, payments.length, limit);
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
  const rows = repeat(open, ({ id }) => id, row);
  return renderList('alarms', alarms, rows, open.length);
}

function renderList(
  id: string,
  { title, none }: { title: string; none: string },
  rows: unknown,
  count: number,
  limit = '',
): TemplateResult {
  return html`
    <section aria-labelledby=${id}>
      ${renderHeading(id, title, count)} ${count === 0 ? html`<p class="muted">${none}</p>` : ''}
      <ul class="rows">
        ${rows}
      </ul>
      ${limit && html`<p class="muted">${limit}</p>`}
    </section>
  `;
}
