import {
  isPostdated,
  type CheckoutRequest,
  type InputFault,
  type InputFields,
  type ProofKind,
  type ThreeDSecure,
} from '@card-checkout/contract';
import type { ThreeDSMode } from '@card-checkout/contract/client-config';
import { isCardHolder } from '@card-checkout/contract/holder';
import { hasLuhnCheckDigit } from '@card-checkout/contract/luhn';
import { isCnpj, isCpf } from '@card-checkout/contract/tax-id';
import { longestAuthenticationMs } from '@card-checkout/contract/three-ds';
import type { Purchase } from './purchase.ts';
import { Refusal } from '../refusal.ts';

/** Brasília is three hours behind UTC, without daylight saving time since 2019 (Decreto 9.772). */
const brasiliaOffsetHours = 3;

const graceHours = 24;

export interface ValueRules {
  /** `required`: every card needs a complete proof. Otherwise the API checks a debit card's proof. */
  threeDS: ThreeDSMode;
  /** What the API takes for a proof. */
  proof: ProofKind;
}

/** How long an expired order still accepts a payment whose authentication began before. */
const authenticationLeewayMs = longestAuthenticationMs + 5 * 60_000;

/**
 * Returns why a purchase is refused before anything is recorded or sent: for the order's times, for a
 * missing proof that the rules require, or with `invalid_input` and the fault of each field.
 */
export function refusalOfPurchase(
  { order, request, isAuthenticated, isOffered }: Purchase,
  { threeDS, proof }: ValueRules,
  now: Date,
): Refusal | undefined {
  if (isPostdated(order.signedAt, now)) {
    return new Refusal('order_invalid', { detail: 'iat: is in the future' });
  }
  // The buyer pressed before the bank was asked, so a complete proof gets leeway.
  const leewayMs = isAuthenticated ? authenticationLeewayMs : 0;
  if (order.expiresAtMs + leewayMs <= now.getTime()) {
    const reason = `exp: ${new Date(order.expiresAtMs).toISOString()}`;
    return new Refusal('order_expired', { reason });
  }
  if (threeDS === 'required' && !isAuthenticated) return new Refusal('three_ds_required');

  const faults: [string, InputFault | undefined][] = [
    ['card.number', faultIn(request.card.number, isCardNumber)],
    ['card.holder', faultIn(request.card.holder.trim(), isCardHolder)],
    ['card.expiry', faultInExpiry(request.card.expiry, now)],
    ['card.securityCode', faultIn(request.card.securityCode, (text) => /^\d{3,4}$/.test(text))],
    ['payer.document', faultIn(request.payer.document, isDocument[request.payer.docType])],
    ['installments', isOffered ? undefined : 'invalid'],
    ['threeDSecure', faultInThreeDSecure(request.threeDSecure, request.card.kind, proof)],
  ];
  const fields: InputFields = {};
  for (const [name, fault] of faults) if (fault) fields[name] = [fault];
  return Object.keys(fields).length > 0 ? new Refusal('invalid_input', { fields }) : undefined;
}

const isDocument = { cpf: isCpf, cnpj: isCnpj };

function faultIn(text: string, isValid: (text: string) => boolean): InputFault | undefined {
  if (text === '') return 'required';
  return isValid(text) ? undefined : 'invalid';
}

/** ISO/IEC 7812-1. */
function isCardNumber(text: string): boolean {
  return /^\d{12,19}$/.test(text) && hasLuhnCheckDigit(text);
}

/** Checks `YYYY-MM`: a card is valid through its last month in Brasília, plus a day of grace. */
function faultInExpiry(text: string, now: Date): InputFault | undefined {
  if (text === '') return 'required';
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(text)) return 'invalid';
  const [year, month] = text.split('-').map(Number);
  const validUntil = Date.UTC(year ?? 0, month ?? 0, 1, brasiliaOffsetHours + graceHours);
  return now.getTime() < validUntil ? undefined : 'expired';
}

/** Requires what the API takes for a proof (docs/payments-api.md). Debit needs authentication. */
function faultInThreeDSecure(
  result: ThreeDSecure | undefined,
  kind: CheckoutRequest['card']['kind'],
  proof: ProofKind,
): InputFault | undefined {
  if (!result) return kind === 'debit' ? 'required' : undefined;
  const { Cavv, Eci, Version, ReferenceId } = result;
  const values = proof === 'reference' ? [ReferenceId] : [Cavv, Eci, Version];
  const isComplete = values.every((value) => value?.trim());
  return isComplete ? undefined : 'incomplete';
}
