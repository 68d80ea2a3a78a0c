import type { Payment } from '@card-checkout/contract/payment';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../testing/memory-storage.ts';
import {
  forgetAttempt,
  isUntouched,
  noteUnpaid,
  rememberAttempt,
  rememberedAttempt,
  rememberedReceipt,
} from './attempt-memory.ts';

const key = '00000000-0000-4000-8000-000000000000';
const other = '00000000-0000-4000-8000-000000000001';
const card = { brand: 'visa', last4: '2701' } as const;
const fourDaysMs = 4 * 86_400_000;

const payment: Payment = {
  id: key,
  orderId: 'order',
  status: 'approved',
  amount: 100,
  currency: 'BRL',
  installments: 1,
  retryable: false,
  tries: 1,
};

afterEach(() => vi.unstubAllGlobals());

function useStorage(entries: Record<string, string> = {}): Record<string, string> {
  const storage = memoryStorage(entries);
  vi.stubGlobal('localStorage', storage);
  return storage;
}

describe('the memory of attempts', () => {
  it('keeps the key of an order until it is forgotten', () => {
    const storage = useStorage();
    rememberAttempt('proxy', 'order', key, card);

    expect(rememberedAttempt('proxy', 'order')).toBe(key);
    expect(rememberedAttempt('proxy', 'another')).toBeUndefined();
    expect(rememberedAttempt('another', 'order')).toBeUndefined();
    forgetAttempt('proxy', 'order', other);
    expect(rememberedAttempt('proxy', 'order')).toBe(key);
    forgetAttempt('proxy', 'order', key);
    expect(storage).toEqual(memoryStorage());
  });

  it('forgets attempts of four days ago, and leaves what the page stores', () => {
    const ofThePage = { 'card-checkout:theme': 'dark', 'card-checkout:other': '{"key":"mine"}' };
    const old = JSON.stringify({ key, at: Date.now() - fourDaysMs });
    const storage = useStorage({ ...ofThePage, 'card-checkout:proxy:old': old });
    expect(rememberedAttempt('proxy', 'order')).toBeUndefined();
    expect(Object.keys(storage)).toEqual(Object.keys(ofThePage));
    rememberAttempt('proxy', 'order', key, card);

    expect(Object.keys(storage)).toEqual([...Object.keys(ofThePage), 'card-checkout:proxy:order']);
  });

  it('keeps brand, last four digits and time for the receipt, and nothing else', () => {
    const storage = useStorage();
    const whole = { ...card, number: '4000000000002701', securityCode: '123' };
    rememberAttempt('proxy', 'order', key, whole);

    expect(JSON.parse(storage['card-checkout:proxy:order'] ?? '')).toEqual({
      key,
      at: expect.any(Number),
      ...card,
    });
    expect(rememberedReceipt('proxy', payment)).toEqual({ ...card, at: expect.any(Date) });
    expect(rememberedReceipt('proxy', { ...payment, id: other })).toBeUndefined();
  });

  it.each([
    [{ brand: '<b>', last4: '2701' }, { last4: '2701' }],
    [{ brand: 'visa', last4: '4000000000002701' }, undefined],
    [{ brand: 'visa', last4: 2701 }, undefined],
    [{}, undefined],
  ])('shows nothing made up: %j becomes the receipt %j', (stored, receipt) => {
    useStorage({
      'card-checkout:proxy:order': JSON.stringify({ key, at: Date.now(), ...stored }),
    });

    const shown = rememberedReceipt('proxy', payment);
    expect(shown).toEqual(receipt && { ...receipt, at: expect.any(Date) });
    expect(rememberedAttempt('proxy', 'order')).toBe(key);
  });

  it('vouches for an order only if it would know of an attempt', () => {
    useStorage();
    expect(isUntouched('proxy', 'order')).toBe(false);
    noteUnpaid('proxy', 'order', true);
    expect(isUntouched('proxy', 'order')).toBe(true);
    rememberAttempt('proxy', 'order', key, card);
    expect(isUntouched('proxy', 'order')).toBe(false);
    vi.stubGlobal('localStorage', undefined);
    noteUnpaid('proxy', 'another', true);
    expect(isUntouched('proxy', 'another')).toBe(false);
  });

  it.each(['{"key":"mine"}', 'null', '{', `{"key":"${key}"}`, '{"key":"a","at":1}'])(
    'takes %s for no attempt',
    (text) => {
      useStorage({ 'card-checkout:proxy:order': text });

      expect(rememberedAttempt('proxy', 'order')).toBeUndefined();
    },
  );

  it('lasts as long as the page where nothing may be stored', () => {
    vi.stubGlobal('localStorage', undefined);
    rememberAttempt('proxy', 'private', key, card);

    expect(rememberedAttempt('proxy', 'private')).toBe(key);
    forgetAttempt('proxy', 'private', key);
    expect(rememberedAttempt('proxy', 'private')).toBeUndefined();
  });
});
