import type { CheckoutRequest } from '@card-checkout/contract';
import {
  groupsOf,
  holdsCardNumber,
  isCardNumber,
  numberAmong,
  withDigitRuns,
} from '@card-checkout/contract/card-number';
import { isCnpj, isCpf } from '@card-checkout/contract/tax-id';
import { unescaped } from './hidden-secrets.ts';

/** Must never be in logs or databases (PCI DSS 3.3.1 and 3.5.1). */
export type CardSecrets = Pick<CheckoutRequest['card'], 'number' | 'securityCode'>;

export const securityCodeName = /cvv|cvc|cvn|csc|security.?code|c[oó]digo.{0,4}seguran[cç]a/i;

/** A security code after its name, in prose, a form, or JSON within JSON. */
const namedSecurityCode = new RegExp(
  String.raw`((?:${securityCodeName.source})\w{0,8}[\s:=\\"'#(/_.-]{0,12})(?<!\d)\d{3,4}(?!\d)`,
  'gi',
);

const documentRun =
  /(?<![\dA-Z])(?:\d{3}\.?\d{3}\.?\d{3}-?|[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?)\d{2}(?![\dA-Z])/g;

const maxDepth = 16;

/** Returns a pattern for a number's digits in groups or apart, e.g. in a list. */
export function digitsInGroups(number: string): string {
  return number.length < 11 ? '(?!)' : Array.from(number).join(String.raw`[^a-z\d]{0,8}`);
}

/** Returns the first six and last four digits of a card number (PCI DSS 3.5.1). */
export function truncatedNumber(number: string): string {
  return `${number.slice(0, 6)}…${number.slice(-4)}`;
}

/** Masks card numbers, other long numbers, CPF and CNPJ in a text, and the card's security code. */
export function maskedText(text: string, card: CardSecrets): string {
  const shown = text.replaceAll(documentRun, (run) => (isDocument(run) ? '[document]' : run));
  return withCardNumbers(shown, () => '[digits]')
    .replaceAll(/\d{12,}/g, '[digits]')
    .replaceAll(new RegExp(digitsInGroups(card.number), 'gi'), '[digits]')
    .replaceAll(new RegExp(`(?<!\\d)${card.securityCode}(?!\\d)`, 'g'), '[digits]');
}

function isDocument(run: string): boolean {
  const characters = run.replaceAll(/[./-]/g, '');
  return isCpf(characters) || isCnpj(characters);
}

/**
 * Returns a copy of a JSON object without the card data that an API may echo: drops members and texts
 * with the number, masks the security code within texts, and drops values deeper than 16 levels.
 */
export function withoutCardData(
  members: object,
  card: CardSecrets,
  depth = 0,
): Record<string, unknown> {
  const kept = Object.entries(members)
    .filter(([name]) => !securityCodeName.test(name) && textWithoutCard(name, card) === name)
    .map(([name, member]) => [name, cleaned(member, card, depth + 1)] as const)
    .filter(([, member]) => member !== undefined);
  return Object.fromEntries(kept);
}

function cleaned(value: unknown, card: CardSecrets, depth: number): unknown {
  if (depth > maxDepth) return undefined;
  if (typeof value === 'string') return textWithoutCard(value, card);
  if (typeof value === 'number') {
    // A number has no zeros in front.
    const isCode = value === Number(card.securityCode);
    return isCode || holdsNumber(String(value), card) ? undefined : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return withoutCardData(value, card, depth);
  return value.map((item) => cleaned(item, card, depth + 1)).filter((item) => item !== undefined);
}

/**
 * Masks the card's security code as a word, but not within ids, amounts and times. Returns `undefined`
 * for a text that is the code or contains the card's number.
 */
export function textWithoutCard(text: string, card: CardSecrets): string | undefined {
  return unlessEscaped(text, (plain) => textWithoutPlainCard(plain, card));
}

/** Resolves the escapes of a text only if they hide something. */
function unlessEscaped<Cleaned extends string | undefined>(
  text: string,
  clean: (text: string) => Cleaned,
): Cleaned {
  const plain = unescaped(text);
  const shown = clean(plain);
  return shown === plain && plain !== text ? clean(text) : shown;
}

function textWithoutPlainCard(text: string, card: CardSecrets): string | undefined {
  if (text.trim() === card.securityCode || holdsNumber(text, card)) return undefined;
  if (!/\d{3}/.test(text)) return text;
  const shown = text.replaceAll(namedSecurityCode, '$1[digits]');
  if (!shown.includes(card.securityCode)) return shown;
  const word = `(?<![\\w-]|\\d[.,]|\\w/)${card.securityCode}(?![\\w-]|[.,]\\d)`;
  return shown.replaceAll(new RegExp(word, 'g'), '[digits]');
}

/** Whether a text contains the card's number, unless that's shorter than 12 digits. */
function holdsNumber(text: string, { number }: CardSecrets): boolean {
  return (
    number.length >= 12 &&
    text.length >= number.length &&
    text.replaceAll(/\D/g, '').includes(number) &&
    text.replaceAll(/[^\p{L}\d]/gu, '').includes(number)
  );
}

/**
 * Returns a copy of a JSON value with every card number truncated, and without anything named like a
 * security code or deeper than 16 levels. For places where the card is no longer known.
 */
export function withoutCardNumbers(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) return undefined;
  if (typeof value === 'string') return textWithoutCardNumbers(value);
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

export function textWithoutCardNumbers(text: string): string {
  return unlessEscaped(text, (plain) =>
    withTruncatedNumbers(plain).replaceAll(namedSecurityCode, '$1[digits]'),
  );
}

export function withTruncatedNumbers(text: string): string {
  return withCardNumbers(text, truncatedNumber);
}

/** Replaces every card number in a log line with `[card]`: the last line of defense. */
export function withoutCardsInLine(line: string): string {
  return withCardNumbers(line, () => '[card]');
}

export function withoutCardInId(id: string): string {
  const plain = unescaped(id);
  return holdsCardNumber(plain) ? withTruncatedNumbers(plain) : id;
}

function withCardNumbers(text: string, written: (number: string) => string): string {
  return withDigitRuns(text, (run, at) => {
    const groups = groupsOf(run);
    const around = (text[at - 1] ?? '"') + (text[at + run.length] ?? '"');
    // A whole value is an id unless all of it is a card number.
    const isWhole = groups.length === 1 && /^"["\\]$/.test(around);
    const inside = isWhole ? [] : groups.map(numberWithin);
    const number = numberAmong(groups) ?? inside.find((found) => found !== undefined);
    return number === undefined ? run : written(number);
  });
}

/** Returns a card number of a usual length within a longer group of digits. */
function numberWithin(group: string): string | undefined {
  for (let from = 0; from + 14 <= group.length; from++) {
    const parts = [16, 15, 14].map((length) => group.slice(from, from + length));
    const found = parts.find(isCardNumber);
    if (found !== undefined) return found;
  }
  return undefined;
}
