import { randomBytes, randomUUID } from 'node:crypto';
import {
  cardBrand,
  findThreeDSScenario,
  type CardBrand,
  type ThreeDSScenario,
} from './test-cards.ts';

/** Issued 3DS tokens, each with the last step that used it. */
export type TokenStore = Map<string, TokenState>;

type TokenState =
  | { step: 'issued' }
  /** The order from init, as text. */
  | { step: 'initiated'; order: string }
  | { step: 'enrolled'; authentication: Authentication }
  | { step: 'spent' };

export function issueToken(tokens: TokenStore): string {
  const token = randomBytes(24).toString('base64url');
  tokens.set(token, { step: 'issued' });
  return token;
}

/** One authentication, from enroll on. */
export interface Authentication {
  readonly transactionId: string;
  readonly scenario: ThreeDSScenario;
  readonly brand: CardBrand;
  readonly amountCentavos: number;
  readonly last4: string;
  /** Set once the cardholder has answered the challenge. */
  challenge?: 'passed' | 'failed';
}

/** Authentications by transaction id. The provider writes them; the bank reads them. */
export type Authentications = Map<string, Authentication>;

/** The fields that Cielo's manual requires, with their format. */
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

/**
 * Begins an authentication from the body of an enroll call: the page's `bpmpi_*` fields without
 * prefix and underscores. Returns an error answer if it can't.
 */
export function beginAuthentication(
  fields: Readonly<Record<string, string>>,
): Authentication | { Status: string } {
  const { cardnumber: number = '', totalamount, authnotifyonly } = fields;
  const brand = cardBrand(number);
  const required = { ...requiredFields, ...(brand === 'visa' && { deviceipaddress: /./ }) };
  for (const [name, form] of Object.entries(required)) {
    if (!fields[name]) return refusal('ERROR', '101', `Missing field: ${name}`);
    if (!form.test(fields[name])) return refusal('ERROR', '102', `Invalid field: ${name}`);
  }
  if (!brand)
    return refusal('UNSUPPORTED_BRAND', 'MPI600', 'Brand does not support authentication');
  const isDataOnly = hasDataOnly(brand) && authnotifyonly === 'true';
  return {
    transactionId: randomUUID(),
    scenario: isDataOnly ? 'dataOnly' : findThreeDSScenario(number),
    brand,
    amountCentavos: Number(totalamount),
    last4: number.slice(-4),
  };
}

function refusal(Status: string, ReturnCode: string, ReturnMessage: string) {
  return { Status, ReturnCode, ReturnMessage };
}

/** Whether the brand has Data Only and the latest version of 3DS: Visa and Mastercard do. */
function hasDataOnly(brand: CardBrand): boolean {
  return brand === 'visa' || brand === 'mastercard';
}

/** Answers an enroll call according to the card's scenario. */
export function enrollAnswer(authentication: Authentication, bankUrl: string): object {
  const { scenario, brand, transactionId } = authentication;
  const Authentication = judge(authentication);
  const transaction = { AuthenticationTransactionId: transactionId };
  const challenge = {
    Status: 'ENROLLED',
    AcsUrl: `${bankUrl}/challenge`,
    Pareq: Buffer.from(JSON.stringify({ transactionId })).toString('base64url'),
    ...transaction,
  };
  const frictionless = { Status: 'AUTHENTICATION_CHECK_NEEDED', Authentication };
  const dataOnly = { Status: 'NOT_ENROLLED', Eci: brand === 'mastercard' ? '04' : '07' };
  const answers: Record<ThreeDSScenario, object> = {
    frictionlessPasses: frictionless,
    frictionlessFails: frictionless,
    challengePasses: challenge,
    challengeFails: challenge,
    challengeUnavailable: { Status: 'VALIDATION_NEEDED', ...transaction },
    dataOnly: { ...Authentication, ...dataOnly },
    systemError: refusal('ERROR', '150', 'General failure'),
  };
  return answers[scenario];
}

/**
 * Returns the result of an authentication, after its challenge if there was one, in the MPI's
 * names. Only a proof from the issuer has a Cavv, of 28 characters.
 */
export function judge({ scenario, brand, challenge }: Authentication) {
  const isUnavailable = scenario === 'challengeUnavailable' || scenario === 'dataOnly';
  const hasPassed =
    scenario === 'frictionlessPasses' || (scenario === 'challengePasses' && challenge === 'passed');
  // docs.cielo.com.br, "Tabela de ECI"
  const [mastercardEci, otherEci] = hasPassed ? ['02', '05'] : ['00', '07'];
  return {
    Status: hasPassed ? 'AUTHENTICATED' : isUnavailable ? 'UNAVAILABLE' : 'FAILED',
    Cavv: hasPassed ? randomBytes(20).toString('base64') : null,
    Xid: null,
    Eci: brand === 'mastercard' ? mastercardEci : otherEci,
    Version: hasDataOnly(brand) ? '2.2.0' : '2.1.0',
    DirectoryServerTransactionId: randomUUID(),
  };
}
