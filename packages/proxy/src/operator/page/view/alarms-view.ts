import { printable } from '@card-checkout/contract/printable';
import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { AlarmView } from '../../views.ts';
import type { Texts } from '../texts/texts.ts';
import { renderHeading, renderOrderLink, renderTime } from './parts.ts';

/** Draws the alarms that support has not acknowledged, latest first. */
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
