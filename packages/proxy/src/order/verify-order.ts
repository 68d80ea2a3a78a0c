import { isObject, memberOf } from '@card-checkout/contract/json';
import {
  faultsOfTimes,
  maxOrderTokenLength,
  unknownClaimsIn,
  type InstallmentPlan,
  type OrderClaims,
} from '@card-checkout/contract';
import { annualRateOf, monthlyRateOf, priceInstallment } from '@card-checkout/contract/price-table';
import type { Secret } from '../sensitive/secret.ts';
import {
  decodedToken,
  isSignedWith,
  orderKeysIn,
  readClaims,
  verifiedPayload,
} from './order-token.ts';

export interface OrderReport {
  /** The claims, whoever signed them; absent for an unreadable token. */
  claims?: object;
  /** Each begins with the place of the fault: `signature: …`, `amount: …`. */
  faults: string[];
  /** Contradictions that the proxy accepts. */
  warnings: string[];
}

/** Explains why the proxy refuses an order, as far as the token alone shows. */
export function verifyOrder(
  token: string,
  rules: { orderSecret: Secret; reservedMembers: ReadonlySet<string> },
  now: Date,
): OrderReport {
  const decoded = decodedToken(token);
  const [header, payload] = [memberOf(decoded, 'header'), memberOf(decoded, 'payload')];
  if (!isObject(header) || !isObject(payload)) {
    const fault = 'token: must be a JWS: three parts in Base64url between dots (RFC 7515)';
    return { faults: [fault], warnings: [] };
  }
  const { claims, faults: claimFaults } = readClaims(payload, rules.reservedMembers);
  const times = claims ? faultsOfTimes(claims, now) : [];
  const advice = ': it has expired; sign a new order for each page load';
  const faults = [
    ...faultsOfLength(token),
    ...faultsOfSignature(token, header, rules.orderSecret),
    ...claimFaults,
    ...times.map((fault) => fault.replace(' ', ': ') + (fault.startsWith('exp') ? advice : '')),
  ];
  const unknown = unknownClaimsIn(payload).map((name) => `${name}: is no claim, so it is ignored`);
  return {
    claims: payload,
    faults,
    warnings: [...unknown, ...(claims ? contradictionsIn(claims) : [])],
  };
}

function faultsOfLength({ length }: string): string[] {
  if (length <= maxOrderTokenLength) return [];
  return [`token: has ${length} characters, at most ${maxOrderTokenLength} are allowed`];
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
  const spelling = spellingThatSigned(token, secret);
  if (spelling)
    return [`signature: made with ORDER_SECRET ${spelling}; sign with its text as it is`];
  return ['signature: no secret of ORDER_SECRET made it; compare them on both sides'];
}

/** Finds out what a shop's server made of a secret before it signed. */
function spellingThatSigned(token: string, secrets: Secret): string | undefined {
  const spellings = orderKeysIn(secrets.reveal()).flatMap(
    ({ secret }): [key: string | Buffer, spelling: string][] => [
      [Buffer.from(secret, 'hex'), 'decoded from hex'],
      [Buffer.from(secret, 'base64'), 'decoded from Base64'],
      [`${secret}\n`, 'and a newline behind it'],
      [`${secret}\r\n`, 'and a newline behind it'],
      [`"${secret}"`, 'in quotes'],
      [secret.toLowerCase(), 'in lower case'],
      [secret.toUpperCase(), 'in upper case'],
    ],
  );
  return spellings.find(([key]) => key.length > 0 && isSignedWith(token, key))?.[1];
}

/** Finds plans whose total, rates and CET can't all be true. */
function contradictionsIn({ amount, installments }: OrderClaims): string[] {
  const { plans = [] } = installments ?? {};
  return plans.flatMap((plan, index) =>
    contradictionsOf(plan, amount).map((text) => `installments.plans.${index}.${text}`),
  );
}

/** The rounding error of a rate with two decimals. */
const rateRounding = 0.005;

/** The tolerance of a CET: months have 30 or 31 days, and the first due date may be later. */
const calendarShare = 0.05;

function contradictionsOf(plan: InstallmentPlan, orderAmount: number): string[] {
  const { count, total, monthlyRate, annualRate, cet } = plan;
  const leastRate = Math.max(0, (monthlyRate ?? 0) - rateRounding);
  const leastTotal = (priceInstallment(orderAmount, leastRate, count) - 1) * count;
  const annual = (shift: number) => annualRateOf((monthlyRate ?? 0) + shift);
  const cost = annualRateOf(monthlyRateOf(orderAmount, total / count, count));
  const contradictions: [isThere: boolean, text: string][] = [
    [
      monthlyRate !== undefined && total < leastTotal,
      `total: is ${total}, but ${monthlyRate} % a month makes ${Math.round(leastTotal)} or more`,
    ],
    [
      monthlyRate !== undefined &&
        annualRate !== undefined &&
        (annualRate < annual(-rateRounding) - rateRounding ||
          annualRate > annual(rateRounding) + rateRounding),
      `annualRate: is ${annualRate}, but ${monthlyRate} % a month is ${annual(0).toFixed(2)} % a year`,
    ],
    [
      cet !== undefined && Math.abs(cet - cost) > Math.max(2 * rateRounding, cost * calendarShare),
      `cet: is ${cet}, but the total of ${total} costs ${cost.toFixed(2)} % a year`,
    ],
  ];
  return contradictions.flatMap(([isThere, text]) => (isThere ? [text] : []));
}
