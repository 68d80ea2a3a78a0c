import { describe, expect, it } from 'vitest';
import {
  afterNoon,
  begin,
  closing,
  context,
  ended,
  endedForNow,
  invalid,
  moved,
  paid,
  posted,
  resolved,
  started,
  waysTo,
} from '../../testing/payments.ts';
import {
  Attempt,
  blockingAttempt,
  emptyAttempt,
  isOver,
  judgesCard,
  orderStateOf,
  paymentOf,
  postbackDelayMs,
  progressOf,
} from './attempt.ts';
import {
  cardFields,
  configuration,
  declined,
  mayBeCharged,
  nothingSent,
  pending,
  rateLimited,
} from './outcome.ts';
import type { AttemptEvent } from './state-machine.ts';

const attempt: Attempt = {
  id: 'a',
  orderId: 'order-1',
  amountCentavos: 100,
  installments: 3,
  orderSignedAt: 1_700_000_000,
  orderAmountCentavos: 12_990,
  fingerprint: 'a fingerprint',
  status: 'approved',
  tries: [
    { number: 1, tokenHash: 'a hash', startedAt: '2030-05-01T12:00:00.000Z', answer: 'uncertain' },
    { number: 2, tokenHash: 'another', startedAt: '2030-05-01T12:00:08.000Z', answer: 'charged' },
  ],
  payment: { id: 'pay_1' },
  alarmAt: '2030-05-01T12:15:00.000Z',
};

const card = { brand: 'visa', last4: '2701', kind: 'credit' } as const;

const ways = {
  ...waysTo,
  'failed by our settings': [ended(1, configuration)],
} satisfies Record<string, AttemptEvent[]>;

type State = keyof typeof ways;

const paymentIn = (state: State, id = 'a-1') => moved(begin(id), ways[state]);

const blocking = [
  'sending',
  'reserved',
  'waiting',
  'pending',
  'unknown',
  'unknown by a 5xx',
] as const;
const failures = ['declined', 'invalid', 'failed'] as const;

describe('paymentOf', () => {
  it('shows what browser and merchant may see, and nothing else', () => {
    expect(paymentOf(attempt, [attempt])).toStrictEqual({
      id: 'a',
      orderId: 'order-1',
      status: 'approved',
      amount: 100,
      currency: 'BRL',
      installments: 3,
      createdAt: '2030-05-01T12:00:00.000Z',
      retryable: false,
      tries: 2,
      payment: { id: 'pay_1' },
    });
  });

  it('shows which card paid', () => {
    expect(paymentOf(begin(), [begin()]).card).toEqual(card);
  });

  it('shows why an attempt was not approved', () => {
    const fields = { 'card.number': ['invalid' as const] };
    const { payment: _, ...rest } = attempt;
    const refused: Attempt = { ...rest, status: 'invalid', code: 'invalid_input', fields };
    const shown = paymentOf(refused, [refused]);

    expect(shown).toMatchObject({ status: 'invalid', code: 'invalid_input', fields });
    expect(shown).not.toHaveProperty('payment');
  });

  it('shows nothing of the API’s body about a decline', () => {
    const payment = { id: 'pay_1', status: 'refused' };
    const refused = moved(begin(), [ended(1, { ...declined, payment })]);

    expect(refused).toMatchObject({ payment });
    expect(paymentOf(refused, [refused])).not.toHaveProperty('payment');
  });

  it('shows a deleted payment without content', () => {
    expect(paymentOf(emptyAttempt('a', 'approved'), [])).toStrictEqual({
      id: 'a',
      orderId: '',
      status: 'approved',
      amount: 0,
      currency: 'BRL',
      installments: 0,
      retryable: false,
      tries: 0,
    });
  });

  it.each(['reserved', 'sending', 'waiting', 'pending'] as const)(
    'shows %s as processing',
    (status) => {
      expect(paymentOf({ ...attempt, status }, []).status).toBe('processing');
    },
  );
});

/** Whether the buyer may pay again, next to other payments of the order. */
function isRetryable(state: State, others: Attempt[] = []): boolean {
  const shown = paymentIn(state);
  return paymentOf(shown, [...others, shown]).retryable;
}

describe('a buyer', () => {
  it.each(failures)('may pay again what is %s', (state) => {
    expect(isRetryable(state)).toBe(true);
    expect(isRetryable(state, [paymentIn('declined', 'other')])).toBe(true);
  });

  it.each([...blocking, 'approved', 'failed by our settings'] as const)(
    'may not pay again what is %s',
    (state) => {
      expect(isRetryable(state)).toBe(false);
    },
  );

  it.each([...blocking, 'approved'] as const)(
    'may not pay again while another payment of the order is %s',
    (state) => {
      expect(isRetryable('declined', [paymentIn(state, 'other')])).toBe(false);
    },
  );

  it('may not pay a closed order again', () => {
    expect(isRetryable('declined', [closing])).toBe(false);
  });
});

describe('progressOf', () => {
  it('shows a waiting browser the status, and no data of the order', () => {
    const approved = paymentOf(attempt, [attempt]);

    expect(progressOf(approved)).toStrictEqual({
      id: 'a',
      status: 'approved',
      retryable: false,
      tries: 2,
    });
  });

  it('shows what the buyer can fix', () => {
    const refused = paymentIn('invalid');

    expect(progressOf(paymentOf(refused, [refused]))).toStrictEqual({
      id: 'a-1',
      status: 'invalid',
      code: 'invalid_input',
      fields: invalid.fields,
      retryable: true,
      tries: 1,
    });
  });
});

describe('an order', () => {
  it.each(blocking)('takes no other payment while one is %s', (state) => {
    const refused = paymentIn('declined', 'refused');
    const open = paymentIn(state);

    expect(blockingAttempt([refused, open])).toBe(open);
    expect(isOver([refused, open])).toBe(false);
  });

  it.each(failures)('takes another payment after one is %s', (state) => {
    expect(blockingAttempt([paymentIn(state)])).toBeUndefined();
    expect(isOver([paymentIn(state)])).toBe(true);
  });

  it('is blocked by the approved payment rather than by an open one', () => {
    const [approved, open] = [paymentIn('approved'), paymentIn('unknown', 'open')];

    expect(blockingAttempt([open, approved])).toBe(approved);
    expect(blockingAttempt([approved, open])).toBe(approved);
  });

  it('is over once it is paid and nothing is open', () => {
    expect(isOver([paymentIn('declined'), paymentIn('approved', 'other')])).toBe(true);
    expect(isOver([])).toBe(true);
  });
});

describe('an order, as the shop’s server sees it,', () => {
  it('is unpaid without payments', () => {
    expect(orderStateOf('o-1', [])).toStrictEqual({
      orderId: 'o-1',
      status: 'unpaid',
      payments: [],
    });
  });

  it.each<[State, status: string]>([
    ['sending', 'processing'],
    ['reserved', 'processing'],
    ['waiting', 'processing'],
    ['pending', 'processing'],
    ['unknown', 'unknown'],
    ['approved', 'approved'],
  ])('names the payment that is %s', (state, status) => {
    const metadata = { cart: 'c-7' };
    const open = { ...paymentIn(state), amountCentavos: 13_500, metadata };

    expect(orderStateOf('o-1', [paymentIn('declined', 'refused'), open])).toStrictEqual({
      orderId: 'o-1',
      status,
      paymentId: 'a-1',
      amount: 13_500,
      orderAmount: 12_990,
      metadata,
      payments: [
        expect.objectContaining({ id: 'refused', orderAmount: 12_990 }),
        expect.objectContaining({ id: 'a-1', orderAmount: 12_990, metadata }),
      ],
    });
  });

  it.each(failures)('is unpaid after a payment that is %s', (state) => {
    const refused = paymentIn(state);

    expect(orderStateOf('o-1', [refused])).toStrictEqual({
      orderId: 'o-1',
      status: 'unpaid',
      payments: [{ ...paymentOf(refused, [refused]), orderAmount: 12_990 }],
    });
  });

  it('is closed since it was, and doesn’t list that as a payment', () => {
    const order = [paymentIn('declined'), closing];

    expect(orderStateOf('o-1', order)).toMatchObject({
      status: 'closed',
      closedAt: context.at,
      payments: [{ id: 'a-1', status: 'declined', retryable: false }],
    });
    expect(orderStateOf('o-1', order).payments).toHaveLength(1);
    expect(orderStateOf('o-1', order)).not.toHaveProperty('paymentId');
  });

  it('is approved if a charge became known after it was closed', () => {
    expect(orderStateOf('o-1', [paymentIn('approved'), closing])).toMatchObject({
      status: 'approved',
      closedAt: context.at,
      paymentId: 'a-1',
    });
  });

  it('says why a payment isn’t approved, as the API last put it', () => {
    const first = endedForNow(1, { ...mayBeCharged, reason: '/error: busy' });
    const lastOf = (event: AttemptEvent) => {
      const order = [moved(begin(), [first, started(2), event])];
      return orderStateOf('o-1', order).payments[0];
    };

    const refusal = ended(2, { ...declined, reason: '/status: refused' });
    expect(lastOf(refusal)).toMatchObject({ reason: '/status: refused' });
    expect(lastOf(ended(2, declined))).toMatchObject({ reason: '/error: busy' });
    expect(lastOf(ended(2, paid))).not.toHaveProperty('reason');
  });
});

describe('a payment', () => {
  it.each<[string, AttemptEvent[]]>([
    ['an answer refuses it', [ended(1, declined)]],
    ['a postback refuses it', [posted(1, 'refused')]],
    [
      'an earlier try was refused',
      [endedForNow(1, rateLimited), started(2), ended(2, rateLimited), posted(1, 'refused')],
    ],
    ...cardFields.map((name): [string, AttemptEvent[]] => [
      `the API finds fault with ${name}`,
      [ended(1, { ...invalid, fields: { [name]: ['refused'] } })],
    ]),
  ])('counts as a guess at a card if %s', (_words, events) => {
    expect(judgesCard(moved(begin(), events))).toBe(true);
  });

  it.each<[string, AttemptEvent[]]>([
    ['it has just begun', []],
    ['it is approved', [ended(1, paid)]],
    ['it is accepted', [ended(1, pending)]],
    ['it never left', [ended(1, nothingSent)]],
    ['the API is busy', [ended(1, rateLimited)]],
    [
      'the API finds fault with other fields',
      [ended(1, { ...invalid, fields: { 'payer.document': ['refused'] } })],
    ],
  ])('counts as no guess at a card if %s', (_words, events) => {
    expect(judgesCard(moved(begin(), events))).toBe(false);
  });
});

const at = (ms: number) => afterNoon(ms).toISOString();

describe('the delay of a postback', () => {
  it.each([
    ['5 s after the answer', { endedAt: at(0), postbackAt: at(5000) }, 5000],
    ['before the answer', { endedAt: at(5000), postbackAt: at(0) }, 0],
    ['without an answer yet', { postbackAt: at(5000) }, 0],
    ['never', { endedAt: at(0) }, undefined],
  ])('that comes %s', (_words, sent, delayMs) => {
    expect(postbackDelayMs(sent)).toBe(delayMs);
  });
});

describe('a stored attempt', () => {
  const told: AttemptEvent = {
    kind: 'postback',
    number: 1,
    claim: 'exists',
    transactionId: 'tx_2',
    statedCentavos: 100,
    reason: '/status: odd',
    payment: { id: 'pay_2' },
    isUnreadable: true,
  };
  const full = { ...attempt, metadata: { cart: 'c-7' }, proofHash: 'a proof', card };
  const decision = { outcomeAt: context.at, decidedBy: 'operator', isAfterClosing: true } as const;

  it.each<[string, Attempt]>([
    ...Object.entries(ways).map(([state, way]): [string, Attempt] => [
      state,
      moved(begin(), [...way, told, posted(1, 'refused')]),
    ]),
    ['approved by an operator', moved(paymentIn('unknown'), [told, resolved('approved')])],
    ['full', { ...full, ...decision }],
    ['the mark of a closed order', closing],
    ['deleted', emptyAttempt('a', 'declined')],
  ])('that is %s is read as it was written', (_words, written) => {
    expect(Attempt.parse(JSON.parse(JSON.stringify(written)))).toStrictEqual(written);
  });

  it.each<[string, object]>([
    ['an amount in reais', { amountCentavos: 129.9 }],
    ['a status that nobody knows', { status: 'paid' }],
    ['an answer that nobody knows', { tries: [{ ...attempt.tries[0], answer: 'maybe' }] }],
    ['a claim that nobody knows', { tries: [{ ...attempt.tries[0], postback: 'uncertain' }] }],
    ['no list of tries', { tries: undefined }],
    ['a resolution that nobody knows', { resolution: 'unknown' }],
    ['a decision by nobody', { decidedBy: '' }],
    ['a body that is no object', { payment: ['pay_1'] }],
    ['another amount as text', { otherAmounts: ['100'] }],
  ])('with %s is refused', (_words, changes) => {
    expect(Attempt.safeParse(attempt).success).toBe(true);
    expect(Attempt.safeParse({ ...attempt, ...changes }).success).toBe(false);
  });
});
