import type { OrderStatus, OutcomeStatus } from '@card-checkout/contract/shop-server';
import type { AlarmCode } from '../../../attempt/alarms.ts';
import type { Charge } from '../../../attempt/outcome.ts';
import type { AttemptStatus } from '../../../attempt/statuses.ts';

/** Every text of the page in one language. */
export interface Texts {
  language: 'pt-BR' | 'en';
  title: string;
  /** The other language's name in that language. */
  otherLanguage: string;
  search: { label: string; button: string };
  refresh: string;
  updatedAt: (time: string) => string;
  unknown: { title: string; none: string; limit: (count: number) => string };
  alarms: { title: string; none: string; acknowledge: string; acknowledged: string };
  outcomes: {
    title: string;
    hour: string;
    mostInAnHour: (count: number) => string;
    asTable: string;
    summary: (counts: string) => string;
  };
  order: { title: string; close: string; payments: string; timeline: string };
  payment: {
    title: string;
    amount: string;
    card: string;
    changedAt: string;
    transactionId: string;
    code: string;
    id: string;
    numbered: (number: number) => string;
    inFull: string;
    installments: (count: number) => string;
    resolve: string;
    resend: string;
    resent: string;
  };
  resolve: {
    title: string;
    warning: string;
    question: string;
    charged: string;
    chargedHint: string;
    notCharged: string;
    notChargedHint: string;
    note: string;
    noteHint: string;
    cancel: string;
    confirm: Record<'approved' | 'declined' | 'none', string>;
    done: Record<'approved' | 'declined', string>;
  };
  steps: {
    begun: string;
    tryStarted: (number: number) => string;
    tryEnded: (number: number) => string;
    givenUp: string;
    interrupted: string;
    postback: (number: number) => string;
    overdue: string;
    resolved: (by: string) => string;
    alarm: string;
    acknowledged: (by: string) => string;
  };
  kinds: Record<'credit' | 'debit', string>;
  charges: Record<Charge, string>;
  statuses: Record<AttemptStatus | OrderStatus | OutcomeStatus, string>;
  alarmCodes: Record<AlarmCode, string>;
  /** By problem code. */
  faults: Record<string, string> & { other: string };
}
