import { CheckoutError } from '../errors.ts';
import { pause, unlessAborted } from './pause.ts';

const requestTimeoutMs = 10_000;

const againAfterMs = [1_000, 2_000];

/** The largest N of a file's other addresses, `?again=N`; `integrity.json` lists them (SRI). */
const maxAgain = 9;

/** Loads a module from an address that bundlers don't know. */
async function importFrom<File>(url: string): Promise<File> {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ url);
}

/**
 * Returns a function that loads a part of the element once. Browsers may remember a failed `import()`
 * until the page is reloaded (before https://github.com/whatwg/html/pull/10327), and instances of a proxy
 * may have files of different versions. So a file that didn't load is requested under other addresses,
 * three times in a row, and again at the next call.
 * @throws CheckoutError `file_missing`; the reason of `signal` when that aborts.
 */
export function lazyFile<File>(
  load: () => Promise<File>,
  loadFrom: (url: string) => Promise<File> = importFrom,
): (signal?: AbortSignal) => Promise<File> {
  let running: Promise<File> | undefined;
  let again = 0;

  const request = async (): Promise<File> => {
    try {
      return await inTime(load());
    } catch (cause) {
      const url = addressIn(load);
      if (!url || again === maxAgain) throw cause;
      again += 1;
      return inTime(loadFrom(`${url}?again=${again}`));
    }
  };
  const requestRepeatedly = async (): Promise<File> => {
    for (const delayMs of againAfterMs) {
      const file = await request().catch(() => undefined);
      if (file) return file;
      await pause(delayMs);
    }
    return request();
  };
  return async (signal) => {
    running ??= requestRepeatedly().catch((cause: unknown) => {
      running = undefined;
      throw new CheckoutError('file_missing', { cause });
    });
    return signal ? unlessAborted(signal, running) : running;
  };
}

/** Reads the address from `() => import('./file.js')`; bundlers other than Vite write something else. */
function addressIn(load: () => unknown): string | undefined {
  const [, path] = /["'`](\.[^"'`]+)/.exec(String(load)) ?? [];
  return path && new URL(path, import.meta.url).href;
}

async function inTime<File>(file: Promise<File>): Promise<File> {
  const late = pause(requestTimeoutMs).then(() => {
    throw new Error('late');
  });
  return Promise.race([file, late]);
}
