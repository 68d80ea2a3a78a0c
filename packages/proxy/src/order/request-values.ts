import type {
  CheckoutRequest,
  InputFault,
  InputFields,
  ThreeDSecure,
} from '@card-checkout/contract';
import { isCardHolder } from '@card-checkout/contract/holder';
import { hasLuhnCheckDigit } from '@card-checkout/contract/luhn';
import { isCnpj, isCpf } from '@card-checkout/contract/tax-id';
import { isAuthenticated, offersInstallments, type Order } from './order.ts';
import { Refusal } from '../refusal.ts';

/** Brasília is three hours behind UTC, without daylight saving time since 2019 (Decreto 9.772). */
const brasiliaOffsetHours = 3;

const graceHours = 24;

export interface ValueRules {
  /** `required`: every card needs a complete proof. Otherwise the API judges what debit brings. */
  threeDS: 'optional' | 'required' | 'off';
}

/**
 * Refuses a payment without the proof that the rules require, and impossible values with
 * `invalid_input` and the fault of each field, before anything is recorded or sent.
 */
export function refuseWrongValues(
  request: CheckoutRequest,
  order: Order,
  { threeDS }: ValueRules,
  now: Date,
): void {
  if (threeDS === 'required' && !isAuthenticated(request)) {
    throw new Refusal('three_ds_required');
  }
  const faults: [string, InputFault | undefined][] = [
    ['card.number', faultIn(request.card.number, isCardNumber)],
    ['card.holder', faultIn(request.card.holder.trim(), isCardHolder)],
    ['card.expiry', faultInExpiry(request.card.expiry, now)],
    ['card.securityCode', faultIn(request.card.securityCode, (text) => /^\d{3,4}$/.test(text))],
    ['payer.document', faultIn(request.payer.document, isDocument[request.payer.docType])],
    ['installments', offersInstallments(order, request) ? undefined : 'invalid'],
    ['threeDSecure', faultInThreeDSecure(request.threeDSecure, request.card.kind)],
  ];
  const fields: InputFields = {};
  for (const [name, fault] of faults) if (fault) fields[name] = [fault];
  if (Object.keys(fields).length > 0) throw new Refusal('invalid_input', { fields });
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

/** Requires Cavv, Eci and Version (docs/payments-api.md). Debit needs authentication. */
function faultInThreeDSecure(
  result: ThreeDSecure | undefined,
  kind: CheckoutRequest['card']['kind'],
): InputFault | undefined {
  if (!result) return kind === 'debit' ? 'required' : undefined;
  const isComplete = [result.Cavv, result.Eci, result.Version].every((value) => value?.trim());
  return isComplete ? undefined : 'incomplete';
}
