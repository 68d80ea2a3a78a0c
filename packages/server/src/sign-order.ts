import {
  faultsOfTimes,
  maxOrderTokenLength,
  OrderClaims as Claims,
  requirement,
  unknownClaimsIn,
} from '@card-checkout/contract';
import type { OrderClaims } from '@card-checkout/contract/order';
import { memberOf } from '@card-checkout/contract/json';
import type { z } from 'zod';

/** The claims that a merchant signs. */
export type OrderToSign = Omit<OrderClaims, 'currency' | 'iat' | 'exp'> &
  Partial<Pick<OrderClaims, 'currency' | 'iat' | 'exp'>>;

const defaultLifetimeSeconds = 30 * 60;

/** The shortest key that HS256 allows (RFC 7518, 3.2). */
const minSecretBytes = 32;

const utf8 = new TextEncoder();

/**
 * Signs an order for `<card-checkout order="…">`. `currency` defaults to BRL, `iat` to now and `exp`
 * to 30 minutes later. `kid` names the secret if the proxy has several. Throws a `RangeError` for a
 * secret under 32 bytes, and for an order that the proxy would refuse: `sub must be a string, got 1042`.
 * Warns in the console about claims that the proxy would ignore.
 *
 * @example
 * const { ORDER_SECRET = '' } = process.env;
 * const claims = { sub: 'order-1042', amount: 12990, installments: { max: 12 } };
 * const order = await signOrder(claims, ORDER_SECRET);
 */
export async function signOrder(
  order: OrderToSign,
  secret: string,
  { kid }: { kid?: string | undefined } = {},
): Promise<string> {
  const keyBytes = utf8.encode(secret);
  if (keyBytes.length < minSecretBytes) {
    throw new RangeError(`The order secret must have at least ${minSecretBytes} bytes`);
  }
  const now = new Date();
  const { currency = 'BRL', iat = Math.floor(now.getTime() / 1000) } = order;
  const { exp = iat + defaultLifetimeSeconds } = order;
  const claims = { ...order, currency, iat, exp };
  const { error } = Claims.safeParse(claims, { error: requirement });
  const faults = error?.issues.map((issue) => faultOf(issue, claims)) ?? faultsOfTimes(claims, now);
  if (faults.length > 0) throw new RangeError(faults.join('; '));
  unknownClaimsIn(claims).forEach(warn);

  const header = { alg: 'HS256', typ: 'JWT', ...(kid && { kid }) };
  const signed = `${encoded(header)}.${encoded(claims)}`;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', keyBytes, algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, utf8.encode(signed));
  const token = `${signed}.${base64url(new Uint8Array(signature))}`;
  if (token.length <= maxOrderTokenLength) return token;
  throw new RangeError(
    `The token has ${token.length} characters, at most ${maxOrderTokenLength} are allowed: sign fewer or shorter claims, such as plans`,
  );
}

const warned = new Set<string>();

/** Warns once of each claim, since a shop signs many orders. */
function warn(claim: string): void {
  // oxlint-disable-next-line no-console -- The shop's developer looks there.
  if (!warned.has(claim)) console.warn(`signOrder: the proxy ignores the unknown claim ${claim}`);
  warned.add(claim);
}

function faultOf({ path, message }: z.core.$ZodIssue, claims: unknown): string {
  const value = path.reduce<unknown>((part, name) => memberOf(part, String(name)), claims);
  return `${path.join('.')} ${message}${path[0] === 'payer' ? '' : shown(value)}`;
}

/** A longer value could be a card number. */
function shown(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length < 12 ? `, got ${text}` : '';
}

function encoded(part: object): string {
  return base64url(utf8.encode(JSON.stringify(part)));
}

/** RFC 4648, 5, without padding. */
function base64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
