import { html, svg, type TemplateResult } from 'lit';
import type { OutcomesOfHour } from '../../views.ts';
import { hourOfDay } from '../format.ts';
import type { Texts } from '../texts/texts.ts';
import { renderHeading } from './parts.ts';

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
          .map(({ hour }) => html`<span>${hourOfDay(texts, hour)}</span>`)}
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
                <th scope="row">${hourOfDay(texts, hour.hour)}</th>
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
