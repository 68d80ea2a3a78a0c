import { charges, type Charge } from '../attempt/outcome.ts';
import type { AttemptStatus } from '../attempt/statuses.ts';
import type { TimelineStep } from './views.ts';

/** The words of a time line in one language. */
export interface TimelineTexts {
  events: Readonly<Record<TimelineStep['kind'], (tryNumber: number, name: string) => string>>;
  charges: Readonly<Record<Charge, string>>;
  notSent: string;
  noAnswer: string;
  open: string;
  acknowledged: (by: string, time: string) => string;
}

/** An event of a payment, or an alarm, in words. */
interface TimelineLine {
  at: string;
  /** Absent if it's about the order. */
  paymentId: string | undefined;
  event: string;
  status: AttemptStatus | undefined;
  details: string;
}

/** Says what happened to an order, for the command and the page. */
export function timelineOf(
  steps: readonly TimelineStep[],
  texts: TimelineTexts,
  timeText: (iso: string) => string,
): TimelineLine[] {
  return steps.map((step) => {
    const { at, paymentId, kind, status, details, try: number = 1 } = step;
    const event = texts.events[kind](number, String(details['by'] ?? details['code']));
    return { at, paymentId, event, status, details: detailsOf(step, texts, timeText) };
  });
}

function detailsOf(
  { kind, details }: TimelineStep,
  texts: TimelineTexts,
  timeText: (iso: string) => string,
): string {
  const { httpStatus, transactionId, charge, claim, reason, note } = details;
  const { acknowledgedAt: at, acknowledgedBy: by } = details;
  const rest = [transactionId, reason].filter((each) => typeof each === 'string');
  if (kind === 'alarm') {
    const state =
      typeof at === 'string' ? texts.acknowledged(String(by), timeText(at)) : texts.open;
    return [state, ...rest].join(', ');
  }
  if (kind === 'operator') return String(note);
  if (kind === 'postback') return [meaningOf(claim, texts), ...rest].join(', ');
  if (kind !== 'try_ended') return '';
  const silence = charge === 'not_charged' ? texts.notSent : texts.noAnswer;
  const answer = typeof httpStatus === 'number' ? `HTTP ${httpStatus}` : silence;
  return [answer, meaningOf(charge, texts), ...rest].join(', ');
}

function meaningOf(charge: unknown, texts: TimelineTexts): string {
  return texts.charges[charges.find((each) => each === charge) ?? 'uncertain'];
}
