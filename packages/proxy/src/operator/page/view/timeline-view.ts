import { printable } from '@card-checkout/contract/printable';
import { html, type TemplateResult } from 'lit';
import type { PaymentView, TimelineStep } from '../../views.ts';
import { day, timeOfDay } from '../format.ts';
import type { Texts } from '../texts/texts.ts';
import { isRunning, renderStatus } from './parts.ts';

/** Draws everything that happened to an order, oldest first, with a heading for each day. */
export function renderTimeline(
  texts: Texts,
  payments: readonly PaymentView[],
  steps: readonly TimelineStep[],
): TemplateResult[] {
  const days = Map.groupBy(steps, ({ at }) => day(texts, at));
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
  const { at, kind, status = '' } = step;
  const details = detailsOf(texts, payments, step);
  return html`
    <li class=${kind}>
      <time datetime=${at}>${timeOfDay(texts, new Date(at))}</time>
      <p>${titleOf(texts, step)} ${isRunning(status) ? '' : renderStatus(texts, status)}</p>
      ${details.length === 0 ? '' : html`<p class="muted">${details.join(' · ')}</p>`}
    </li>
  `;
}

/** Lists what else is known of a step; which payment it belongs to, if there are several. */
function detailsOf(
  { payment, charges, alarmCodes, steps }: Texts,
  payments: readonly PaymentView[],
  { paymentId, kind, details }: TimelineStep,
): string[] {
  const number = payments.findIndex((each) => each.paymentId === paymentId) + 1;
  const words: Readonly<Record<string, string>> = kind === 'alarm' ? alarmCodes : charges;
  const { charge, claim, code, transactionId, note } = details;
  // The status says as much.
  const reason = code === 'declined' ? undefined : code;
  const known = [charge, claim, reason, transactionId, note]
    .filter((detail) => typeof detail === 'string')
    .map((detail) => words[detail] ?? printable(detail));
  const { acknowledgedBy: by } = details;
  if (typeof by === 'string') known.push(steps.acknowledged(printable(by)));
  return payments.length > 1 ? [payment.numbered(number), ...known] : known;
}

/** Says in words what a step is. */
function titleOf({ steps }: Texts, { kind, try: number = 1, details }: TimelineStep): string {
  switch (kind) {
    case 'begun':
      return steps.begun;
    case 'try_started':
      return steps.tryStarted(number);
    case 'try_ended':
      return steps.tryEnded(number);
    case 'given_up':
      return steps.givenUp;
    case 'interrupted':
      return steps.interrupted;
    case 'postback':
      return steps.postback(number);
    case 'overdue':
      return steps.overdue;
    case 'operator':
      return steps.resolved(printable(String(details['by'])));
    case 'alarm':
      return steps.alarm;
    default:
      return kind;
  }
}
