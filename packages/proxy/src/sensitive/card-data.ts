import type { CheckoutRequest } from '@card-checkout/contract';
import { findCardBrand } from '@card-checkout/contract/card-brand';
import { hasLuhnCheckDigit } from '@card-checkout/contract/luhn';
import type { PaidCard } from '@card-checkout/contract/shop-server';
import { isCnpj, isCpf } from '@card-checkout/contract/tax-id';

/** The two values that logs and databases must never contain (PCI DSS 3.3.1 and 3.5.1). */
export type CardSecrets = Pick<CheckoutRequest['card'], 'number' | 'securityCode'>;

/** Twelve or more digits, contiguous or separated by spaces, dots or dashes. */
const digitRun = /\d(?:[ .-]?\d){11,}/g;

const uuidOrDigitRun = new RegExp(
  String.raw`\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|${digitRun.source}`,
  'gi',
);

/** The names of a security code. */
export const securityCodeName = /cvv|cvc|cvn|security.?code|c[oó]digo.{0,4}seguran[cç]a/i;

/** A security code after its name, in prose, a form, or JSON within JSON. */
const namedSecurityCode = new RegExp(
  String.raw`((?:${securityCodeName.source})\w{0,8}[\s:=\\"']{1,12})\d{3,4}(?!\d)`,
  'gi',
);

/** A CPF or CNPJ, with or without punctuation. */
const documentRun =
  /(?<![\dA-Z])(?:\d{3}\.?\d{3}\.?\d{3}-?|[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?)\d{2}(?![\dA-Z])/g;

const maxDepth = 16;

/** Returns a pattern of a number's digits in groups or apart, e.g. in a list. */
export function digitsInGroups(number: string): string {
  return number.length < 11 ? '(?!)' : Array.from(number).join(String.raw`[^a-z\d]{0,8}`);
}

/** Returns the first six and last four digits of a card number (PCI DSS 3.5.1). */
export function truncatedNumber(number: string): string {
  return `${number.slice(0, 6)}…${number.slice(-4)}`;
}

/** Returns what a shop may keep of a card (PCI DSS 3.5.1). */
export function paidCardOf({ number, kind }: CheckoutRequest['card']): PaidCard {
  const brand = findCardBrand(number);
  return { ...(brand && { brand }), last4: number.slice(-4), kind };
}

/** Masks what looks like a card number, CPF or CNPJ in a text, and the card's security code. */
export function maskedText(text: string, card: CardSecrets): string {
  return text
    .replaceAll(documentRun, (run) => (isDocument(run) ? '[document]' : run))
    .replaceAll(digitRun, '[digits]')
    .replaceAll(new RegExp(digitsInGroups(card.number), 'gi'), '[digits]')
    .replaceAll(new RegExp(`(?<!\\d)${card.securityCode}(?!\\d)`, 'g'), '[digits]');
}

function isDocument(run: string): boolean {
  const characters = run.replaceAll(/[./-]/g, '');
  return isCpf(characters) || isCnpj(characters);
}

/**
 * Returns a copy of a JSON object without members that may contain the card's number or security code,
 * which a service may echo. Drops values deeper than 16 levels.
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

/** Whether a text or number contains the card's number, or equals its security code. */
export function holdsCardData(value: unknown, card: CardSecrets): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  return value === card.securityCode || holdsCardNumber(String(value), card);
}

/** Whether a text contains the card's number, contiguous or in groups. Ignores numbers under 12 digits. */
export function holdsCardNumber(text: string, { number }: CardSecrets): boolean {
  return (
    number.length >= 12 &&
    text.length >= number.length &&
    text.replaceAll(/[^\p{L}\d]/gu, '').includes(number)
  );
}

/**
 * Returns a copy of a JSON value in which everything that looks like a card number (12 to 19 digits
 * that pass the Luhn check) is truncated, and everything named like a security code is removed. Drops
 * values deeper than 16 levels. Use it where the card is no longer known.
 */
export function withoutCardNumbers(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) return undefined;
  if (typeof value === 'string') return withoutCardTexts(value);
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

function withoutCardTexts(text: string): string {
  return withTruncatedNumbers(text).replaceAll(namedSecurityCode, '$1[digits]');
}

/**
 * Truncates everything in a text that looks like a card number: 12 to 19 digits that pass the Luhn
 * check. Skips UUIDs.
 */
export function withTruncatedNumbers(text: string): string {
  return withCardNumbersAs(text, truncatedNumber);
}

/**
 * Replaces everything in a log line that looks like a card number by `[card]`: 13 to 19 digits that
 * pass the Luhn check and start like a card brand's. Last line of defense, in case an event contains
 * what it should not.
 */
export function withoutCardsInLine(line: string): string {
  return brandedDigits.test(line) ? withCardNumbersAs(line, cardMark) : line;
}

/** Thirteen or more digits; a first digit of 1, 7, 9 or 0 belongs to other industries (ISO/IEC 7812-1). */
const brandedDigits = /[2-68](?:[ .-]?\d){12}/;

function cardMark(number: string): string | undefined {
  return number.length >= 13 && /^[2-68]/.test(number) ? '[card]' : undefined;
}

function withCardNumbersAs(text: string, written: (number: string) => string | undefined): string {
  return text.replaceAll(uuidOrDigitRun, (run) => {
    if (!/^[\d .-]+$/.test(run)) return run;
    const number = cardNumberIn(run);
    return (number && written(number)) ?? run;
  });
}

/** Returns a card number within groups of digits, next to which there may be other digits. */
function cardNumberIn(run: string): string | undefined {
  const groups = run.split(/\D/);
  return groups
    .flatMap((_, from) => groups.slice(from).map((__, more) => groups.slice(from, from + more + 1)))
    .map((part) => part.join(''))
    .find((digits) => digits.length >= 12 && digits.length <= 19 && hasLuhnCheckDigit(digits));
}
