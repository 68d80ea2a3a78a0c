import type { Random } from './random.ts';

/** What the payments service does with one request. */
export interface Behaviour {
  /** How often it is drawn, beside the others. */
  weight: number;
  /** When the card is charged; `by_postback` leaves it to the postback. */
  charges: 'at_once' | 'never' | 'by_postback';
  answer: ScriptedAnswer | 'hang' | 'reset';
  /** When postbacks may come; `early` is before the answer. */
  postbacks: readonly ('none' | 'early' | 'soon' | 'late')[];
}

/** An HTTP answer; the body gets the request, for a service may echo what it got. */
interface ScriptedAnswer {
  status: number;
  body: (request: ChargeRequest) => string;
  /** How long the body takes, in pieces; at once by default. */
  slowMs?: number;
}

/** What the service reads of a request. */
export interface ChargeRequest {
  orderId: string;
  transactionId: string;
  cardNumber: string;
  securityCode: string;
}

const json = (members: object) => JSON.stringify(members);
const paid = ({ transactionId }: ChargeRequest) => json({ id: transactionId, status: 'approved' });
const echo = ({ cardNumber, securityCode }: ChargeRequest) =>
  `cartao ${cardNumber} cvv ${securityCode}`;
const serverError = { status: 500, body: () => json({ detail: 'Internal server error' }) };
const tooMany = { status: 429, body: () => json({ detail: 'Too many requests' }) };

const error500: Behaviour = {
  weight: 7,
  charges: 'never',
  answer: serverError,
  postbacks: ['none', 'none', 'soon', 'late'],
};
const tooManyRequests: Behaviour = {
  weight: 4,
  charges: 'never',
  answer: tooMany,
  postbacks: ['none'],
};
const html502: Behaviour = {
  weight: 4,
  charges: 'never',
  answer: { status: 502, body: () => '<html><body>Bad Gateway</body></html>' },
  postbacks: ['none'],
};
const silentCharge: Behaviour = {
  weight: 3,
  charges: 'at_once',
  answer: serverError,
  postbacks: ['none'],
};

/** Makes a behaviour that charges at once. */
function charging(
  weight: number,
  answer: Behaviour['answer'],
  ...postbacks: Behaviour['postbacks']
): Behaviour {
  return { weight, charges: 'at_once', answer, postbacks };
}

/** Makes a behaviour that declines with 400. */
function declining(
  weight: number,
  body: (request: ChargeRequest) => object,
  ...postbacks: Behaviour['postbacks']
): Behaviour {
  const answer = { status: 400, body: (request: ChargeRequest) => json(body(request)) };
  return { weight, charges: 'never', answer, postbacks };
}

const withId = {
  status: 500,
  body: ({ transactionId }: ChargeRequest) => json({ transactionId }),
};
const withEcho = {
  status: 201,
  body: (request: ChargeRequest) => json({ note: echo(request), request }),
};
const pending = {
  status: 201,
  body: ({ transactionId }: ChargeRequest) => json({ id: transactionId, status: 'pending' }),
};

const behaviours: readonly Behaviour[] = [
  error500,
  tooManyRequests,
  html502,
  silentCharge,
  charging(24, { status: 200, body: paid }, 'none', 'early', 'soon', 'late'),
  charging(4, withEcho, 'none', 'soon'),
  charging(8, serverError, 'early', 'soon', 'soon', 'late'),
  charging(3, withId, 'none', 'soon', 'late'),
  charging(4, 'reset', 'none', 'early', 'late'),
  charging(3, 'hang', 'none', 'early', 'late'),
  charging(4, { status: 200, body: paid, slowMs: 150 }, 'none', 'early'),
  charging(2, { status: 200, body: paid, slowMs: 600 }, 'none', 'early', 'late'),
  declining(7, () => ({ error: 'Recusado por análise de risco' }), 'none', 'early', 'late'),
  declining(3, (request) => ({ error: echo(request) }), 'none'),
  declining(2, () => ({ errors: { document: ['CPF inválido'] } }), 'none'),
  {
    weight: 5,
    charges: 'by_postback',
    answer: pending,
    postbacks: ['none', 'early', 'soon', 'late'],
  },
];
const totalWeight = behaviours.reduce((sum, { weight }) => sum + weight, 0);

/**
 * Draws what a request meets. An order in ten meets one thing whatever is sent for it: a service
 * that fails for ever, a storm of 429, or charges without an answer.
 */
export function behaviourFor(order: Random, requestNumber: number): Behaviour {
  const fate = order.branch('fate').fraction();
  if (fate < 0.03) return error500;
  if (fate < 0.05) return html502;
  if (fate < 0.08) return tooManyRequests;
  if (fate < 0.1) return silentCharge;
  let rest = order.branch(`request ${requestNumber}`).fraction() * totalWeight;
  return behaviours.find(({ weight }) => (rest -= weight) < 0) ?? error500;
}
