import { isObject, membersOf } from '@card-checkout/contract/json';
import type { InstallmentPlan } from '@card-checkout/contract/order';
import type { OrderPayer, PayerDetails } from '@card-checkout/contract/payer';
import { CheckoutError } from '../errors.ts';

export interface Order {
  id: string;
  amountCentavos: number;
  /** The largest number of installments; 1 if the order offers none. */
  maxInstallments: number;
  /** If set, the only choices for a credit card, by number of installments. */
  plans?: readonly InstallmentPlan[] | undefined;
  payer: PayerDetails;
  /** Fills in the field CPF ou CNPJ, where the buyer may change it. */
  document?: string | undefined;
  /** What is paid; empty if the order doesn't say. */
  description: string;
  /** The shop's name on the card statement; may be empty. */
  statementName: string;
  /** Seconds since 1970. */
  expiresAt: number | undefined;
  /** As sent to the proxy. */
  token: string;
}

/**
 * Reads the order that a page has set; returns undefined if there is none.
 * @throws CheckoutError `order_invalid` when it can't be read.
 */
export function readOrder(order: string): Order | undefined {
  const token = order.trim();
  return token === '' ? undefined : readOrderToken(token);
}

/**
 * Reads what the form needs of an order token; only the proxy verifies it.
 * @throws CheckoutError `order_invalid` when it can't be read.
 */
export function readOrderToken(token: string): Order {
  const claims = membersOf(decodePayload(token));
  const id = claims.get('sub');
  const amountCentavos = claims.get('amount');
  if (typeof id !== 'string' || id === '' || !isWholeNumber(amountCentavos))
    throw new CheckoutError('order_invalid');
  const offer = membersOf(claims.get('installments'));
  const max = offer.get('max');
  const maxInstallments = isWholeNumber(max) ? max : 1;
  const claim = claims.get('payer');
  const { document, ...payer } = isOrderPayer(claim) ? claim : {};
  const exp = claims.get('exp');
  return {
    id,
    amountCentavos,
    maxInstallments,
    plans: readPlans(offer.get('plans')),
    payer,
    document,
    description: textIn(claims.get('description')),
    statementName: textIn(claims.get('statementName')),
    expiresAt: typeof exp === 'number' ? exp : undefined,
    token,
  };
}

function textIn(claim: unknown): string {
  return typeof claim === 'string' ? claim.trim() : '';
}

function decodePayload(token: string): unknown {
  try {
    const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new CheckoutError('order_invalid', { cause });
  }
}

function readPlans(claim: unknown): InstallmentPlan[] | undefined {
  if (claim === undefined) return undefined;
  const plans: unknown[] = Array.isArray(claim) ? claim : [];
  if (plans.length === 0 || !plans.every(isPlan)) throw new CheckoutError('order_invalid');
  return plans.toSorted((one, other) => one.count - other.count);
}

/** Whether a plan can be shown. */
function isPlan(value: unknown): value is InstallmentPlan {
  const plan = membersOf(value);
  return ['count', 'amount', 'total'].every((name) => isWholeNumber(plan.get(name)));
}

function isWholeNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}

/** Whether the payer can be filled in. */
function isOrderPayer(value: unknown): value is OrderPayer {
  const document = membersOf(value).get('document');
  return isObject(value) && typeof (document ?? '') === 'string';
}
