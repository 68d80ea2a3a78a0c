import { isCardHolder } from '@card-checkout/contract/holder';
import { hasLuhnCheckDigit } from '@card-checkout/contract/luhn';
import { findBrand, groupsOfFour } from './brands.ts';

/** How the fields look before custom properties and parts. */
export type Appearance = 'outlined' | 'filled' | 'minimal';

/** What can be wrong with a field; each locale has a sentence for it. */
export type FieldErrorKey =
  | BuyerFault
  | 'numberEmpty'
  | 'numberIncomplete'
  | 'numberInvalid'
  /** The shop doesn't accept the card's brand. */
  | 'brandRefused'
  | 'brandUnknown'
  | 'expiryEmpty'
  | 'expiryInvalid'
  | 'expiryPast'
  | 'holderEmpty'
  | 'holderInvalid'
  | 'securityCodeEmpty'
  | 'securityCodeLength'
  | 'documentEmpty'
  | 'cpfIncomplete'
  | 'cpfInvalid'
  | 'cnpjIncomplete'
  | 'cnpjInvalid'
  /** The payments API refused a value that looked right. */
  | 'refused'
  /** A payment has emptied the field. */
  | 'securityCodeAgain';

export type BuyerFault =
  | `${Exclude<BuyerFieldName, 'complement'>}Empty`
  | 'emailInvalid'
  | 'phoneInvalid'
  | 'zipCodeInvalid';

export interface FieldError {
  key: FieldErrorKey;
  /** Replaces `{n}` in the sentence. */
  n?: number;
  /** Replaces `{brand}`. */
  brand?: string;
}

/** The text fields of the card, from top to bottom. */
export const fieldNames = ['number', 'expiry', 'securityCode', 'holder', 'document'] as const;
export type CardFieldName = (typeof fieldNames)[number];

export type BuyerFieldName =
  | 'email'
  | 'phone'
  | 'zipCode'
  | 'street'
  | 'houseNumber'
  | 'complement'
  | 'district'
  | 'city'
  | 'state';

export type FieldName = CardFieldName | BuyerFieldName;

export interface Typed {
  /** By the proxy's clock; `undefined` until it has answered. */
  today?: Date | undefined;
  text(name: FieldName): string;
}

export interface Field {
  name: FieldName;
  /** Its input's `id` and `name`, which Safari and password managers go by. */
  id: string;
  /** Its name in the proxy's answers. */
  onWire: string;
  /** The autofill token. */
  autocomplete: string;
  inputmode: 'email' | 'tel' | 'numeric' | 'text';
  autocapitalize: 'characters' | 'words' | 'off';
  isOptional?: boolean;
  /** The values that may be chosen, instead of typed, and their names. */
  options?: readonly (readonly string[])[];
  format: (text: string) => string;
  check(text: string, typed: Typed): FieldError | undefined;
}

export function cardDigits(text: string): string {
  return withAsciiDigits(text).replaceAll(/\D/g, '');
}

/** Groups the digits as the brand prints them; a longer number in fours. */
export function formatCardNumber(text: string): string {
  const digits = cardDigits(text);
  const rule = findBrand(digits);
  const groups = rule && digits.length <= rule.lengths[1] ? rule.groups : groupsOfFour;
  return digits.match(groups)?.join(' ') ?? '';
}

/**
 * Checks a card number: up to 19 digits with a check digit (ISO/IEC 7812-1). A wrong guess of the brand
 * only matters to a number that is too short for it.
 */
export function checkCardNumber(text: string): FieldError | undefined {
  const digits = cardDigits(text);
  if (digits === '') return { key: 'numberEmpty' };
  const [shortest, usual] = findBrand(digits)?.lengths ?? [12, 16];
  const isLongEnough = digits.length >= shortest;
  if (isLongEnough && digits.length <= 19 && hasLuhnCheckDigit(digits)) return undefined;
  return { key: digits.length < usual ? 'numberIncomplete' : 'numberInvalid' };
}

/** Keeps the first four digits; no brand has a longer code. */
export function formatSecurityCode(text: string): string {
  return cardDigits(text).slice(0, 4);
}

/** Checks a security code; its length depends on the card's brand. */
export function checkSecurityCode(text: string, cardNumber: string): FieldError | undefined {
  if (text === '') return { key: 'securityCodeEmpty' };
  const n = findBrand(cardNumber)?.securityCodeLength;
  const isRight = /^\d{3,4}$/.test(text) && text.length === (n ?? text.length);
  return isRight ? undefined : { key: 'securityCodeLength', n: n ?? 3 };
}

/** Removes invisible characters: control characters, direction marks and lone surrogates. */
export function formatHolder(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.replaceAll(/\p{C}/gu, '');
}

export function checkHolder(text: string): FieldError | undefined {
  if (text.trim() === '') return { key: 'holderEmpty' };
  return isCardHolder(text) ? undefined : { key: 'holderInvalid' };
}

/**
 * Returns a pattern for the separators in a number or document. `others` is for texts beyond ASCII: a
 * phone takes 2 ms to prepare Unicode's classes.
 */
export function separatorsIn(text: string, others: RegExp = /[\s./\p{Pd}]/gu): RegExp {
  return /^[ -~]*$/.test(text) ? /[ ./-]/g : others;
}

/** Converts the full-width digits of a Japanese or Chinese keyboard. */
export function withAsciiDigits(text: string): string {
  return text.replaceAll(/[\uFF10-\uFF19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10));
}
