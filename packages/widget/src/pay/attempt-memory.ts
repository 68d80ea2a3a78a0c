const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** How long a browser remembers an attempt; by then its order is settled one way or the other. */
const keptMs = 3 * 24 * 3_600_000;

const prefix = 'card-checkout:';

/** What is noted of an attempt; there is never anything of the card in it. */
interface Note {
  key: string;
  /** When it was noted, by the browser's clock. */
  at: number;
}

/** Holds what the browser's storage refuses, e.g. in a private window; it lives as long as the page. */
const withoutStorage = new Map<string, string>();

/**
 * Notes the idempotency key of an attempt that is about to leave the page, for another page or a later press
 * to ask what became of it.
 */
export function rememberAttempt(proxyUrl: string, orderId: string, key: string): void {
  const name = nameOf(proxyUrl, orderId);
  const isStored = inStorage((storage) => {
    storage.setItem(name, JSON.stringify({ key, at: Date.now() } satisfies Note));
    return true;
  });
  if (!isStored) withoutStorage.set(name, key);
  inStorage(forgetOld);
}

/** Gives the key of the attempt of this order that may have reached the proxy. */
export function rememberedAttempt(proxyUrl: string, orderId: string): string | undefined {
  const name = nameOf(proxyUrl, orderId);
  const note = inStorage((storage) => readNote(storage, name));
  return note && !isOld(note) ? note.key : withoutStorage.get(name);
}

/** Forgets an attempt that is over without a charge; one that was noted since stays. */
export function forgetAttempt(proxyUrl: string, orderId: string, key: string): void {
  if (rememberedAttempt(proxyUrl, orderId) !== key) return;
  const name = nameOf(proxyUrl, orderId);
  withoutStorage.delete(name);
  inStorage((storage) => storage.removeItem(name));
}

function nameOf(proxyUrl: string, orderId: string): string {
  return `${prefix}${proxyUrl}:${orderId}`;
}

function forgetOld(storage: Storage): void {
  for (const name of Object.keys(storage)) {
    const note = name.startsWith(prefix) && readNote(storage, name);
    if (note && isOld(note)) storage.removeItem(name);
  }
}

/** A clock that was set back since must not keep a note for ever. */
function isOld({ at }: Note): boolean {
  return Math.abs(Date.now() - at) > keptMs;
}

/** Reads a note; whatever else stands there belongs to the page. */
function readNote(storage: Storage, name: string): Note | undefined {
  try {
    const note: unknown = JSON.parse(storage.getItem(name) ?? 'null');
    return isNote(note) ? note : undefined;
  } catch {
    return undefined;
  }
}

function isNote(note: unknown): note is Note {
  if (typeof note !== 'object' || note === null || !('key' in note) || !('at' in note))
    return false;
  return typeof note.key === 'string' && uuid.test(note.key) && typeof note.at === 'number';
}

/** Browsers throw when a page may not store anything, and when there is no room left. */
function inStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
