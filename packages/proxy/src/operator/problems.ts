import type { FastifyInstance } from 'fastify';
import type { EventLog } from '../telemetry/log.ts';

export const problems = {
  bad_request: { status: 400, title: 'A value is missing or wrong' },
  note_missing: { status: 400, title: 'The note must say in 1 to 500 characters how you know' },
  order_not_found: { status: 404, title: 'No payment has been attempted for this order' },
  payment_not_found: { status: 404, title: 'There is no such payment' },
  alarm_not_found: { status: 404, title: 'There is no such alarm' },
  payment_running: { status: 409, title: 'The payment is still running; try again in a minute' },
  evidence_contradicts: { status: 409, title: 'The payments API has proved the opposite' },
  already_resolved: { status: 409, title: 'The payment has ended; there is nothing to resolve' },
  no_outcome: { status: 409, title: 'The payment has no outcome that could be sent' },
  no_payment_webhook: { status: 409, title: 'PAYMENT_WEBHOOK_URL is not set' },
  backup_failed: { status: 409, title: 'The copy could not be made' },
  internal: { status: 500, title: 'The proxy has failed; its log says why' },
} as const;

export type OperatorCode = keyof typeof problems;

/** Refuses what an operator asks for. */
export class OperatorRefusal extends Error {
  override readonly name = 'OperatorRefusal';
  readonly code: OperatorCode;
  /** Replaces the code's title with a sentence that names what was given. */
  readonly detail: string | undefined;

  constructor(code: OperatorCode, detail?: string) {
    super(problems[code].title);
    this.code = code;
    this.detail = detail;
  }
}

/** Answers faults as `application/problem+json` (RFC 9457). */
export function answerWithProblems(app: FastifyInstance, log: EventLog): void {
  app.setErrorHandler((error, _request, reply) => {
    const { code, detail } = refusalOf(error);
    if (code === 'internal') log.emit('unexpected_error', { error });
    const { status, title } = problems[code];
    return reply
      .code(status)
      .header('Cache-Control', 'no-store')
      .type('application/problem+json')
      .send({ type: `urn:card-checkout:${code}`, title, status, code, detail });
  });
}

export function refusalOf(error: unknown): OperatorRefusal {
  if (error instanceof OperatorRefusal) return error;
  const given = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return new OperatorRefusal(given >= 400 && given < 500 ? 'bad_request' : 'internal');
}
