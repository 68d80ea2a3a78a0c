import { describe, expect, it } from 'vitest';
import { isFrameMessage, isGreeting, isHello, isPageMessage } from './port.ts';

const status = { type: 'status', state: 'ready', states: [], validationMessage: '' };
const fraud = { type: 'fraud', id: 1, stage: 'load', scriptUrl: '', options: {}, sessionId: '' };
const font = { fontFamily: '', fontSize: '', fontStyle: '', fontWeight: '', lineHeight: '' };
const look = {
  type: 'look',
  variables: {},
  root: { colorScheme: 'dark', fontSize: '16px' },
  body: font,
  direction: 'ltr',
  language: 'pt',
};

const fromFrame = [
  status,
  { ...status, paymentId: 'p' },
  fraud,
  { type: 'height', px: 500 },
  { type: 'challenge', isOpen: true },
  { type: 'done', id: 1 },
  { type: 'reload' },
  { type: 'event', name: 'checkout-ready', fields: {} },
  { type: 'event', name: 'checkout-expiring', fields: {} },
  {
    type: 'event',
    name: 'checkout-change',
    fields: { valid: true, brand: 'visa', installments: 1 },
  },
  { type: 'event', name: 'checkout-step', fields: { step: 'token', durationMs: 0 } },
  {
    type: 'event',
    name: 'checkout-approved',
    fields: { paymentId: 'p', isEarlier: false, payment: { id: null } },
  },
  { type: 'event', name: 'checkout-error', fields: { code: 'unexpected', retryable: false } },
];

const fromPage = [
  { type: 'set', values: { order: 'x', amount: null } },
  { type: 'blocked', isBlocked: true },
  look,
  { type: 'call', id: 1, method: 'submit' },
  { type: 'cancel' },
  { type: 'grown', place: { x: 0, y: -5.5, width: 300 } },
  { type: 'grown' },
  { type: 'fraud', id: 1, isDone: true, reference: 'r' },
];

describe.each([
  { from: 'the frame', isMessage: isFrameMessage, messages: fromFrame, others: fromPage },
  { from: 'the page', isMessage: isPageMessage, messages: fromPage, others: fromFrame },
])('a message from $from', ({ isMessage, messages, others }) => {
  it.each(messages.map((message) => [message.type, message]))(
    'of type %s is read',
    (_t, message) => {
      expect(isMessage(message)).toBe(true);
      expect(isMessage(structuredClone(message))).toBe(true);
    },
  );

  it('is nothing that only the other side says', () => {
    const own = new Set(messages.map(({ type }) => type));
    expect(others.filter(({ type }) => !own.has(type)).some((other) => isMessage(other))).toBe(
      false,
    );
  });

  it.each([undefined, null, 'set', 1, [], [{ type: 'cancel' }], {}, { type: 'toString' }])(
    'is not %j',
    (other) => {
      expect(isMessage(other)).toBe(false);
    },
  );
});

describe('a message that is not as it should be', () => {
  it.each([
    { type: 'call', id: 1, method: 'remove' },
    { type: 'call', id: 1, method: 'constructor' },
    { type: 'call', id: '1', method: 'submit' },
    { ...look, direction: 'up' },
    { ...look, variables: { '--x': 1 } },
    { ...look, variables: [] },
    { ...look, body: {} },
    { type: 'grown', place: { x: Number.POSITIVE_INFINITY, y: 0, width: 0 } },
    { type: 'set', values: 'order' },
    { type: 'fraud', id: 1, isDone: 'yes' },
  ])('is ignored by the frame: %j', (message) => {
    expect(isPageMessage(message)).toBe(false);
  });

  it.each([
    { ...status, state: 'paid' },
    { ...status, states: ['ready', 1] },
    { type: 'event', name: 'click', fields: {} },
    {
      type: 'event',
      name: 'checkout-approved',
      fields: { paymentId: 'p', isEarlier: false, payment: 'paid' },
    },
    {
      type: 'event',
      name: 'checkout-change',
      fields: { valid: true, brand: '4111', installments: 1 },
    },
    { type: 'event', name: 'checkout-error', fields: { code: '<b>', retryable: false } },
    { type: 'height', px: 'calc(1px)' },
  ])('is ignored by the page: %j', (message) => {
    expect(isFrameMessage(message)).toBe(false);
  });
});

it('a hello says when its document was opened', () => {
  const hello = { type: 'card-checkout-hello', openedAt: 1 };
  expect([hello, { ...hello, openedAt: '1' }, 'hello'].map(isHello)).toEqual([true, false, false]);
});

it('a greeting is of this version', () => {
  const greeting = { type: 'card-checkout', version: '1' };
  expect([greeting, { ...greeting, version: '2' }, 'card-checkout'].map(isGreeting)).toEqual([
    true,
    false,
    false,
  ]);
});
