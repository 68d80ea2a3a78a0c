import { randomBytes, randomUUID } from 'node:crypto';
import type { CardBrand } from './card-brand.ts';
import type { ThreeDSScenario } from './test-cards.ts';

/** One authentication of a cardholder, from enroll on. */
export interface Authentication {
  readonly transactionId: string;
  readonly scenario: ThreeDSScenario;
  readonly brand: CardBrand;
  readonly amountCentavos: number;
  readonly last4: string;
  /** There once the cardholder has answered the bank. */
  challenge?: 'passed' | 'failed';
}

/** Finds an authentication by its transaction id; the provider writes it, the bank reads it. */
export type Authentications = Map<string, Authentication>;

/** What the provider says about an authentication; the names are those of the MPI. */
export interface AuthenticationResult {
  Status: 'AUTHENTICATED' | 'UNAVAILABLE' | 'FAILED';
  Cavv: string | null;
  Xid: string | null;
  Eci: string;
  Version: string;
  DirectoryServerTransactionId: string;
}

/** Says that the issuer authenticated the cardholder: 28 characters of Cavv, and the brand's ECI. */
export function authenticated(brand: CardBrand): AuthenticationResult {
  return {
    Status: 'AUTHENTICATED',
    Cavv: randomBytes(20).toString('base64'),
    ...identifiers(brand),
    Eci: brand === 'mastercard' ? '02' : '05',
  };
}

/** Says that the cardholder was not authenticated; there is no Cavv. */
export function notAuthenticated(
  brand: CardBrand,
  status: 'UNAVAILABLE' | 'FAILED',
): AuthenticationResult {
  return {
    Status: status,
    Cavv: null,
    ...identifiers(brand),
    Eci: brand === 'mastercard' ? '00' : '07',
  };
}

/** Says that only data went to the issuer, who authenticated nobody (Visa and Mastercard). */
export function dataOnly(brand: CardBrand): AuthenticationResult {
  const eci = brand === 'mastercard' ? '04' : '07';
  return { ...notAuthenticated(brand, 'UNAVAILABLE'), Eci: eci };
}

/** Judges an authentication after its challenge, if there was one. */
export function judge({ scenario, brand, challenge }: Authentication): AuthenticationResult {
  if (scenario === 'challenge_unavailable') return notAuthenticated(brand, 'UNAVAILABLE');
  const hasPassed = scenario === 'challenge_passes' && challenge === 'passed';
  return hasPassed ? authenticated(brand) : notAuthenticated(brand, 'FAILED');
}

function identifiers(brand: CardBrand) {
  return {
    Xid: null,
    Version: brand === 'visa' || brand === 'mastercard' ? '2.2.0' : '2.1.0',
    DirectoryServerTransactionId: randomUUID(),
  };
}
