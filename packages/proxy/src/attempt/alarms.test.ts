import { describe, expect, it } from 'vitest';
import {
  alarmsBy,
  begin,
  closing,
  context,
  cut,
  ended,
  endedForNow,
  givenUp,
  invalid,
  moved,
  overdue,
  paid,
  posted,
  resolved,
  started,
  stepBy,
} from '../../testing/payments.ts';
import { otherAmountIn } from './alarms.ts';
import { alarmMessage } from './messages.ts';
import type { AttemptEvent } from './state-machine.ts';
import {
  configuration,
  declined,
  mayBeCharged,
  noAnswer,
  nothingSent,
  pending,
  rateLimited,
  type Outcome,
} from './outcome.ts';

/** What a rule of the payments API says against the payment. */
const riskRefused: Outcome = { ...declined, alarm: 'risk_refused' };

/** An answer with a status that isn't declared. */
const doubted: Outcome = { ...pending, alarm: 'unknown_status' };

const unreadable = (number: number): AttemptEvent => {
  return { kind: 'postback', number, claim: 'exists', isUnreadable: true };
};

const endedWith = (alarm: 'api_down' | 'api_up', outcome: Outcome, retries = false) => {
  return { kind: 'try_ended', number: 1, outcome, retries, alarm } as const;
};

const serverError = [endedForNow(1, mayBeCharged)];
const secondTry = [...serverError, started(2)];
const paidSecondTry = [...secondTry, ended(2, paid)];
const paidAfterA429 = [endedForNow(1, rateLimited), started(2), ended(2, paid)];

type Row = [alarms: string, words: string, before: AttemptEvent[], AttemptEvent];

/** Lists each alarm with the steps that raise it; docs/operating.md explains them. */
const alarming: Row[] = [
  ['configuration', 'a 401', [], ended(1, configuration)],
  ['outcome_unknown configuration', 'a 401 after a 5xx', secondTry, ended(2, configuration)],

  ['unavailable', 'the last try that never left', [], ended(1, nothingSent)],

  ['outcome_unknown', 'no answer', [], ended(1, noAnswer)],
  ['outcome_unknown', 'no answer after a 5xx', secondTry, ended(2, noAnswer)],
  ['outcome_unknown', 'the time of an interrupted attempt', [cut], overdue],
  ['outcome_unknown', 'the time of a pending payment', [ended(1, pending)], overdue],

  ['outcome_unknown', 'the last 5xx', [], ended(1, mayBeCharged)],
  ['outcome_unknown', 'giving up after a 5xx', serverError, givenUp],
  ['outcome_unknown', 'a refusal after a 5xx', secondTry, ended(2, declined)],
  ['outcome_unknown', 'a wrong field after a 5xx', secondTry, ended(2, invalid)],
  ['outcome_unknown', 'the last 429 after a 5xx', secondTry, ended(2, rateLimited)],
  [
    'outcome_unknown',
    'an unreadable postback of a 429',
    [ended(1, rateLimited)],
    posted(1, 'exists'),
  ],

  [
    'possible_duplicate_charge',
    'a paid postback beside another open try of what an operator approved',
    [...secondTry, cut, resolved('approved')],
    posted(2, 'charged'),
  ],

  ['late_charge', 'a paid postback after no answer', [ended(1, noAnswer)], posted(1, 'charged')],
  ['late_charge', 'a paid postback after a crash', [cut], posted(1, 'charged')],
  ['late_charge', 'a late 2xx after a crash', [cut], ended(1, paid)],
  ['late_charge', 'a paid postback after a refusal', [ended(1, declined)], posted(1, 'charged')],
  ['late_charge', 'a paid postback after a fault', [ended(1, invalid)], posted(1, 'charged')],
  [
    'late_charge',
    'a paid postback after the last 5xx',
    [ended(1, mayBeCharged)],
    posted(1, 'charged'),
  ],
  ['late_charge', 'a paid postback after a 429', [ended(1, rateLimited)], posted(1, 'charged')],

  ['duplicate_charge', 'a second paid try', paidSecondTry, posted(1, 'charged')],
  [
    'duplicate_charge',
    'a 2xx beside an early postback of the first try',
    [...secondTry, posted(1, 'charged')],
    ended(2, paid),
  ],

  ['possible_duplicate_charge', 'a 2xx after a 5xx', secondTry, ended(2, paid)],
  [
    'possible_duplicate_charge',
    'a 2xx after an unreadable postback of an earlier try',
    [...secondTry, posted(1, 'exists')],
    ended(2, paid),
  ],
  [
    'possible_duplicate_charge',
    'a paid postback of one of two 5xx',
    [...secondTry, endedForNow(2, mayBeCharged)],
    posted(2, 'charged'),
  ],
  [
    'possible_duplicate_charge',
    'an unreadable postback of a 429 that a paid try followed',
    paidAfterA429,
    posted(1, 'exists'),
  ],
  [
    'configuration',
    'a 401 after proof of a charge',
    [...secondTry, posted(1, 'charged')],
    ended(2, configuration),
  ],

  ['risk_refused', 'a refusal by a rule of the API', [], ended(1, riskRefused)],
  ['unknown_status', 'an answer with an odd status', [], ended(1, doubted)],
  [
    'unknown_status',
    'a postback with an odd status',
    [ended(1, pending)],
    { kind: 'postback', number: 1, claim: 'exists', alarm: 'unknown_status' },
  ],
  [
    'outcome_unknown',
    'a refusal by a rule of the API after a 5xx, which leaves more to find out',
    secondTry,
    ended(2, riskRefused),
  ],

  [
    'unproven_retry',
    'another try without proof that the first charged nothing',
    serverError,
    { kind: 'try_started', number: 2, tokenHash: 'hash-2', alarmsSupport: true },
  ],
  [
    'api_down',
    'a 5xx that shows that the API is down',
    [],
    endedWith('api_down', mayBeCharged, true),
  ],
  ['outcome_unknown api_down', 'the last such 5xx', [], endedWith('api_down', mayBeCharged)],
  ['api_up', 'a 2xx that shows that the API is up', [], endedWith('api_up', paid)],

  [
    'unreadable_postback',
    'an unreadable postback of another try',
    [...secondTry, unreadable(1)],
    unreadable(2),
  ],

  ['approval_contradicted', 'a refused postback', [ended(1, paid)], posted(1, 'refused')],
  ['approval_contradicted', 'a 2xx after it', [posted(1, 'refused')], ended(1, paid)],
  [
    'approval_contradicted',
    'a refused postback after a paid one',
    [ended(1, noAnswer), posted(1, 'charged')],
    posted(1, 'refused'),
  ],
];

/** Steps that raise no alarm. */
const quiet: [words: string, before: AttemptEvent[], AttemptEvent][] = [
  ['a 2xx', [], ended(1, paid)],
  ['a refusal', [], ended(1, declined)],
  ['a wrong field', [], ended(1, invalid)],
  ['a 5xx that is retried', [], endedForNow(1, mayBeCharged)],
  ['a 429 that is retried', [], endedForNow(1, rateLimited)],
  ['the last 429', [], ended(1, rateLimited)],
  ['a try that never left and is repeated', [], endedForNow(1, nothingSent)],
  ['another try', serverError, started(2)],
  ['a 2xx after a 429', [endedForNow(1, rateLimited), started(2)], ended(2, paid)],
  ['a paid postback while proof is looked for', serverError, posted(1, 'charged')],
  ['a refused postback while proof is looked for', serverError, posted(1, 'refused')],
  ['a paid postback before the answer', [], posted(1, 'charged')],
  ['a 5xx after a paid postback', [posted(1, 'charged')], endedForNow(1, mayBeCharged)],
  ['a paid postback that says what is known', [ended(1, paid)], posted(1, 'charged')],
  ['an unreadable postback of what is paid', [ended(1, paid)], posted(1, 'exists')],
  ['a refused postback of what is refused', [ended(1, declined)], posted(1, 'refused')],
  ['an unreadable postback of what is refused', [ended(1, declined)], posted(1, 'exists')],
  ['a paid postback of a pending payment', [ended(1, pending)], posted(1, 'charged')],
  ['a refused postback of a pending payment', [ended(1, pending)], posted(1, 'refused')],
  ['a refused postback after no answer', [ended(1, noAnswer)], posted(1, 'refused')],
  [
    'a second refused postback of an approval',
    [ended(1, paid), posted(1, 'refused')],
    posted(1, 'refused'),
  ],
  [
    'a second refused postback of what a postback approved',
    [ended(1, noAnswer), posted(1, 'charged'), posted(1, 'refused')],
    posted(1, 'refused'),
  ],
  [
    'a second refused postback after a 2xx that contradicts the first',
    [posted(1, 'refused'), ended(1, paid)],
    posted(1, 'refused'),
  ],
  ['a pending answer that a postback is waited for', [], ended(1, pending)],
  ['a crash that a postback is waited for', [], cut],
  ['a crash while nothing was charged', [endedForNow(1, rateLimited)], cut],
  ['a late lack of an answer after a crash', [cut], ended(1, noAnswer)],
  ['an unreadable postback after no answer', [ended(1, noAnswer)], posted(1, 'exists')],
  ['an unreadable postback after the time', [cut, overdue], posted(1, 'exists')],
  ['a 5xx after a refused postback', [posted(1, 'refused')], ended(1, mayBeCharged)],
  [
    'a late answer with an odd status that changes nothing',
    [posted(1, 'exists'), cut],
    ended(1, doubted),
  ],
];

function stating(amount: number): AttemptEvent {
  return { kind: 'postback', number: 1, claim: 'charged', statedCentavos: amount };
}

/** Returns the alarms that the last of some stated amounts raises. */
function alarmsAfter(...amounts: number[]) {
  const paidAttempt = moved(begin(), [ended(1, paid), ...amounts.slice(0, -1).map(stating)]);
  return alarmsBy(paidAttempt, stating(amounts.at(-1) ?? 0));
}

describe('support', () => {
  it.each(alarming)('is alerted with %s about %s', (alarms, _words, before, event) => {
    expect(alarmsBy(moved(begin(), before), event)).toEqual(alarms.split(' '));
  });

  it.each(quiet)('is not alerted about %s', (_words, before, event) => {
    expect(alarmsBy(moved(begin(), before), event)).toEqual([]);
  });

  it.each([
    ['a crash', cut],
    ['a pending payment', ended(1, pending)],
  ])('is alerted at once about %s where no postback can arrive', (_words, event) => {
    const given = { ...context, unresolvedAlarmMs: undefined };

    expect(alarmsBy(begin(), event, { given })).toEqual(['outcome_unknown']);
  });

  it.each([
    ['a 2xx', ended(1, paid)],
    ['a refusal', ended(1, declined)],
    ['a 5xx that is retried', endedForNow(1, mayBeCharged)],
  ])('is not alerted about %s where no postback can arrive', (_words, event) => {
    const given = { ...context, unresolvedAlarmMs: undefined };

    expect(alarmsBy(begin(), event, { given })).toEqual([]);
  });

  it.each([
    ['a refusal', ended(1, declined)],
    ['no answer', ended(1, noAnswer)],
  ])('is alerted about a charge after %s otherwise if the order was closed', (_words, event) => {
    const before = moved(begin(), [event]);

    expect(alarmsBy(before, posted(1, 'charged'), { others: [closing] })).toEqual([
      'closed_order_charged',
    ]);
  });

  it('is alerted once about each other amount, of ten at most', () => {
    expect(alarmsAfter(12_990)).toEqual([]);
    expect(alarmsAfter(12_500)).toEqual(['amount_mismatch']);
    expect(alarmsAfter(12_500, 12_500)).toEqual([]);
    expect(alarmsAfter(12_500, 12_400)).toEqual(['amount_mismatch']);
    expect(alarmsAfter(12_500, 12_400, 12_500)).toEqual([]);
    expect(alarmsAfter(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)).toEqual(['amount_mismatch']);
    expect(alarmsAfter(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)).toEqual([]);
  });

  it('is alerted about an unresolved outcome once', () => {
    expect(alarmsBy(moved(begin(), [cut, overdue]), overdue)).toEqual([]);
  });
});

describe('the order’s other attempts', () => {
  const refused = moved(begin('other'), [ended(1, declined)]);
  const approved = moved(begin('other'), [ended(1, paid)]);
  const doubtful = moved(begin('other'), [...secondTry, ended(2, declined)]);

  it.each([
    ['a refused one', [refused], ended(1, paid), []],
    ['one that may have been charged', [doubtful], ended(1, paid), ['possible_duplicate_charge']],
    ['a paid one', [approved], ended(1, paid), ['duplicate_charge']],
    [
      'a refused one among others',
      [refused, doubtful, approved],
      ended(1, paid),
      ['duplicate_charge'],
    ],
    ['a paid one, when this one is refused', [approved], ended(1, declined), []],
  ])('count: %s', (_words, others, event, alarms) => {
    expect(alarmsBy(begin(), event, { others })).toEqual(alarms);
  });

  it('make a try that turns out to be accepted a possible second charge', () => {
    const before = moved(begin(), [ended(1, rateLimited)]);

    expect(alarmsBy(before, posted(1, 'exists'), { others: [approved] })).toEqual([
      'possible_duplicate_charge',
    ]);
  });

  it('make a late charge a second one', () => {
    const before = moved(begin(), [ended(1, declined)]);

    expect(alarmsBy(before, posted(1, 'charged'), { others: [approved] })).toEqual([
      'duplicate_charge',
    ]);
  });
});

it('tells support once of a try whose postbacks are unreadable', () => {
  const sent = moved(begin(), [ended(1, pending)]);

  expect(alarmsBy(sent, unreadable(1))).toEqual(['unreadable_postback']);
  expect(alarmsBy(moved(sent, [unreadable(1)]), unreadable(1))).toEqual([]);
});

const answer = (statedCentavos: number) => ended(1, { ...paid, statedCentavos });

describe('the sentence about amounts', () => {
  it.each([
    ['an answer', begin(), answer(12_500)],
    ['a postback', moved(begin(), [ended(1, pending)]), stating(12_500)],
  ])('names both if %s states another one', (_words, before, event) => {
    const sentence = 'charged: 12990 centavos, stated: 12500';

    expect(otherAmountIn(stepBy(before, event))).toBe(sentence);
    expect(alarmsBy(before, event)).toEqual(['amount_mismatch']);
  });

  it.each([
    ['states the same', answer(12_990)],
    ['states none', ended(1, paid)],
    ['says nothing', cut],
  ])('is missing if the step %s', (_words, event) => {
    expect(otherAmountIn(stepBy(begin(), event))).toBeUndefined();
  });
});

const refused = (reason: string): AttemptEvent => {
  return { kind: 'postback', number: 1, claim: 'refused', reason };
};

it('keeps why a postback refuses, until a stronger one says something else', () => {
  const [sent] = moved(begin(), [refused('no funds'), refused('again')]).tries;

  expect(sent).toMatchObject({ postback: 'refused', reason: 'no funds' });
});

it.each([
  ['api_down', '2030-05-01T12:00:59.999Z', 'msg_api_down_2030-05-01T12:00'],
  ['api_up', '2030-05-01T12:01:00.000Z', 'msg_api_up_2030-05-01T12:01'],
  ['unproven_retry', '2030-05-01T23:59:00.000Z', 'msg_unproven_retry_2030-05-01'],
] as const)('%s has the same id from each instance', (code, at, id) => {
  const steps = [stepBy(begin('a-1'), cut), stepBy(begin('a-2'), ended(1, mayBeCharged))];

  expect(steps.map((step) => alarmMessage(code, step, at).id)).toEqual([id, id]);
});

it('any other alarm has an id of its own', () => {
  const step = { before: begin(), after: begin(), event: cut, others: [] };
  const ids = ['00.000', '00.001'].map((second) => {
    return alarmMessage('outcome_unknown', step, `2030-05-01T12:00:${second}Z`).id;
  });

  expect(new Set(ids).size).toBe(2);
  expect(ids[0]).toMatch(/^msg_[\w-]{20,}$/);
});
