import { finalStatuses, type PaymentStatus } from '@card-checkout/contract';
import type { OutcomeStatus } from '@card-checkout/contract/shop-server';

/**
 * Where an attempt stands. `reserved`: no try so far can have charged the card. `sending`: a try is in
 * flight. `waiting`: a try was answered 5xx, and we wait for proof of what it did. `pending`: the
 * payment exists, and a postback will tell the outcome. `closed`: no payment, but the mark of a closed
 * order. `state-machine.ts` has the transitions.
 */
export type AttemptStatus = (typeof storedStatuses)[number];

export const attemptStatuses = [
  'reserved',
  'sending',
  'waiting',
  'pending',
  ...finalStatuses,
] as const;

export const storedStatuses = [...attemptStatuses, 'closed'] as const;

interface StatusTraits {
  shownAs: PaymentStatus;
  /** Told to the shop's server; nothing is told while the payment runs. */
  outcome?: OutcomeStatus;
  /** `running` needs a live process, `unresolved` needs evidence, `final` needs nothing. */
  phase: 'running' | 'unresolved' | 'final';
  mayRetry: boolean;
}

export const statuses: Readonly<Record<AttemptStatus, StatusTraits>> = {
  reserved: { shownAs: 'processing', phase: 'running', mayRetry: true },
  sending: { shownAs: 'processing', phase: 'running', mayRetry: false },
  waiting: { shownAs: 'processing', phase: 'running', mayRetry: true },
  pending: {
    shownAs: 'processing',
    outcome: 'processing',
    phase: 'unresolved',
    mayRetry: false,
  },
  unknown: { shownAs: 'unknown', outcome: 'unknown', phase: 'unresolved', mayRetry: false },
  approved: { shownAs: 'approved', outcome: 'approved', phase: 'final', mayRetry: false },
  declined: { shownAs: 'declined', outcome: 'declined', phase: 'final', mayRetry: false },
  invalid: { shownAs: 'invalid', outcome: 'failed', phase: 'final', mayRetry: false },
  failed: { shownAs: 'failed', outcome: 'failed', phase: 'final', mayRetry: false },
  closed: { shownAs: 'failed', phase: 'final', mayRetry: false },
};

export function statusesOf(phase: StatusTraits['phase']): AttemptStatus[] {
  return attemptStatuses.filter((status) => statuses[status].phase === phase);
}
