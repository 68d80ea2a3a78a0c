import { OrderClaims, requirement, type InstallmentPlan } from '@card-checkout/contract';
import { memberOf } from '@card-checkout/contract/json';
import { createDecoder, createVerifier } from 'fast-jwt';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../refusal.ts';
import type { Secret } from '../sensitive/secret.ts';

/**
 * Reads the order secrets: one per line, the newest first. A line `kid=name secret` names its secret,
 * which a token's header may choose (RFC 7515, 4.1.4).
 */
export function orderKeysIn(text: string): { kid: string | undefined; secret: string }[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, kid, secret = line] = /^kid=(\S+)\s+(.+)$/.exec(line) ?? [];
      return { kid, secret };
    });
}

export interface Order {
  id: string;
  amountCentavos: number;
  maxInstallments: number;
  /** If given, a credit card may choose only one of these. */
  plans?: InstallmentPlan[] | undefined;
  payer?: OrderClaims['payer'];
  fields?: OrderClaims['fields'];
  metadata?: OrderClaims['metadata'];
  /** When it was signed (`iat`), in seconds since 1970. */
  signedAt: number;
  /** When the token expires, in milliseconds since 1970. */
  expiresAtMs: number;
}

export interface OrderRules {
  orderSecret: Secret;
  /** Members of the API's request that an order's `fields` must not set. */
  reservedMembers: ReadonlySet<string>;
}

/** Reads an order token. Refuses with `order_invalid` an order that the merchant didn't sign. */
export function readOrder(token: string, rules: OrderRules): Order {
  const payload = verifiedPayload(token, rules.orderSecret);
  if (payload === undefined) {
    throw new Refusal('order_invalid', { reason: 'signature: none of ORDER_SECRET made it' });
  }
  const { claims, faults } = readClaims(payload, rules.reservedMembers);
  if (!claims) throw new Refusal('order_invalid', { detail: faults[0] ?? '' });

  const { sub, amount, installments, payer, fields, metadata, iat, exp } = claims;
  const { max: maxInstallments, plans } = installments ?? { max: 1 };
  const times = { signedAt: iat, expiresAtMs: exp * 1000 };
  const given = { plans, payer, fields, metadata };
  return { id: sub, amountCentavos: amount, maxInstallments, ...given, ...times };
}

/**
 * Returns the payload of a token with a valid signature, even if it has expired; `undefined` if no
 * secret made the signature. Secrets with another name than the header's `kid` are skipped.
 */
export function verifiedPayload(token: string, secret: Secret): unknown {
  const keys = verifiers.memo(secret.reveal());
  const kid = keys.some((key) => key.kid !== undefined) ? kidOf(token) : undefined;
  for (const key of keys) {
    const mayFit = kid === undefined || key.kid === undefined || key.kid === kid;
    const payload = mayFit ? orUndefined(key.verify, token) : undefined;
    if (payload !== undefined) return payload;
  }
  return undefined;
}

/** Returns the claims, or their faults without values. */
export function readClaims(
  payload: unknown,
  reservedMembers: ReadonlySet<string>,
): { claims?: OrderClaims; faults: string[] } {
  const { data: claims, error } = OrderClaims.safeParse(payload, { error: requirement });
  if (!claims) {
    return { faults: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) };
  }
  const reserved = Object.keys(claims.fields ?? {}).find((name) => reservedMembers.has(name));
  return reserved ? { faults: [`fields: must not set ${reserved}`] } : { claims, faults: [] };
}

/** Deriving the keys takes time. */
const verifiers = new LRUCache({ max: 10, memoMethod: verifiersOf });

function verifiersOf(secrets: string) {
  return orderKeysIn(secrets).map(({ kid, secret: key }) => ({
    kid,
    verify: verifierWith(key),
  }));
}

/** Checks the signature alone. Only the proxy's clock decides about times: not `nbf` of the shop's. */
function verifierWith(key: string | Buffer) {
  const ignored = { ignoreExpiration: true, ignoreNotBefore: true };
  return createVerifier({ key, algorithms: ['HS256'], ...ignored });
}

/** Whether a key made a token's signature. */
export function isSignedWith(token: string, key: string | Buffer): boolean {
  return orUndefined(() => verifierWith(key)(token), token) !== undefined;
}

const decode = createDecoder({ complete: true });

/** Decodes a token without verifying it. */
export function decodedToken(token: string): unknown {
  return orUndefined(decode, token);
}

function kidOf(token: string): string | undefined {
  const kid = memberOf(memberOf(decodedToken(token), 'header'), 'kid');
  return typeof kid === 'string' ? kid : undefined;
}

function orUndefined(read: (token: string) => unknown, token: string): unknown {
  try {
    return read(token);
  } catch {
    return undefined;
  }
}
