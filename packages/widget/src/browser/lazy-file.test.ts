import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyFile } from './lazy-file.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = (): Promise<string> => new Promise(() => {});
const lost = async (): Promise<string> => Promise.reject(new TypeError('404'));

/** Makes a file whose code is that of a build, and notes from where else it is loaded. */
function fileAt(own: () => Promise<string>, others: (count: number) => Promise<string>) {
  const asked: string[] = [];
  const load = vi.fn(own);
  load.toString = () => '()=>import(`./payment-x.js`)';
  const loadFrom = async (url: string): Promise<string> => {
    asked.push(url.replace(/^.*\//, ''));
    return others(asked.length);
  };
  return { asked, load, file: lazyFile(load, loadFrom) };
}

/** Waits for a file through its pauses; gives what came, or the code of the error. */
async function resultOf(loading: Promise<string>): Promise<string> {
  const result = loading.catch((error: unknown) => String(error));
  await vi.runAllTimersAsync();
  return result;
}

describe('a file that loads when used', () => {
  it('is requested once, and kept', async () => {
    const { asked, load, file } = fileAt(async () => 'code', never);

    expect(await Promise.all([file(), file()])).toEqual(['code', 'code']);
    expect(await file()).toBe('code');
    expect(load).toHaveBeenCalledTimes(1);
    expect(asked).toEqual([]);
  });

  it.each([
    ['failed', lost],
    ['does not come', never],
  ])('is requested from another address when its own %s', async (_case, own) => {
    const { asked, file } = fileAt(own, async () => 'code');

    expect(await resultOf(file())).toBe('code');
    expect(asked).toEqual(['payment-x.js?again=1']);
  });

  it('is requested three times in a row, and again by the next call', async () => {
    const { asked, file } = fileAt(lost, async (count) => (count < 5 ? lost() : 'code'));

    expect(await resultOf(file())).toBe('CheckoutError: file_missing');
    expect(asked).toHaveLength(3);
    expect(await resultOf(file())).toBe('code');
    expect(asked.at(-1)).toBe('payment-x.js?again=5');
  });

  it('is requested from the addresses that have a hash, and from no other', async () => {
    const { asked, load, file } = fileAt(lost, lost);

    for (let call = 0; call < 5; call += 1) await resultOf(file());

    expect(new Set(asked).size).toBe(asked.length);
    expect(asked).toHaveLength(9);
    // A browser that does not remember the failure may still find it there.
    expect(load).toHaveBeenCalledTimes(15);
  });

  it('is requested again as it was where a bundler has changed the code', async () => {
    const load = vi.fn(lost).mockImplementationOnce(lost).mockImplementationOnce(lost);
    load.toString = () => '()=>r.e(7).then(r.bind(r,7))';
    load.mockImplementationOnce(async () => 'code');

    expect(await resultOf(lazyFile(load, never)())).toBe('code');
  });

  it('is not waited for any longer than the caller wants', async () => {
    const caller = new AbortController();
    const waiting = fileAt(never, never).file(caller.signal);
    caller.abort('away');

    await expect(waiting).rejects.toBe('away');
  });
});
