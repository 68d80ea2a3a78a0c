import { membersOf } from '@card-checkout/contract/json';
import type { Payment } from '@card-checkout/contract/payment';
import { cardBrands } from '@card-checkout/contract/checkout';
import { baseUrl } from '../browser/network.ts';
import type { Receipt } from '../state/checkout-state.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** How long an attempt is remembered; by then its outcome is known. */
const keptMs = 3 * 24 * 3_600_000;

const prefix = 'card-checkout:';

/** All that may be stored about a card. */
type CardOnReceipt = Omit<Receipt, 'at'>;

/** What is stored about an attempt; the page may have changed it. */
interface Note extends Partial<Record<keyof CardOnReceipt, unknown>> {
  key: string;
  /** When the attempt was stored, by the browser's clock. */
  at: number;
}

/** Attempts that the browser refuses to store, e.g. in a private window; they last as long as the page. */
const withoutStorage = new Map<string, Note>();

/**
 * Stores the idempotency key of an attempt that is about to be submitted, so that another page or a
 * later press can look for it, and what its receipt says about the card.
 */
export function rememberAttempt(
  proxyUrl: string,
  orderId: string,
  key: string,
  { brand, last4 }: CardOnReceipt,
): void {
  const name = nameOf(proxyUrl, orderId);
  const note: Note = { key, at: Date.now(), brand, last4 };
  if (!store(name, JSON.stringify(note))) withoutStorage.set(name, note);
}

/** Remembers a payment that another page or device has sent, so that a reload finds it, too. */
export function rememberFound(
  proxyUrl: string,
  { id, orderId }: Pick<Payment, 'id' | 'orderId'>,
): void {
  if (rememberedAttempt(proxyUrl, orderId) === id) return;
  rememberAttempt(proxyUrl, orderId, id, { brand: undefined, last4: '' });
}

/** Returns the key of the order's attempt that may have reached the proxy. */
export function rememberedAttempt(proxyUrl: string, orderId: string): string | undefined {
  return noteFor(proxyUrl, orderId)?.key;
}

/** Returns what the receipt says besides the payment, if this browser made the payment. */
export function rememberedReceipt(proxyUrl: string, { id, orderId }: Payment): Receipt | undefined {
  const note = noteFor(proxyUrl, orderId);
  if (note?.key !== id || typeof note.last4 !== 'string' || !/^\d{4}$/.test(note.last4))
    return undefined;
  const brand = cardBrands.find((known) => known === note.brand);
  return { brand, last4: note.last4, at: new Date(note.at) };
}

/** Orders that nobody has paid, as the proxy said when the latest payment here began. */
const unpaid = new Set<string>();

/** Notes whether the proxy knows of no payment for the order, from any device. */
export function noteUnpaid(proxyUrl: string, orderId: string, isUnpaid: boolean): void {
  if (isUnpaid) unpaid.add(nameOf(proxyUrl, orderId));
  else unpaid.delete(nameOf(proxyUrl, orderId));
}

/** Whether no card was sent for the order that may have been charged, from any device. */
export function isUntouched(proxyUrl: string, orderId: string): boolean {
  const isKnown = unpaid.has(nameOf(proxyUrl, orderId)) && !isStorageRefused();
  return isKnown && rememberedAttempt(proxyUrl, orderId) === undefined;
}

/** Whether the browser refuses to store anything, e.g. for a frame of another site in a private window. */
export function isStorageRefused(): boolean {
  const probe = `${prefix}probe`;
  const isRefused = !store(probe, '');
  inStorage((storage) => storage.removeItem(probe));
  return isRefused;
}

/** Forgets this attempt unless a newer one was stored meanwhile. */
export function forgetAttempt(proxyUrl: string, orderId: string, key: string): void {
  if (rememberedAttempt(proxyUrl, orderId) !== key) return;
  const name = nameOf(proxyUrl, orderId);
  withoutStorage.delete(name);
  inStorage((storage) => storage.removeItem(name));
}

/** Reads the order's note; also deletes old notes. */
function noteFor(proxyUrl: string, orderId: string): Note | undefined {
  const name = nameOf(proxyUrl, orderId);
  inStorage(forgetOld);
  return inStorage((storage) => readNote(storage, name)) ?? withoutStorage.get(name);
}

function nameOf(proxyUrl: string, orderId: string): string {
  return `${prefix}${baseUrl(proxyUrl)}:${orderId}`;
}

function forgetOld(storage: Storage): void {
  for (const name of Object.keys(storage)) {
    const note = name.startsWith(prefix) && readNote(storage, name);
    if (note && isOld(note)) storage.removeItem(name);
  }
}

/** Absolute, so that a clock set back can't keep a note for ever. */
function isOld({ at }: Note): boolean {
  return Math.abs(Date.now() - at) > keptMs;
}

/** Reads a note; anything else under the name belongs to the page. */
function readNote(storage: Storage, name: string): Note | undefined {
  try {
    const note = membersOf(JSON.parse(storage.getItem(name) ?? 'null'));
    const [key, at, brand, last4] = ['key', 'at', 'brand', 'last4'].map((one) => note.get(one));
    const isNote = typeof key === 'string' && uuid.test(key) && typeof at === 'number';
    return isNote ? { key, at, brand, last4 } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether the browser has stored the text. */
function store(name: string, text: string): boolean {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** Uses the storage; returns undefined if it is forbidden or full, which browsers throw. */
function inStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
