import type { CheckoutRequest } from '@card-checkout/contract';
import { hasLuhnCheckDigit } from '@card-checkout/contract/luhn';

/** Are the two values that no log and no database may hold (PCI DSS 3.3.1 and 3.5.1). */
export type CardSecrets = Pick<CheckoutRequest['card'], 'number' | 'securityCode'>;

/** Twelve digits or more, in one run or grouped by blanks, dots or dashes. */
const digitRun = /\d(?:[ .-]?\d){11,}/g;

const uuidOrDigitRun = new RegExp(
  String.raw`\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|${digitRun.source}`,
  'gi',
);

const securityCodeName = /cvv|cvc|cvn|security.?code|c[oó]digo.{0,4}seguran[cç]a/i;

const maxDepth = 16;

/** Keeps the first six and last four digits of a card number (PCI DSS 3.4.1). */
export function truncatedNumber(number: string): string {
  return `${number.slice(0, 6)}…${number.slice(-4)}`;
}

/** Masks in a text whatever may be the card's number or its security code, and cuts it at 300. */
export function maskedText(text: string, card: CardSecrets): string {
  return text
    .replace(digitRun, '[digits]')
    .replaceAll(new RegExp(`(?<!\\d)${card.securityCode}(?!\\d)`, 'g'), '[digits]')
    .slice(0, 300);
}

/**
 * Copies a JSON object without any member or item that may hold the card's number or its security
 * code, for a service may echo what it got. Drops what lies deeper than 16 levels.
 */
export function withoutCardData(
  members: object,
  card: CardSecrets,
  depth = 0,
): Record<string, unknown> {
  const kept = Object.entries(members)
    .filter(([name]) => !securityCodeName.test(name) && !holdsCardData(name, card))
    .map(([name, member]) => [name, cleaned(member, card, depth + 1)] as const)
    .filter(([, member]) => member !== undefined);
  return Object.fromEntries(kept);
}

function cleaned(value: unknown, card: CardSecrets, depth: number): unknown {
  if (depth > maxDepth || holdsCardData(value, card)) return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return withoutCardData(value, card, depth);
  return value.map((item) => cleaned(item, card, depth + 1)).filter((item) => item !== undefined);
}

/** Tells whether a text or a number holds the card's number, or is its security code. */
export function holdsCardData(value: unknown, card: CardSecrets): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value);
  if (text === card.securityCode && typeof value === 'string') return true;
  return text.length >= card.number.length && text.replaceAll(/[ .-]/g, '').includes(card.number);
}

/**
 * Copies a JSON value and truncates whatever looks like a card number: 12 to 19 digits that pass
 * the Luhn check. Leaves out what is named as a security code, and what lies deeper than 16
 * levels. For texts whose card nobody knows any more.
 */
export function withoutCardNumbers(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) return undefined;
  if (typeof value === 'string') return withTruncatedNumbers(value);
  if (typeof value === 'number') {
    const text = String(value);
    return withTruncatedNumbers(text) === text ? value : withTruncatedNumbers(text);
  }
  if (Array.isArray(value)) return value.map((item) => withoutCardNumbers(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !securityCodeName.test(name));
  return Object.fromEntries(
    members.map(([name, member]) => [
      withTruncatedNumbers(name),
      withoutCardNumbers(member, depth + 1),
    ]),
  );
}

/**
 * Truncates in a text whatever looks like a card number: 12 to 19 digits that pass the Luhn check.
 * Passes over UUIDs, which many a payment is known by.
 */
export function withTruncatedNumbers(text: string): string {
  return text.replaceAll(uuidOrDigitRun, (run) => {
    if (!/^[\d .-]+$/.test(run)) return run;
    const number = cardNumberIn(run);
    return number === undefined ? run : truncatedNumber(number);
  });
}

/** Finds a card number among groups of digits, which other digits may stand beside. */
function cardNumberIn(run: string): string | undefined {
  const groups = run.split(/\D/);
  return groups
    .flatMap((_, from) => groups.slice(from).map((__, more) => groups.slice(from, from + more + 1)))
    .map((part) => part.join(''))
    .find((digits) => digits.length >= 12 && digits.length <= 19 && hasLuhnCheckDigit(digits));
}
