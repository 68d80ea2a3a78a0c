import { describe, expect, it } from 'vitest';
import {
  digitsInGroups,
  maskedText,
  truncatedNumber,
  withoutCardData,
  withoutCardNumbers,
  withoutCardsInLine,
} from './card-data.ts';

const card = { number: '4000000000002701', securityCode: '739' };

describe('maskedText', () => {
  it.each([
    ['Recusado por análise de risco', 'Recusado por análise de risco'],
    ['card 4000000000002701 refused', 'card [digits] refused'],
    ['card 4000 0000 0000 2701 refused', 'card [digits] refused'],
    ['4000-0000-0000-2701/739', '[digits]'],
    ['4000-0000-0000-2701 with 739', '[digits] with [digits]'],
    ['4000.0000.0000.2701', '[digits]'],
    ['4000–0000  0000/2701', '[digits]'],
    ['{"pan":["4000","0000","0000","2701"]}', '{"pan":["[digits]"]}'],
    ['NSU 123456789012', 'NSU [digits]'],
    ['NSU 12345678901, 7391', 'NSU 12345678901, 7391'],
    ['CPF 529.982.247-25, 11222333000181', 'CPF [document], [document]'],
  ])('makes of "%s" "%s"', (text, masked) => {
    expect(maskedText(text, card)).toBe(masked);
  });
});

describe('digitsInGroups', () => {
  it.each([
    ['52998224725', '529.982.247-25', true],
    ['52998224725', '["529", "982", "247", "25"]', true],
    ['5299822472', '5299822472', false],
  ])('of %s is in %s: %s', (digits, text, isFound) => {
    expect(new RegExp(digitsInGroups(digits)).test(text)).toBe(isFound);
  });
});

describe('withoutCardData', () => {
  it('keeps what a payment is known by', () => {
    const payment = {
      id: '550e8400-e29b-41d4-a716-446655440006',
      authorization: '123456789015',
      nsu: 740,
      last4: '2701',
      masked: '400000******2701',
      ok: true,
      refund: null,
      escaped: '50%25 off',
    };

    expect(withoutCardData(payment, card)).toEqual(payment);
  });

  it.each([
    ['refused: CVV 7391 is wrong', 'refused: CVV [digits] is wrong'],
    ['refused: CVV7391', 'refused: CVV[digits]'],
    ['refused: cvv%3D7391', 'refused: cvv=[digits]'],
    ['refused (7391)', 'refused ([digits])'],
    ['(7391)', '([digits])'],
    ['cvc-7391', 'cvc-[digits]'],
    ['cvv=1234', 'cvv=[digits]'],
    ['tx-7391-22', 'tx-7391-22'],
    ['pay_7391', 'pay_7391'],
    ['550e8400-e29b-7391-a716-446655440006', '550e8400-e29b-7391-a716-446655440006'],
    ['R$ 7.391,00 or 7391,00 or 1.7391', 'R$ 7.391,00 or 7391,00 or 1.7391'],
    ['https://api.example/payments/7391', 'https://api.example/payments/7391'],
  ])('makes of "%s" "%s"', (text, kept) => {
    const amex = { number: '374651829304177', securityCode: '7391' };
    expect(withoutCardData({ text }, amex)).toEqual({ text: kept });
  });

  it.each([
    { number: '4000000000002701' },
    { number: 4_000_000_000_002_701 },
    { verification: 739 },
    { note: 'card=%34%30%30%30%30%30%30%30%30%30%30%30%32%37%30%31' },
    {
      note: '\\u0034\\u0030\\u0030\\u0030\\u0030\\u0030\\u0030\\u0030\\u0030\\u0030\\u0030\\u0030\\u0032\\u0037\\u0030\\u0031',
    },
    { note: 'paid with 4000 0000 0000 2701.' },
    { note: 'paid with 4000/0000–0000  2701.' },
    { '4000000000002701': true },
    { cvv: 'x' },
    { securityCode: 739 },
    { echo: '739' },
    { echo: ' 739\n' },
    { joined: '4000000000002701739' },
  ])('leaves nothing of %j', (members) => {
    expect(withoutCardData(members, card)).toStrictEqual({});
  });

  it.each([
    ['400000000006', {}],
    ['40000000006', { pan: '40000000006' }],
  ])('takes only 12 digits and more for a card number: %s', (number, kept) => {
    expect(withoutCardData({ pan: number }, { ...card, number })).toStrictEqual(kept);
  });

  it('keeps digits that letters separate', () => {
    const echo = { id: '4000a0000b0000c2701' };

    expect(withoutCardData(echo, card)).toEqual(echo);
  });

  it('drops a security code that has lost its zeros as a number', () => {
    const { number } = card;

    expect(withoutCardData({ id: 7, n: 73 }, { number, securityCode: '073' })).toEqual({ id: 7 });
  });

  it('cleans lists and inner objects, as deep as anyone needs', () => {
    const kept = withoutCardData(
      {
        list: ['4000000000002701', 1],
        inner: { cvc: 1, a: 2 },
        objects: inObjects(15),
        lists: inLists(15),
        deepObjects: inObjects(10_000),
        deepLists: inLists(5000),
      },
      card,
    );

    const { deepObjects, deepLists, ...others } = kept;
    const shallow = { objects: inObjects(15), lists: inLists(15) };
    expect(others).toEqual({ list: [1], inner: { a: 2 }, ...shallow });
    expect(JSON.stringify([deepObjects, deepLists])).not.toContain('end');
    expect(withoutCardData({ lists: inLists(16) }, card)).toEqual({ lists: inLists(15, []) });
  });
});

describe('truncatedNumber', () => {
  it('keeps the first six and the last four digits', () => {
    expect(truncatedNumber(card.number)).toBe('400000…2701');
  });
});

describe('withoutCardNumbers', () => {
  it.each([
    ['4000000000002701', '400000…2701'],
    ['paid with 4000 0000 0000 2701, thanks', 'paid with 400000…2701, thanks'],
    ['4000-0000-0000-2701', '400000…2701'],
    [4_000_000_000_002_701, '400000…2701'],
    ['4000000000002701 12', '400000…2701'],
    ['4000 0000 0000 2701 739', '400000…2701'],
    ['77-4000000000002701-00001', '400000…2701'],
    ['4000\u00A00000\u00A00000\u00A02701', '400000…2701'],
    ['4000\u20090000\u20090000\u20092701', '400000…2701'],
    ['4000/0000/0000/2701', '400000…2701'],
    ['4000_0000_0000_2701', '400000…2701'],
    ['4000, 0000, 0000, 2701', '400000…2701'],
    ['4000 - 0000 – 0000\u200B2701', '400000…2701'],
    ['pan 0004000000000002701739', 'pan 400000…2701'],
    ['x994000000000002701x', 'x400000…2701x'],
    ['1'.repeat(99) + ' 4000 0000 0000 2701', '400000…2701'],
    ['x00374651829304177x', 'x374651…4177x'],
    ['x00364901024626619x', 'x364901…2661x'],
    ['x0036490102462661x', 'x364901…2661x'],
    ['0004000000000002701 12', '400000…2701'],
    ['12 0004000000000002701739', '400000…2701'],
    ['ref 9f4000000000002701ab', 'ref 9f400000…2701ab'],
    ['374651829304177 and 36490102462661', '374651…4177 and 364901…2661'],
    [
      ['4000000000002701', { a: '4000000000002701' }],
      ['400000…2701', { a: '400000…2701' }],
    ],
    [{ '4000000000002701': true }, { '400000…2701': true }],
    ['{"cvv":"739"}', '{"cvv":"[digits]"}'],
    [String.raw`{\"securityCode\": 0739}`, String.raw`{\"securityCode\": [digits]}`],
    ['pan=4000000000002701&cvv=739&n=1', 'pan=400000…2701&cvv=[digits]&n=1'],
    ['cvv 739, código de segurança: 0739', 'cvv [digits], código de segurança: [digits]'],
    [{ cvv: '739', cardCvc: 1, 'código de segurança': 'x', nsu: '739' }, { nsu: '739' }],
  ])('makes of %j %j', (value, shown) => {
    expect(withoutCardNumbers(value)).toEqual(shown);
  });

  it.each([
    '4000000000002702',
    '12345678901',
    '550e8400-e29b-41d4-a716-446655440006',
    '10069930690009067123',
    '99374651829304177',
    '50%25 of \\u0034',
    '1000000000000008',
    9_000_000_000_000_001,
    '1234567890123456789',
    'id 7240 0000 0000 2702, 9876 5432 1098 7654',
    '2026-11-20 12:00:00,123; 20261120 120000',
    12_990,
    true,
    null,
    { amount: 12_990, at: '2026-11-20T12:00:00.000Z' },
    'the cvv is wrong, code 82; cvv: 73912',
  ])('keeps %j', (value) => {
    expect(withoutCardNumbers(value)).toEqual(value);
  });

  it('drops what lies too deep to be looked through', () => {
    const deep = [inLists(5000), inObjects(5000)];

    expect(JSON.stringify(withoutCardNumbers(deep))).not.toContain('end');
    expect(withoutCardNumbers(inLists(16))).toEqual(inLists(16));
    expect(withoutCardNumbers(inLists(17))).toEqual(inLists(16, [undefined]));
  });
});

describe('withoutCardsInLine', () => {
  it.each([
    ['4000000000002701', '[card]'],
    ['pan4000000000002701', 'pan[card]'],
    ['4000 0000 0000 2701 and 3746-518293-04177', '[card] and [card]'],
    ['4000-0000-0000-2701-739', '[card]'],
    ['{"b":"{\\"n\\":\\"4000000000002701\\"}"}', '{"b":"{\\"n\\":\\"[card]\\"}"}'],
    ['at 2026-11-21T14:12:13.220Z 4000000000002701', 'at 2026-11-21T14:12:13.220Z [card]'],
    ['{"b":"x 4000\u00A00000/0000_2701"}', '{"b":"x [card]"}'],
  ])('makes of %s %s', (line, written) => {
    expect(withoutCardsInLine(line)).toBe(written);
  });

  it.each([
    '4000000000002702',
    '1795270334407',
    '1795270335008',
    'order 400000000009',
    '"2026-11-21T14:12:13.220Z","pid":6708,"durationMs":108',
    '40000000-0000-2701-8000-00000000000a',
    '400000…2701',
    '{"order":"99374651829304177"}',
    '{"body":"{\\"id\\":\\"99374651829304177\\"}"}',
  ])('keeps %s', (line) => {
    expect(withoutCardsInLine(line)).toBe(line);
  });
});

/** Returns a value within so many lists. */
function inLists(levels: number, value: unknown = 'end'): unknown {
  let deep = value;
  for (let level = 0; level < levels; level++) deep = [deep];
  return deep;
}

function inObjects(levels: number): unknown {
  let deep: unknown = 'end';
  for (let level = 0; level < levels; level++) deep = { deep };
  return deep;
}
