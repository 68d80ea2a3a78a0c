import { randomBytes, randomUUID } from 'node:crypto';
import type { CardBrand, ThreeDSScenario } from './test-cards.ts';

/** One authentication of a cardholder, from enroll on. */
export interface Authentication {
  readonly transactionId: string;
  readonly scenario: ThreeDSScenario;
  readonly brand: CardBrand;
  readonly amountCentavos: number;
  readonly last4: string;
  /** Set once the cardholder has answered the bank. */
  challenge?: 'passed' | 'failed';
}

/** Authentications by transaction id; the provider writes them, the bank reads them. */
export type Authentications = Map<string, Authentication>;

/** What the provider says about an authentication; the names are those of the MPI. */
interface AuthenticationResult {
  Status: 'AUTHENTICATED' | 'UNAVAILABLE' | 'FAILED';
  Cavv: string | null;
  Xid: string | null;
  Eci: string;
  Version: string;
  DirectoryServerTransactionId: string;
}

/** The ECIs of Mastercard and of every other brand (docs.cielo.com.br, "Tabela de ECI"). */
const ecis = {
  AUTHENTICATED: ['02', '05'],
  UNAVAILABLE: ['00', '07'],
  FAILED: ['00', '07'],
} as const;

/** The result of an authentication; only the issuer's proof has a Cavv, of 28 characters. */
export function resultFor(
  brand: CardBrand,
  status: AuthenticationResult['Status'],
): AuthenticationResult {
  const [mastercard, others] = ecis[status];
  return {
    Status: status,
    Cavv: status === 'AUTHENTICATED' ? randomBytes(20).toString('base64') : null,
    Xid: null,
    Eci: brand === 'mastercard' ? mastercard : others,
    Version: brand === 'visa' || brand === 'mastercard' ? '2.2.0' : '2.1.0',
    DirectoryServerTransactionId: randomUUID(),
  };
}

/** Judges an authentication after its challenge, if there was one. */
export function judge({ scenario, brand, challenge }: Authentication): AuthenticationResult {
  if (scenario === 'challenge_unavailable') return resultFor(brand, 'UNAVAILABLE');
  const hasPassed = scenario === 'challenge_passes' && challenge === 'passed';
  return resultFor(brand, hasPassed ? 'AUTHENTICATED' : 'FAILED');
}
