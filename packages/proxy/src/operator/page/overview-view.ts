import { printable } from '@card-checkout/contract/printable';
import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { AlarmView, PaymentView } from '../views.ts';
import { maxPayments } from './api.ts';
import { cardText, money, renderHeading, renderOrderLink, renderTime } from './parts.ts';
import type { Texts } from './texts.ts';

export function renderUnknown(
  texts: Texts,
  payments: readonly PaymentView[],
  onResolve: (payment: PaymentView) => void,
): TemplateResult {
  const { unknown, payment: words } = texts;
  const rows = payments.map((payment): Row => {
    const card = cardText(texts, payment);
    return {
      key: payment.paymentId,
      title: html`${renderOrderLink(payment.orderId)} <b>${money(texts, payment.amount)}</b>`,
      details: html`${renderTime(texts, payment.changedAt)}${card && ` · ${card}`}`,
      action: words.resolve,
      subject: printable(payment.orderId),
      onAct: () => onResolve(payment),
    };
  });
  const limit = payments.length < maxPayments ? '' : unknown.limit(maxPayments);
  return renderList('unknown', unknown, rows, limit);
}

export function renderAlarms(
  texts: Texts,
  open: readonly AlarmView[],
  onAcknowledge: (alarm: AlarmView) => void,
): TemplateResult {
  const { alarms, alarmCodes } = texts;
  const rows = open.map((alarm): Row => ({
    key: alarm.id,
    title: alarmCodes[alarm.code],
    details: html`${renderTime(texts, alarm.at)} ·
    ${renderOrderLink(alarm.orderId)}${alarm.reason && ` · ${printable(alarm.reason)}`}`,
    action: alarms.acknowledge,
    subject: `${printable(alarm.orderId)}, ${alarmCodes[alarm.code]}`,
    onAct: () => onAcknowledge(alarm),
  }));
  return renderList('alarms', alarms, rows);
}

interface Row {
  key: string | number;
  title: TemplateResult | string;
  details: TemplateResult;
  action: string;
  /** What the action is about, for screen readers. */
  subject: string;
  onAct: () => void;
}

function renderList(
  id: string,
  { title, none }: { title: string; none: string },
  rows: readonly Row[],
  limit = '',
): TemplateResult {
  const renderRow = ({ title: name, details, action, subject, onAct }: Row) => html`
    <li>
      <p>${name}</p>
      <p class="muted">${details}</p>
      <button aria-label="${action}: ${subject}" @click=${onAct}>${action}</button>
    </li>
  `;
  return html`
    <section aria-labelledby=${id}>
      ${renderHeading(id, title, rows.length)}
      ${rows.length === 0 ? html`<p class="muted">${none}</p>` : ''}
      <ul class="rows">
        ${repeat(rows, ({ key }) => key, renderRow)}
      </ul>
      ${limit && html`<p class="muted">${limit}</p>`}
    </section>
  `;
}
