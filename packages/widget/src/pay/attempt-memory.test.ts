import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { forgetAttempt, rememberAttempt, rememberedAttempt } from './attempt-memory.ts';

const key = '00000000-0000-4000-8000-000000000000';
const other = '00000000-0000-4000-8000-000000000001';
const fourDaysMs = 4 * 86_400_000;

afterEach(() => vi.unstubAllGlobals());

function useStorage(entries: Record<string, string> = {}): Record<string, string> {
  const storage = memoryStorage(entries);
  vi.stubGlobal('localStorage', storage);
  return storage;
}

describe('the memory of attempts', () => {
  it('keeps the key of an order until it is forgotten', () => {
    const storage = useStorage();
    rememberAttempt('proxy', 'order', key);

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
    expect(rememberedAttempt('proxy', 'old')).toBeUndefined();
    rememberAttempt('proxy', 'order', key);

    expect(Object.keys(storage)).toEqual([...Object.keys(ofThePage), 'card-checkout:proxy:order']);
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
    rememberAttempt('proxy', 'private', key);

    expect(rememberedAttempt('proxy', 'private')).toBe(key);
    forgetAttempt('proxy', 'private', key);
    expect(rememberedAttempt('proxy', 'private')).toBeUndefined();
  });
});
