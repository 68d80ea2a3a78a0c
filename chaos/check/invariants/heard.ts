import type { Payment } from '@card-checkout/contract';
import { memberOf } from '@card-checkout/contract/json';
import type { BrowserAnswer } from '../evidence.ts';

/** An answer that told a browser how an attempt stands. */
export interface Heard {
  answer: BrowserAnswer;
  status: Payment['status'];
  code: string | undefined;
  retryable: boolean;
}

const statuses = ['processing', 'approved', 'declined', 'invalid', 'failed', 'unknown'] as const;

/** Reads an answer; nothing in one that is no `Payment`. */
export function heardIn(answer: BrowserAnswer): Heard | undefined {
  if (!answer.text.startsWith('{')) return undefined;
  const body: unknown = JSON.parse(answer.text);
  const status = statuses.find((known) => known === memberOf(body, 'status'));
  if (!status) return undefined;
  const code = memberOf(body, 'code');
  return {
    answer,
    status,
    code: typeof code === 'string' ? code : undefined,
    retryable: memberOf(body, 'retryable') === true,
  };
}
