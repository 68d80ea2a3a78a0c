import type { Random } from './random.ts';

export interface ChargeRequest {
  orderId: string;
  transactionId: string;
  cardNumber: string;
  securityCode: string;
}

type Body = (request: ChargeRequest) => string;

export interface Behavior {
  /** Relative frequency. */
  weight: number;
  charges: 'at_once' | 'never' | 'by_postback';
  answer: 'hang' | 'reset' | { status: number; body: Body; slowMs?: number };
  /** When postbacks may arrive, separated by spaces; `early` means before the answer. */
  postbacks: string;
}

const paid: Body = ({ transactionId: id }) => JSON.stringify({ id, status: 'approved' });
const pending: Body = ({ transactionId: id }) => JSON.stringify({ id, status: 'pending' });
const withId: Body = ({ transactionId }) => JSON.stringify({ transactionId });
const echo = ({ cardNumber, securityCode }: ChargeRequest) =>
  `cartao ${cardNumber} cvv ${securityCode}`;
const withEcho: Body = (request) => JSON.stringify({ note: echo(request), request });
const declined: Body = () => JSON.stringify({ error: 'Recusado por análise de risco' });
const declinedWithEcho: Body = (request) => JSON.stringify({ error: echo(request) });
const invalid: Body = () => JSON.stringify({ errors: { document: ['CPF inválido'] } });
const detail: Body = () => JSON.stringify({ detail: 'Not now' });
const html: Body = () => '<html><body>Bad Gateway</body></html>';

const error = { status: 500, body: detail };
const slow = { status: 200, body: paid, slowMs: 150 };
const tooSlow = { status: 200, body: paid, slowMs: 600 };

export const error500 = row(7, 'never', error, 'none none soon late');
const html502 = row(4, 'never', { status: 502, body: html }, 'none');
const tooMany = row(4, 'never', { status: 429, body: detail }, 'none');
const silentCharge = row(3, 'at_once', error, 'none');

const behaviors = [
  error500,
  html502,
  tooMany,
  silentCharge,
  row(24, 'at_once', { status: 200, body: paid }, 'none early soon late'),
  row(4, 'at_once', { status: 201, body: withEcho }, 'none soon'),
  row(8, 'at_once', error, 'early soon soon late'),
  row(3, 'at_once', { status: 500, body: withId }, 'none soon late'),
  row(4, 'at_once', 'reset', 'none early late'),
  row(3, 'at_once', 'hang', 'none early late'),
  row(4, 'at_once', slow, 'none early'),
  row(2, 'at_once', tooSlow, 'none early late'),
  row(7, 'never', { status: 400, body: declined }, 'none early late'),
  row(3, 'never', { status: 400, body: declinedWithEcho }, 'none'),
  row(2, 'never', { status: 400, body: invalid }, 'none'),
  row(5, 'by_postback', { status: 201, body: pending }, 'none early soon late'),
];

/**
 * Draws a behavior. One order in ten gets the same for each of its requests: an API that always
 * fails, a storm of 429s, or charges without an answer.
 */
export function behaviorFor(order: Random, requestNumber: number): Behavior {
  const fate = order.branch('fate').fraction();
  if (fate < 0.03) return error500;
  if (fate < 0.05) return html502;
  if (fate < 0.08) return tooMany;
  if (fate < 0.1) return silentCharge;
  const total = behaviors.reduce((sum, { weight }) => sum + weight, 0);
  let rest = order.branch(`request ${requestNumber}`).fraction() * total;
  return behaviors.find(({ weight }) => (rest -= weight) < 0) ?? error500;
}

function row(
  weight: number,
  charges: Behavior['charges'],
  answer: Behavior['answer'],
  postbacks: string,
): Behavior {
  return { weight, charges, answer, postbacks };
}
