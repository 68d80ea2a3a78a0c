import { isRetryable } from '../attempt/outcome.ts';
import { decideRetry, type RetryRules } from '../attempt/retry.ts';
import { outcomeOf, type AnswerRules } from '../payments-api/answer.ts';
import { requestOf, type RequestRules } from '../payments-api/payment-request.ts';
import { parsedJson } from '../payments-api/body-text.ts';
import { readStatus, type PaymentWords } from '../payments-api/status.ts';
import type { WordMeaning } from '../payments-api/status-words.ts';
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
  const { payment, statedCentavos: _, reason, ...shown } = outcome;
  const rows = Object.entries({
    ...shown,
    reason: status >= 200 && status < 300 ? explanationOf(answer.body, rules.words) : reason,
    'buyer may try again': isRetryable(outcome) ? 'yes' : 'no',
    'browser sees': payment,
    'proxy sends again': triesAgain ? `after ${waitMs / 1000} s, at most 3 times` : 'no',
  }).map(([name, value]) => [name, cellOf(value)]);
  return columns(['THE PROXY READS', ''], rows);
}

/** Says which status of a 2xx decides. */
function explanationOf(body: unknown, words: PaymentWords): string | undefined {
  const { verdict, found } = readStatus(body, words);
  if (verdict !== 'none') return found.join(', ');
  return 'no status found: a 2xx without one counts as paid; set STATUS_POINTERS if your API sends one';
}

/** Lists the words of a status that the proxy knows, with the merchant's own. */
export function wordsReport({ meanings }: PaymentWords): string {
  const rows = [...Map.groupBy(meanings, ([, meaning]) => meaning)].map(([meaning, entries]) => [
    meaningLabels[meaning],
    entries.map(([word]) => word).join(' '),
  ]);
  return columns(['A STATUS OF', ''], rows);
}

const meaningLabels: Readonly<Record<WordMeaning, string>> = {
  paid: 'paid (PAID_WORDS adds to it)',
  declined: 'refused (DECLINED_WORDS)',
  pending: 'pending (PENDING_WORDS)',
  envelope: 'paid, unless there is another status',
  trouble: 'refused, in a message only',
};

function cellOf(value: unknown): string {
  const safe = withoutCardNumbers(value);
  return typeof safe === 'string' ? safe : (JSON.stringify(safe) ?? '–');
}
