import { printable } from '@card-checkout/contract/printable';
import { html, svg, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { AlarmView, OutcomesOfHour, PaymentView } from '../views.ts';
import { maxPayments } from './api.ts';
import { cardText, money, renderHeading, renderOrderLink, renderTime, timeText } from './parts.ts';
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
    details: html`${renderTime(texts, alarm.at)} · ${renderOrderLink(alarm.orderId)}`,
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

/** From the bottom of a bar to its top. */
const shown = ['approved', 'processing', 'declined', 'failed', 'unknown'] as const;

/** The chart's units. */
const [hourWidth, barWidth, height] = [10, 7, 100];

/** Draws the outcomes of the last 24 hours as sums, chart and table. */
export function renderOutcomes(texts: Texts, hours: readonly OutcomesOfHour[]): TemplateResult {
  const { outcomes, statuses } = texts;
  const sums = shown.map((status) => ({
    status,
    sum: hours.reduce((sum, hour) => sum + hour[status], 0),
  }));
  const counts = sums.map(({ status, sum }) => `${statuses[status]} ${sum}`).join(', ');
  const most = Math.max(...hours.map(sumOf), 0);
  return html`
    <section class="outcomes" aria-labelledby="outcomes">
      <div class="head">
        ${renderHeading('outcomes', outcomes.title)}
        <span class="muted">${outcomes.mostInAnHour(most)}</span>
      </div>
      <ul class="sums">
        ${sums.map(
          ({ status, sum }) => html`<li class=${status}>${statuses[status]} <b>${sum}</b></li>`,
        )}
      </ul>
      <svg
        class="chart"
        role="img"
        aria-label=${outcomes.summary(counts)}
        viewBox="0 0 ${hours.length * hourWidth} ${height}"
        preserveAspectRatio="none"
      >
        ${hours.map((hour, index) => renderBar(hour, index, most))}
      </svg>
      <p class="hours muted" aria-hidden="true">
        ${hours
          .filter((_hour, index) => index % 6 === 0)
          .map(({ hour }) => html`<span>${timeText(texts, hour, 'hour')}</span>`)}
      </p>
      <details>
        <summary>${outcomes.asTable}</summary>
        ${renderTable(texts, hours)}
      </details>
    </section>
  `;
}

function renderBar(hour: OutcomesOfHour, index: number, most: number): TemplateResult {
  let top = height;
  return svg`${shown.map((status) => {
    const part = most === 0 ? 0 : (hour[status] / most) * height;
    top -= part;
    return svg`<rect class=${status} x=${index * hourWidth} y=${top} width=${barWidth} height=${part} />`;
  })}`;
}

function renderTable(texts: Texts, hours: readonly OutcomesOfHour[]): TemplateResult {
  const { outcomes, statuses } = texts;
  return html`
    <div class="scroll" role="region" aria-label=${outcomes.asTable} tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">${outcomes.hour}</th>
            ${shown.map((status) => html`<th scope="col">${statuses[status]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${hours.map(
            (hour) => html`
              <tr>
                <th scope="row">${timeText(texts, hour.hour, 'hour')}</th>
                ${shown.map((status) => html`<td>${hour[status]}</td>`)}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `;
}

function sumOf(hour: OutcomesOfHour): number {
  return shown.reduce((sum, status) => sum + hour[status], 0);
}
