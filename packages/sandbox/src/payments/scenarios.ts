type Answer =
  /** 201 and a payment with this status. */
  | { paymentStatus: string }
  /** Any other answer; without a `body` it's an HTML page. */
  | { status: number; body?: Readonly<Record<string, unknown>> }
  /** The connection closes without an answer. */
  | { breaks: 'at once' | 'late' };

/** What the payments API does with a name on the card. */
export interface Scenario {
  answer: Answer;
  /** When the buyer's card is charged. Default: never. */
  charges?: 'at once' | 'with the postback';
  /** What the postback says. Default: there is none. */
  postback?: 'paid' | 'refused';
  /** Whether the postback arrives after clients have stopped waiting. */
  isPostbackLate?: boolean;
  isSlow?: boolean;
  /** Whether only the first call gets this answer, and the next is approved. */
  isOnce?: boolean;
}

const paid = { paymentStatus: 'paid' } as const;
const charged = { charges: 'at once', postback: 'paid' } as const;
const serverError = { status: 500, body: { detail: 'Internal server error.' } };
const throttled = { status: 429, body: { detail: 'Request was throttled.' } };

/** Scenarios by the name on the card; any other name is approved. */
export const scenarios = {
  APPROVED: { answer: paid, ...charged },
  RISK: { answer: { status: 400, body: { error: 'Recusado por análise de risco' } } },
  REFUSED: { answer: { paymentStatus: 'refused' }, postback: 'refused' },
  PENDING: { answer: { paymentStatus: 'pending' }, charges: 'with the postback', postback: 'paid' },
  UNKNOWN_STATUS: { answer: { paymentStatus: 'em disputa' }, ...charged },
  SUCCESS_FALSE: { answer: { status: 200, body: { success: false, message: 'Cartão recusado' } } },
  SELLER: { answer: { status: 400, body: { error: 'Seller not found' } } },
  LIMIT_ONCE: { answer: throttled, isOnce: true },
  LIMIT: { answer: throttled },
  ERROR_502_ONCE: { answer: { status: 502, body: { detail: 'Bad gateway.' } }, isOnce: true },
  ERROR_500: { answer: serverError },
  CHARGED_THEN_500: { answer: serverError, ...charged },
  CHARGED_THEN_500_SILENT: { answer: serverError, charges: 'at once' },
  CHARGED_THEN_500_LATE: { answer: serverError, ...charged, isPostbackLate: true },
  SLOW_8S: { answer: paid, ...charged, isSlow: true },
  HANG: { answer: { breaks: 'late' } },
  RESET: { answer: { breaks: 'at once' } },
  CHARGED_THEN_RESET: { answer: { breaks: 'at once' }, ...charged },
  HTML_502: { answer: { status: 502 } },
} as const satisfies Record<string, Scenario>;

const byName = new Map<string, Scenario>(Object.entries(scenarios));

export function findScenario(holder: string): Scenario {
  return byName.get(holder.trim().toUpperCase()) ?? scenarios.APPROVED;
}
