import { randomUUID } from 'node:crypto';
import { resultFor, type Authentication } from './authentication.ts';
import { cardBrand, findThreeDSScenario, type ThreeDSScenario } from './test-cards.ts';

/** The body of an enroll call: the page's `bpmpi_*` fields without prefix and underscores. */
export type EnrollFields = Readonly<Record<string, string>>;

/** The fields that Cielo's manual requires, with the form of their values. */
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

/** The answer when nothing can be authenticated. */
interface Refusal {
  Status: 'ERROR' | 'UNSUPPORTED_BRAND';
  ReturnCode: string;
  ReturnMessage: string;
}

/** Begins an authentication, or says why it cannot. */
export function beginAuthentication(fields: EnrollFields): Authentication | Refusal {
  const { cardnumber: number = '', totalamount, authnotifyonly } = fields;
  const brand = cardBrand(number);
  for (const [name, form] of Object.entries({
    ...requiredFields,
    ...(brand === 'visa' && { deviceipaddress: /./ }),
  })) {
    if (!fields[name]) return error('101', `Missing field: ${name}`);
    if (!form.test(fields[name])) return error('102', `Invalid field: ${name}`);
  }
  if (!brand) {
    const ReturnMessage = 'Brand does not support authentication';
    return { Status: 'UNSUPPORTED_BRAND', ReturnCode: 'MPI600', ReturnMessage };
  }
  const hasDataOnly = brand === 'visa' || brand === 'mastercard';
  const isDataOnly = hasDataOnly && authnotifyonly === 'true';
  return {
    transactionId: randomUUID(),
    scenario: isDataOnly ? 'data_only' : findThreeDSScenario(number),
    brand,
    amountCentavos: Number(totalamount),
    last4: number.slice(-4),
  };
}

/** Answers an enroll call by the scenario of its card. */
export function enrollAnswer(
  { scenario, brand, transactionId }: Authentication,
  bankUrl: string,
): object {
  const frictionless = (status: 'AUTHENTICATED' | 'FAILED'): object => ({
    Status: 'AUTHENTICATION_CHECK_NEEDED',
    Authentication: resultFor(brand, status),
  });
  const challenge = {
    Status: 'ENROLLED',
    AcsUrl: `${bankUrl}/challenge`,
    Pareq: Buffer.from(JSON.stringify({ transactionId })).toString('base64url'),
    AuthenticationTransactionId: transactionId,
  };
  const dataOnly = { Status: 'NOT_ENROLLED', Eci: brand === 'mastercard' ? '04' : '07' };
  const answers: Record<ThreeDSScenario, object> = {
    frictionless_passes: frictionless('AUTHENTICATED'),
    frictionless_fails: frictionless('FAILED'),
    challenge_passes: challenge,
    challenge_fails: challenge,
    challenge_unavailable: {
      Status: 'VALIDATION_NEEDED',
      AuthenticationTransactionId: transactionId,
    },
    data_only: { ...resultFor(brand, 'UNAVAILABLE'), ...dataOnly },
    system_error: error('150', 'General failure'),
  };
  return answers[scenario];
}

function error(ReturnCode: string, ReturnMessage: string): Refusal {
  return { Status: 'ERROR', ReturnCode, ReturnMessage };
}
