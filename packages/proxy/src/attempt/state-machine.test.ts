import { readFileSync } from 'node:fs';
import { paymentOf, type Attempt } from './attempt.ts';
import { describe, expect, it } from 'vitest';
import {
  afterNoon,
  begin,
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
} from '../../testing/payments.ts';
import { advance, type AttemptEvent } from './state-machine.ts';
import {
  approved,
  configuration,
  declined,
  mayBeCharged,
  noAnswer,
  nothingSent,
  pending,
  rateLimited,
} from './outcome.ts';
import { attemptStatuses, type AttemptStatus } from './statuses.ts';

const outcomes = [
  approved,
  configuration,
  declined,
  invalid,
  mayBeCharged,
  noAnswer,
  nothingSent,
  pending,
  rateLimited,
];

/** When support is told of what is unresolved at noon. */
const alarmAt = afterNoon(900_000).toISOString();

/** Ways to each state, from the first try on. */
const ways = {
  sending: [],
  'sending again': [endedForNow(1, rateLimited), started(2)],
  'sending after a 5xx': [endedForNow(1, mayBeCharged), started(2)],
  reserved: [endedForNow(1, rateLimited)],
  waiting: [endedForNow(1, mayBeCharged)],
  pending: [ended(1, pending)],
  unknown: [ended(1, noAnswer)],
  interrupted: [cut],
  'interrupted after a 5xx': [endedForNow(1, mayBeCharged), started(2), cut],
  approved: [ended(1, paid)],
  declined: [ended(1, declined)],
  invalid: [ended(1, invalid)],
  'failed unsent': [ended(1, nothingSent)],
  'failed by a 429': [ended(1, rateLimited)],
  'unknown by a 5xx': [ended(1, mayBeCharged)],
  'unknown by a 5xx of two tries': [
    endedForNow(1, mayBeCharged),
    started(2),
    endedForNow(2, mayBeCharged),
    givenUp,
  ],
} satisfies Record<string, AttemptEvent[]>;

type State = keyof typeof ways;

const paymentIn = (state: State) => moved(begin(), ways[state]);

type Row = [from: State, event: string, AttemptEvent, to: string, code?: string];

/** Lists the table of `advance` row by row, with every state that a row names. */
const table: Row[] = [
  ['reserved', 'another try', started(2), 'sending'],
  ['waiting', 'another try', started(2), 'sending'],

  ['sending', 'a 2xx', ended(1, paid), 'approved'],
  ['sending after a 5xx', 'a 2xx', ended(2, paid), 'approved'],
  ['sending', 'a pending 2xx', ended(1, pending), 'pending'],
  ['sending', 'a 5xx that may be retried', endedForNow(1, mayBeCharged), 'waiting'],
  ['sending again', 'a 5xx that may be retried', endedForNow(2, mayBeCharged), 'waiting'],
  ['sending', 'a 429 that may be retried', endedForNow(1, rateLimited), 'reserved'],
  ['sending', 'a request that never left', endedForNow(1, nothingSent), 'reserved'],
  ['sending after a 5xx', 'a 429 that may be retried', endedForNow(2, rateLimited), 'waiting'],
  ['sending after a 5xx', 'a request that never left', endedForNow(2, nothingSent), 'waiting'],
  ['sending', 'a refusal', ended(1, declined), 'declined', 'declined'],
  ['sending', 'a wrong field', ended(1, invalid), 'invalid', 'invalid_input'],
  ['sending', 'a 401', ended(1, configuration), 'failed', 'configuration'],
  ['sending', 'the last 429', ended(1, rateLimited), 'failed', 'rate_limited'],
  ['sending', 'the last 5xx', ended(1, mayBeCharged), 'unknown', 'unavailable'],
  ['sending', 'no answer', ended(1, noAnswer), 'unknown', 'no_answer'],
  ['sending after a 5xx', 'the last 429', ended(2, rateLimited), 'unknown', 'unavailable'],
  ['sending after a 5xx', 'a refusal', ended(2, declined), 'unknown', 'unavailable'],
  [
    'sending after a 5xx',
    'a refusal that another try may follow',
    endedForNow(2, declined),
    'unknown',
    'unavailable',
  ],
  ['sending after a 5xx', 'a wrong field', ended(2, invalid), 'unknown', 'unavailable'],
  ['sending after a 5xx', 'a 401', ended(2, configuration), 'unknown', 'unavailable'],

  ['waiting', 'giving up', givenUp, 'unknown', 'unavailable'],
  ['reserved', 'an interruption', cut, 'failed', 'unavailable'],
  ['sending', 'an interruption', cut, 'unknown', 'interrupted'],
  ['sending again', 'an interruption', cut, 'unknown', 'interrupted'],
  ['waiting', 'an interruption', cut, 'unknown', 'interrupted'],

  ['sending', 'a paid postback', posted(1, 'charged'), 'sending'],
  ['sending', 'a refused postback', posted(1, 'refused'), 'sending'],
  ['sending', 'an unreadable postback', posted(1, 'exists'), 'sending'],

  ['reserved', 'a paid postback', posted(1, 'charged'), 'approved'],
  ['waiting', 'a paid postback', posted(1, 'charged'), 'approved'],
  ['pending', 'a paid postback', posted(1, 'charged'), 'approved'],
  ['unknown', 'a paid postback', posted(1, 'charged'), 'approved'],
  ['interrupted', 'a paid postback', posted(1, 'charged'), 'approved'],
  ['declined', 'a paid postback', posted(1, 'charged'), 'approved'],
  ['invalid', 'a paid postback', posted(1, 'charged'), 'approved'],
  ['failed unsent', 'a paid postback', posted(1, 'charged'), 'approved'],
  ['failed by a 429', 'a paid postback', posted(1, 'charged'), 'approved'],
  ['unknown by a 5xx', 'a paid postback', posted(1, 'charged'), 'approved'],

  ['reserved', 'a refused postback', posted(1, 'refused'), 'declined', 'declined'],
  ['waiting', 'a refused postback', posted(1, 'refused'), 'declined', 'declined'],
  ['pending', 'a refused postback', posted(1, 'refused'), 'declined', 'declined'],
  ['unknown', 'a refused postback', posted(1, 'refused'), 'declined', 'declined'],
  ['interrupted', 'a refused postback', posted(1, 'refused'), 'declined', 'declined'],
  ['unknown by a 5xx', 'a refused postback', posted(1, 'refused'), 'declined', 'declined'],
  [
    'unknown by a 5xx of two tries',
    'one refused postback',
    posted(1, 'refused'),
    'unknown',
    'unavailable',
  ],
  ['failed by a 429', 'a refused postback', posted(1, 'refused'), 'failed', 'rate_limited'],
  ['approved', 'a refused postback', posted(1, 'refused'), 'approved'],

  ['reserved', 'an unreadable postback', posted(1, 'exists'), 'pending'],
  ['waiting', 'an unreadable postback', posted(1, 'exists'), 'pending'],
  ['pending', 'an unreadable postback', posted(1, 'exists'), 'pending'],
  ['unknown', 'an unreadable postback', posted(1, 'exists'), 'unknown', 'no_answer'],
  ['unknown by a 5xx', 'an unreadable postback', posted(1, 'exists'), 'unknown', 'unavailable'],
  ['failed by a 429', 'an unreadable postback', posted(1, 'exists'), 'unknown', 'unavailable'],
  ['invalid', 'an unreadable postback', posted(1, 'exists'), 'unknown', 'unavailable'],

  ['pending', 'its time', overdue, 'pending'],
  ['interrupted', 'its time', overdue, 'unknown', 'interrupted'],

  ['interrupted', 'a late 2xx', ended(1, paid), 'approved'],
  ['interrupted', 'a late refusal', ended(1, declined), 'declined', 'declined'],
  ['interrupted', 'a late acceptance', ended(1, pending), 'unknown', 'interrupted'],
  ['interrupted', 'a late 5xx', ended(1, mayBeCharged), 'unknown', 'interrupted'],
  ['interrupted', 'a late lack of an answer', ended(1, noAnswer), 'unknown', 'interrupted'],
  ['interrupted after a 5xx', 'a late refusal', ended(2, declined), 'unknown', 'interrupted'],
];

describe('an attempt', () => {
  it.each(table)('that is %s: %s', (from, _words, event, to, code) => {
    const after = advance(paymentIn(from), event, context);

    expect([after?.status, after?.code]).toEqual([to, code]);
  });

  it.each<[State, string, AttemptEvent]>([
    ['sending', 'another try', started(2)],
    ['pending', 'another try', started(2)],
    ['unknown', 'another try', started(2)],
    ['approved', 'another try', started(2)],
    ['declined', 'another try', started(2)],
    ['unknown by a 5xx', 'another try', started(2)],
    ['approved', 'a second answer to its try', ended(1, declined)],
    ['reserved', 'a second answer to its try', ended(1, paid)],
    ['sending', 'an answer to a try that it never made', ended(2, paid)],
    ['sending', 'a postback of a try that it never made', posted(2, 'charged')],
    ['sending', 'giving up', givenUp],
    ['pending', 'giving up', givenUp],
    ['reserved', 'giving up', givenUp],
    ['unknown', 'an interruption', cut],
    ['pending', 'an interruption', cut],
    ['approved', 'an interruption', cut],
    ['unknown by a 5xx', 'an interruption', cut],
    ['unknown', 'a time that was never set', overdue],
    ['approved', 'a time that was never set', overdue],
  ])('that is %s is not moved by %s', (from, _words, event) => {
    expect(advance(paymentIn(from), event, context)).toBeUndefined();
  });
});

describe('a postback that comes before its try’s answer', () => {
  it.each<[string, AttemptEvent[], string]>([
    ['paid, then a 5xx', [posted(1, 'charged'), endedForNow(1, mayBeCharged)], 'approved'],
    ['paid, then no answer', [posted(1, 'charged'), ended(1, noAnswer)], 'approved'],
    ['paid, then a 429', [posted(1, 'charged'), endedForNow(1, rateLimited)], 'approved'],
    ['paid, then a refusal', [posted(1, 'charged'), ended(1, declined)], 'approved'],
    ['paid, then a crash', [posted(1, 'charged'), cut], 'approved'],
    ['refused, then a 5xx', [posted(1, 'refused'), endedForNow(1, mayBeCharged)], 'declined'],
    ['refused, then no answer', [posted(1, 'refused'), ended(1, noAnswer)], 'declined'],
    ['refused, then a crash', [posted(1, 'refused'), cut], 'declined'],
    ['refused, then a 2xx', [posted(1, 'refused'), ended(1, paid)], 'approved'],
    ['unreadable, then a 5xx', [posted(1, 'exists'), endedForNow(1, mayBeCharged)], 'pending'],
    ['unreadable, then a 429', [posted(1, 'exists'), endedForNow(1, rateLimited)], 'pending'],
    ['unreadable, then no answer', [posted(1, 'exists'), ended(1, noAnswer)], 'pending'],
    ['unreadable, then a refusal', [posted(1, 'exists'), ended(1, declined)], 'declined'],
    ['unreadable, then a crash', [posted(1, 'exists'), cut], 'pending'],
    ['unreadable, then paid', [posted(1, 'exists'), posted(1, 'charged'), cut], 'approved'],
    ['paid, then unreadable', [posted(1, 'charged'), posted(1, 'exists'), cut], 'approved'],
    ['refused, then unreadable', [posted(1, 'refused'), posted(1, 'exists'), cut], 'declined'],
    ['paid, then refused', [posted(1, 'charged'), posted(1, 'refused'), cut], 'approved'],
  ])('weighs with it: %s', (_words, events, status) => {
    expect(moved(begin(), events).status).toBe(status);
  });

  it('of an earlier try stops the tries after it', () => {
    const attempt = paymentIn('sending after a 5xx');

    const paidBefore = moved(attempt, [posted(1, 'charged'), endedForNow(2, mayBeCharged)]);
    const refusedBefore = moved(attempt, [posted(1, 'refused'), endedForNow(2, mayBeCharged)]);
    const bothRefused = moved(refusedBefore, [posted(2, 'refused')]);

    expect([paidBefore.status, refusedBefore.status]).toEqual(['approved', 'pending']);
    expect(bothRefused.status).toBe('declined');
  });
});

describe('what an attempt keeps', () => {
  it('of a try: its times, its answer, its postback and the payment’s id', () => {
    const { tries } = moved(begin(), [
      endedForNow(1, mayBeCharged),
      started(2, 'hash-2'),
      ended(2, paid),
      posted(1, 'refused'),
    ]);

    const postbackAt = '2030-05-01T12:00:00.000Z';
    const times = { startedAt: '2030-05-01T12:00:00.000Z', endedAt: '2030-05-01T12:00:00.000Z' };
    expect(tries).toEqual([
      {
        number: 1,
        tokenHash: 'hash-1',
        ...times,
        answer: 'uncertain',
        postback: 'refused',
        postbackAt,
      },
      { number: 2, tokenHash: 'hash-2', ...times, answer: 'charged', transactionId: 'pay_1' },
    ]);
  });

  it('of a pending payment, when a postback approves it', () => {
    const waiting = { ...pending, payment: { id: 'pay_1' } };

    const after = moved(begin(), [ended(1, waiting), posted(1, 'charged')]);

    expect(after).toMatchObject({ status: 'approved', payment: { id: 'pay_1' } });
  });

  it('of the answer that approves it, however early its postback was', () => {
    const after = moved(begin(), [posted(1, 'charged'), ended(1, paid)]);

    expect(after).toMatchObject({ status: 'approved', payment: { id: 'pay_1' } });
  });

  it('of an unknown end, as it was shown, when a postback decides nothing', () => {
    const before = moved(begin(), [ended(1, noAnswer)]);

    const after = moved(before, [
      { kind: 'postback', number: 1, claim: 'exists', payment: { id: 'x' } },
    ]);

    expect(paymentOf(after, [after])).toEqual(paymentOf(before, [before]));
  });

  it('drops the code and the faults of a status that it leaves', () => {
    const after = moved(begin(), [ended(1, invalid), posted(1, 'charged')]);

    expect(after).not.toHaveProperty('code');
    expect(after).not.toHaveProperty('fields');
  });
});

describe('the time of the alarm about an unresolved outcome', () => {
  it.each<[State, string | undefined]>([
    ['pending', alarmAt],
    ['interrupted', alarmAt],
    ['unknown', undefined],
    ['waiting', undefined],
    ['unknown by a 5xx', undefined],
  ])('of an attempt that is %s is %s', (state, time) => {
    expect(paymentIn(state).alarmAt).toBe(time);
  });

  it('stays while the outcome is unresolved, and is removed once it is resolved or the time has passed', () => {
    const attempt = paymentIn('interrupted');
    const later = { ...context, at: '2030-05-01T12:10:00.000Z' };

    const times = [posted(1, 'exists'), ended(1, noAnswer), posted(1, 'charged'), overdue].map(
      (event) => advance(attempt, event, later)?.alarmAt,
    );

    expect(times).toEqual([alarmAt, alarmAt, undefined, undefined]);
  });

  it('is never set where no postback can come', () => {
    const given = { ...context, unresolvedAlarmMs: undefined };

    const after = [ended(1, pending), cut].map((event) => advance(begin(), event, given));

    expect(after.map((attempt) => attempt?.alarmAt)).toEqual([undefined, undefined]);
  });
});

describe('the table of statuses in the decision about attempts', () => {
  it('has what can follow each status, and nothing else', () => {
    const page = readFileSync(
      new URL('../../../../docs/decisions/0001-attempt-state-machine.md', import.meta.url),
      'utf8',
    );
    const rows = attemptStatuses.map((status) => {
      const [, cell = ''] =
        new RegExp(`^\\| \`${status}\` .+\\| ([^|]+) \\|$`, 'm').exec(page) ?? [];
      const named = [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
      const others = attemptStatuses.filter((other) => other !== status);
      return [status, new Set(cell.trim() === 'any other' ? others : named)] as const;
    });

    expect(new Map(rows)).toEqual(followers());
  });
});

function nextOf(attempt: Attempt): Attempt[] {
  return eventsAfter(attempt).flatMap((event) => advance(attempt, event, context) ?? []);
}

/** Walks every step of an attempt of two tries, and returns the statuses that follow each. */
function followers(): Map<AttemptStatus, Set<string>> {
  const found = new Map<AttemptStatus, Set<string>>(
    attemptStatuses.map((status) => [status, new Set<string>()]),
  );
  const seen = new Set<string>();
  const open = [begin()];
  for (let attempt = open.pop(); attempt; attempt = open.pop()) {
    const { status } = attempt;
    const reached = nextOf(attempt);
    for (const next of reached.filter((each) => each.status !== status)) {
      found.get(status)?.add(next.status);
    }
    const unseen = reached.filter((each) => !seen.has(JSON.stringify(each)));
    for (const next of unseen) seen.add(JSON.stringify(next));
    open.push(...unseen);
  }
  return found;
}

function eventsAfter({ tries }: Attempt): AttemptEvent[] {
  return [
    cut,
    overdue,
    givenUp,
    resolved('approved'),
    resolved('declined'),
    ...(tries.length < 2 ? [started(2, 'hash-2')] : []),
    ...tries.flatMap(({ number }) => [
      ...(['charged', 'refused', 'exists'] as const).map((claim) => posted(number, claim)),
      ...[mayBeCharged, nothingSent, rateLimited].map((end) => endedForNow(number, end)),
      ...outcomes.map((end) => ended(number, end)),
    ]),
  ];
}
