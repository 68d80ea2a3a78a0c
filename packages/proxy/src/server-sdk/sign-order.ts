import { reservedMembers, type OrderClaims } from '@card-checkout/contract/order';
import { findWrongPlan } from '@card-checkout/contract/plans';

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
 * secret under 32 bytes, and for a claim that the proxy would refuse.
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
  const { iat = Math.floor(Date.now() / 1000) } = order;
  const claims = { currency: 'BRL' as const, exp: iat + defaultLifetimeSeconds, ...order, iat };
  const fault = faultIn(claims);
  if (fault) throw new RangeError(fault);

  const header = { alg: 'HS256', typ: 'JWT', ...(kid && { kid }) };
  const signed = `${encoded(header)}.${encoded(claims)}`;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', keyBytes, algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, utf8.encode(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

function faultIn({ sub, amount, iat, exp, aud, installments, fields = {} }: OrderClaims) {
  const plans = installments?.plans;
  const wrongPlan = plans && findWrongPlan(plans, amount, installments.max);
  const reserved = reservedMembers.find((name) => Object.hasOwn(fields, name));
  const faults: [isFault: boolean, text: string][] = [
    [sub === '' || sub.length > 128, 'sub must have 1 to 128 characters'],
    [!isCount(amount), 'amount must be integer centavos, at least 1'],
    [!isSeconds(iat), 'iat must be in whole seconds since 1970'],
    [!isSeconds(exp), 'exp must be in whole seconds since 1970'],
    [Array.isArray(aud) && !aud.includes('card-checkout'), 'aud must contain card-checkout'],
    [!isCount(installments?.max ?? 1), 'installments.max must be a whole number, at least 1'],
    [plans?.length === 0, 'installments.plans must not be empty'],
    [wrongPlan !== undefined, `installments.plans.${wrongPlan?.join('.')} is missing or wrong`],
    [reserved !== undefined, `fields must not set ${reserved}`],
  ];
  return faults.find(([isFault]) => isFault)?.[1];
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}

/** Whether a time can be one in seconds; milliseconds have 13 digits. */
function isSeconds(time: number): boolean {
  return Number.isSafeInteger(time) && time < 1e11;
}

function encoded(part: object): string {
  return base64url(utf8.encode(JSON.stringify(part)));
}

/** Encodes bytes without padding (RFC 4648, 5). */
function base64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
