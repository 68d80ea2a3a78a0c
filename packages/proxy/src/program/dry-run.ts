import { decideRetry, type RetryRules } from '../attempt/retry.ts';
import { outcomeOf, type AnswerRules } from '../payments-api/answer.ts';
import { requestOf, type RequestRules } from '../payments-api/payment-request.ts';
import { parsedJson } from '../payments-api/body-text.ts';
import { checkoutCall } from '../payments-api/upstream.ts';
import { truncatedNumber, withoutCardNumbers } from '../sensitive/card-data.ts';
import { exampleOrder, examplePayment, jsonOf } from './template-report.ts';
import { columns } from './terminal.ts';

/** Writes the HTTP request of an example payment, with the card and the token masked. */
export function requestReport(rules: RequestRules & { apiBaseUrl: string }): string {
  const { card } = examplePayment;
  const masked = { ...card, number: truncatedNumber(card.number), securityCode: '***' };
  const payment = { ...examplePayment, card: masked };
  const body = requestOf(rules, exampleOrder, payment, { secret: '…' });
  const { origin, method, path, headers } = checkoutCall(rules.apiBaseUrl);
  const lines = Object.entries({ ...headers, Authorization: 'Token ***' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`${method} ${origin}${path}`, ...lines, '', jsonOf(body)].join('\n');
}

/** Writes how the proxy reads an answer of the payments service to a first request. */
export function answerReport(
  rules: AnswerRules & RetryRules,
  status: number,
  text: string,
): string {
  const answer = { kind: 'answer', status, text, body: parsedJson(text) } as const;
  const outcome = outcomeOf(answer, rules, examplePayment.card);
  const { waitMs = 0, triesAgain } = decideRetry(outcome, 1, rules, () => 0.5);
  const { retryable, payment, ...shown } = outcome;
  const rows = Object.entries({
    ...shown,
    'buyer may try again': retryable ? 'yes' : 'no',
    'browser sees': payment,
    'proxy sends again': triesAgain ? `after ${waitMs / 1000} s, at most 3 times` : 'no',
  }).map(([name, value]) => [name, cellOf(value)]);
  return columns(['THE PROXY READS', ''], rows);
}

function cellOf(value: unknown): string {
  const safe = withoutCardNumbers(value);
  return typeof safe === 'string' ? safe : (JSON.stringify(safe) ?? '–');
}
