import type { Random } from './random.ts';

/** What the scripted service does with one request. */
export interface Behaviour {
  name: string;
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

const approve: Behaviour = {
  name: 'approve',
  weight: 24,
  charges: 'at_once',
  answer: { status: 200, body: paid },
  postbacks: ['none', 'early', 'soon', 'late'],
};

const error500: Behaviour = {
  name: 'error_500',
  weight: 7,
  charges: 'never',
  answer: serverError,
  postbacks: ['none', 'none', 'soon', 'late'],
};

const rateLimit: Behaviour = {
  name: 'rate_limit',
  weight: 4,
  charges: 'never',
  answer: tooMany,
  postbacks: ['none'],
};

const html502: Behaviour = {
  name: 'html_502',
  weight: 4,
  charges: 'never',
  answer: { status: 502, body: () => '<html><body>Bad Gateway</body></html>' },
  postbacks: ['none'],
};

const chargeThen500Silent: Behaviour = {
  name: 'charge_then_500_silent',
  weight: 3,
  charges: 'at_once',
  answer: serverError,
  postbacks: ['none'],
};

const otherBehaviours: readonly Behaviour[] = [
  {
    name: 'approve_with_echo',
    weight: 4,
    charges: 'at_once',
    answer: { status: 201, body: (request) => json({ note: echo(request), request }) },
    postbacks: ['none', 'soon'],
  },
  {
    name: 'decline',
    weight: 7,
    charges: 'never',
    answer: { status: 400, body: () => json({ error: 'Recusado por análise de risco' }) },
    postbacks: ['none', 'early', 'late'],
  },
  {
    name: 'decline_with_echo',
    weight: 3,
    charges: 'never',
    answer: { status: 400, body: (request) => json({ error: echo(request) }) },
    postbacks: ['none'],
  },
  {
    name: 'wrong_field',
    weight: 2,
    charges: 'never',
    answer: { status: 400, body: () => json({ errors: { document: ['CPF inválido'] } }) },
    postbacks: ['none'],
  },
  {
    name: 'charge_then_500',
    weight: 8,
    charges: 'at_once',
    answer: serverError,
    postbacks: ['early', 'soon', 'soon', 'late'],
  },
  {
    name: 'charge_then_500_with_id',
    weight: 3,
    charges: 'at_once',
    answer: { status: 500, body: ({ transactionId }) => json({ transactionId }) },
    postbacks: ['none', 'soon', 'late'],
  },
  {
    name: 'charge_then_reset',
    weight: 4,
    charges: 'at_once',
    answer: 'reset',
    postbacks: ['none', 'early', 'late'],
  },
  {
    name: 'charge_then_hang',
    weight: 3,
    charges: 'at_once',
    answer: 'hang',
    postbacks: ['none', 'early', 'late'],
  },
  {
    name: 'pending',
    weight: 5,
    charges: 'by_postback',
    answer: {
      status: 201,
      body: ({ transactionId }) => json({ id: transactionId, status: 'pending' }),
    },
    postbacks: ['none', 'early', 'soon', 'late'],
  },
  {
    name: 'slow_body',
    weight: 4,
    charges: 'at_once',
    answer: { status: 200, body: paid, slowMs: 150 },
    postbacks: ['none', 'early'],
  },
  {
    name: 'too_slow_body',
    weight: 2,
    charges: 'at_once',
    answer: { status: 200, body: paid, slowMs: 600 },
    postbacks: ['none', 'early', 'late'],
  },
];

const behaviours = [
  approve,
  error500,
  html502,
  rateLimit,
  chargeThen500Silent,
  ...otherBehaviours,
] as const;

/**
 * Draws what a request meets. An order in ten meets one thing whatever is sent for it: a service
 * that fails for ever, a storm of 429, or charges that nobody hears of.
 */
export function behaviourFor(order: Random, requestNumber: number): Behaviour {
  const fate = order.branch('fate').fraction();
  if (fate < 0.03) return error500;
  if (fate < 0.05) return html502;
  if (fate < 0.08) return rateLimit;
  if (fate < 0.1) return chargeThen500Silent;
  return order.branch(`request ${requestNumber}`).weighted(behaviours);
}
