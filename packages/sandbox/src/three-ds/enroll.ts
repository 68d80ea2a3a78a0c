import { randomUUID } from 'node:crypto';
import {
  authenticated,
  dataOnly,
  notAuthenticated,
  type Authentication,
  type AuthenticationResult,
} from './authentication.ts';
import { cardBrand, type CardBrand } from './card-brand.ts';
import { findThreeDSScenario, type ThreeDSScenario } from './test-cards.ts';

/** The body of an enroll call: the page's `bpmpi_*` fields without prefix and underscores. */
export type EnrollFields = Readonly<Record<string, string>>;

/** Lists the fields that Cielo's manual requires, with the form of their values. */
const requiredFields: Readonly<Record<string, RegExp>> = {
  ordernumber: /^[\dA-Za-z]{1,50}$/,
  currency: /^(986|BRL)$/,
  totalamount: /^\d{1,15}$/,
  installments: /^\d{1,2}$/,
  paymentmethod: /^(credit|debit)$/i,
  cardnumber: /^\d{12,19}$/,
  cardexpirationmonth: /^\d{2}$/,
  cardexpirationyear: /^\d{4}$/,
  orderproductcode: /^(PHY|CHA|ACF|QCT|PAL)$/,
  merchanturl: /^.{1,100}$/,
};

/** What the provider answers to a page that is refused or has no brand for it. */
export interface EnrollRefusal {
  Status: 'ERROR' | 'UNSUPPORTED_BRAND';
  ReturnCode: string;
  ReturnMessage: string;
}

/** Begins an authentication, or says why there is none. */
export function beginAuthentication(fields: EnrollFields): Authentication | EnrollRefusal {
  const fault = findFault(fields);
  if (fault) return fault;
  const number = fields['cardnumber'] ?? '';
  const brand = cardBrand(number);
  if (!brand)
    return refusal('UNSUPPORTED_BRAND', 'MPI600', 'Brand does not support authentication');
  if (brand === 'visa' && !fields['deviceipaddress']) return missing('deviceipaddress');
  return {
    transactionId: randomUUID(),
    scenario: isDataOnly(fields, brand) ? 'data_only' : findThreeDSScenario(number),
    brand,
    amountCentavos: Number(fields['totalamount']),
    last4: number.slice(-4),
  };
}

/** Answers an enroll call by the scenario of its card. */
export function enrollAnswer(
  { scenario, brand, transactionId }: Authentication,
  bankUrl: string,
): object {
  const challenge = {
    Status: 'ENROLLED',
    AcsUrl: `${bankUrl}/challenge`,
    Pareq: Buffer.from(JSON.stringify({ transactionId })).toString('base64url'),
    AuthenticationTransactionId: transactionId,
  };
  const answers: Record<ThreeDSScenario, object> = {
    frictionless_passes: judged(authenticated(brand)),
    frictionless_fails: judged(notAuthenticated(brand, 'FAILED')),
    challenge_passes: challenge,
    challenge_fails: challenge,
    challenge_unavailable: {
      Status: 'VALIDATION_NEEDED',
      AuthenticationTransactionId: transactionId,
    },
    data_only: { ...dataOnly(brand), Status: 'NOT_ENROLLED' },
    system_error: refusal('ERROR', '150', 'General failure'),
  };
  return answers[scenario];
}

function judged(result: AuthenticationResult): object {
  return { Status: 'AUTHENTICATION_CHECK_NEEDED', Authentication: result };
}

function findFault(fields: EnrollFields): EnrollRefusal | undefined {
  for (const [name, form] of Object.entries(requiredFields)) {
    const value = fields[name] ?? '';
    if (value === '') return missing(name);
    if (!form.test(value)) return refusal('ERROR', '102', `Invalid field: ${name}`);
  }
  return undefined;
}

function isDataOnly(fields: EnrollFields, brand: CardBrand): boolean {
  const isOffered = brand === 'visa' || brand === 'mastercard';
  return isOffered && fields['authnotifyonly'] === 'true';
}

function missing(name: string): EnrollRefusal {
  return refusal('ERROR', '101', `Missing field: ${name}`);
}

function refusal(
  Status: EnrollRefusal['Status'],
  ReturnCode: string,
  ReturnMessage: string,
): EnrollRefusal {
  return { Status, ReturnCode, ReturnMessage };
}
