import type { Claim } from '../../packages/proxy/src/attempt/outcome.ts';

/** How a press with a new key ends, and what each of its tries may have done to the card. */
interface Ending {
  status: string;
  tries: readonly ModelTry['charge'][];
}

/** One try: what is known of it, or `open` when the card may have been charged. */
interface ModelTry {
  charge: 'charged' | 'refused' | 'not_charged' | 'open';
}

interface ModelAttempt {
  key: number;
  status: string;
  tries: ModelTry[];
}

/** What the service may do with every request that one press of the button causes. */
const endings = {
  approve: { status: 'approved', tries: ['charged'] },
  decline: { status: 'declined', tries: ['refused'] },
  pending: { status: 'processing', tries: ['open'] },
  reset: { status: 'unknown', tries: ['open'] },
  rate_limit: { status: 'failed', tries: Array.from({ length: 4 }, () => 'not_charged') },
  fail: { status: 'failed', tries: Array.from({ length: 4 }, () => 'open') },
  fail_then_approve: { status: 'approved', tries: ['open', 'charged'] },
  fail_after_postback_charged: { status: 'approved', tries: ['charged'] },
  fail_after_postback_refused: { status: 'declined', tries: ['refused'] },
  fail_after_postback_exists: { status: 'processing', tries: ['open'] },
} satisfies Record<string, Ending>;

export type Plan = keyof typeof endings;
export const plans = Object.keys(endings).filter((name): name is Plan => name in endings);

/** An order as the contract has it, in a page; it knows nothing of how the proxy does it. */
export class OrderModel {
  readonly attempts: ModelAttempt[] = [];
  storeFails = false;

  /** Says what a press is answered: a status of a payment, or the code of a refusal. */
  press(key: number, plan: Plan): string {
    if (this.storeFails) return 'overloaded';
    const known = this.attempts.find((attempt) => attempt.key === key);
    if (known) return known.status;
    if (this.attempts.some(({ status }) => status === 'approved')) return 'order_already_paid';
    if (this.attempts.some(isLive)) return 'order_in_progress';
    const { status, tries }: Ending = endings[plan];
    this.attempts.push({ key, status, tries: tries.map((charge) => ({ charge })) });
    return status;
  }

  /** Takes what a postback claims of the n-th request that the service got. */
  postback(requestNumber: number, claim: Claim): void {
    const all = this.attempts.flatMap((attempt) =>
      attempt.tries.map((sent) => ({ attempt, sent })),
    );
    const found = all[requestNumber];
    if (!found || this.storeFails) return;
    const { attempt, sent } = found;
    if (claim === 'charged') {
      sent.charge = 'charged';
      attempt.status = 'approved';
    }
    if (claim !== 'refused' || sent.charge === 'charged') return;
    const wasLive = isLive(attempt);
    sent.charge = 'refused';
    if (wasLive && !attempt.tries.some(({ charge }) => charge === 'open')) {
      attempt.status = 'declined';
    }
  }

  /** Counts the requests that the service must have got. */
  get requests(): number {
    return this.attempts.flatMap(({ tries }) => tries).length;
  }

  /** Counts the charges that the proxy knows of. */
  get charges(): number {
    const tries = this.attempts.flatMap((attempt) => attempt.tries);
    return tries.filter(({ charge }) => charge === 'charged').length;
  }
}

/** Tells whether an attempt keeps its order from another one. */
function isLive({ status, tries }: ModelAttempt): boolean {
  const mayBeCharged = tries.some(({ charge }) => charge === 'open');
  return status === 'processing' || status === 'unknown' || (status === 'failed' && mayBeCharged);
}
