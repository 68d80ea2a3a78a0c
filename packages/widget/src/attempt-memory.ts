const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Is how long a browser remembers an attempt; by then its order is settled one way or the other. */
const keptMs = 3 * 24 * 3_600_000;

const prefix = 'card-checkout:';

/** Holds what the browser's storage refuses, e.g. in a private window; it lives as long as the page. */
const withoutStorage = new Map<string, string>();

/**
 * Notes the idempotency key of an attempt that is about to leave the page, for another page or a later press
 * to ask what became of it. There is never anything of the card in it.
 */
export function rememberAttempt(proxyUrl: string, orderId: string, key: string): void {
  const name = nameOf(proxyUrl, orderId);
  withoutStorage.set(name, key);
  inStorage((storage) => {
    forgetOld(storage);
    storage.setItem(name, JSON.stringify({ key, at: Date.now() }));
  });
}

/** Gives the key of the attempt of this order that may have reached the proxy. */
export function rememberedAttempt(proxyUrl: string, orderId: string): string | undefined {
  const name = nameOf(proxyUrl, orderId);
  return withoutStorage.get(name) ?? inStorage((storage) => readNote(storage, name)?.key);
}

/** Forgets the attempt of an order, which is over without a charge. */
export function forgetAttempt(proxyUrl: string, orderId: string): void {
  const name = nameOf(proxyUrl, orderId);
  withoutStorage.delete(name);
  inStorage((storage) => storage.removeItem(name));
}

function nameOf(proxyUrl: string, orderId: string): string {
  return `${prefix}${proxyUrl}:${orderId}`;
}

function forgetOld(storage: Storage): void {
  const names = Object.keys(storage).filter((name) => name.startsWith(prefix));
  for (const name of names) {
    const age = Date.now() - (readNote(storage, name)?.at ?? 0);
    // A clock that was set back since must not keep a note for ever.
    if (Math.abs(age) > keptMs) storage.removeItem(name);
  }
}

function readNote(storage: Storage, name: string): { key: string; at: number } | undefined {
  const note: unknown = JSON.parse(storage.getItem(name) ?? 'null');
  if (typeof note !== 'object' || note === null) return undefined;
  const isNote = 'key' in note && 'at' in note;
  if (!isNote || typeof note.key !== 'string' || typeof note.at !== 'number') return undefined;
  return uuid.test(note.key) ? { key: note.key, at: note.at } : undefined;
}

/** Browsers throw when a page may not store anything, and when there is no room left. */
function inStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
