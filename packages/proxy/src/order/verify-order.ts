import { isObject, memberOf } from '@card-checkout/contract/json';
import type { Secret } from '../sensitive/secret.ts';
import { isPostdated } from './order.ts';
import { decodedToken, orderKeysIn, readClaims, verifiedPayload } from './order-token.ts';

/** What a token says, and everything for which the proxy would refuse it. */
export interface OrderReport {
  /** The claims, whoever signed them; absent if the token cannot be read. */
  claims?: object;
  /** Each begins with the place of the fault: `signature: …`, `amount: …`. */
  faults: string[];
}

/** What orders are verified with. */
export interface VerificationRules {
  orderSecret: Secret;
  /** Members that an order's `fields` must not set. */
  reservedMembers: ReadonlySet<string>;
}

/** Finds out why the proxy refuses an order, as far as the token alone tells. */
export function verifyOrder(token: string, rules: VerificationRules, now: Date): OrderReport {
  const decoded = decodedToken(token);
  const [header, payload] = [memberOf(decoded, 'header'), memberOf(decoded, 'payload')];
  if (!isObject(header) || !isObject(payload)) {
    return { faults: ['token: must be a JWS: three parts in Base64url between dots (RFC 7515)'] };
  }
  const { claims, faults: claimFaults } = readClaims(payload, rules.reservedMembers);
  const faults = [
    ...faultsOfSignature(token, header, rules.orderSecret),
    ...claimFaults,
    ...faultsOfTime(payload, now),
    ...(claims && isPostdated({ signedAt: claims.iat }, now) ? ['iat: is in the future'] : []),
  ];
  return { claims: payload, faults };
}

function faultsOfSignature(token: string, header: object, secret: Secret): string[] {
  const alg = memberOf(header, 'alg');
  if (alg !== 'HS256') return [`alg: must be HS256, not ${JSON.stringify(alg)}`];
  if (verifiedPayload(token, secret) !== undefined) return [];
  const kid = memberOf(header, 'kid');
  const names = orderKeysIn(secret.reveal()).map((key) => key.kid);
  if (kid !== undefined && !names.includes(undefined) && !names.some((name) => name === kid)) {
    return [`kid: no secret of ORDER_SECRET has the name ${JSON.stringify(kid)}`];
  }
  return ['signature: no secret of ORDER_SECRET made it; compare them on both sides'];
}

function faultsOfTime(payload: unknown, now: Date): string[] {
  const exp = memberOf(payload, 'exp');
  if (typeof exp !== 'number' || exp * 1000 > now.getTime()) return [];
  return [`exp: the order has expired at ${new Date(exp * 1000).toISOString()}`];
}
