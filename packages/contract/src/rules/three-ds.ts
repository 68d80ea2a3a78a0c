import type { CardBrand, ProofKind, ThreeDSecure } from '../checkout.ts';

/** The longest limit that a page may set for an authentication; an issuer gives up after ten minutes. */
export const longestAuthenticationMs = 900_000;

/** Matches 20 bytes in base64 or hex, as EMVCo defines the authentication value. */
const cavv = /^(?:[\d+/A-Za-z]{27}=|[\dA-Fa-f]{40})$/;

/** Matches 3-D Secure 1 or 2; some older provider scripts say just `2`. */
const version = /^[12](?:\.\d+)*$/;

/** Matches an id of an authentication; each provider has a format of its own. */
const reference = /^[\w.:-]{8,128}$/;

/**
 * Whether an authentication shifts liability away from the merchant, for cards of this brand. Behind a
 * reference, only the payments API knows.
 */
export function isCompleteProof(
  proof: ThreeDSecure | undefined,
  brand: CardBrand | undefined,
  kind: ProofKind,
): proof is ThreeDSecure {
  const { Cavv = '', Eci = '', Version = '', ReferenceId = '' } = proof ?? {};
  if (kind === 'reference') return reference.test(ReferenceId);
  return cavv.test(Cavv) && version.test(Version) && liabilityFor(Eci, brand) !== 'merchant';
}

/**
 * Returns who is liable for the payment by its ECI (two digits); issuer and brand both relieve the
 * merchant. The ECI decides, not the script's event (Cielo's table of ECI).
 *
 * | ECI        | authenticated by the issuer | by the brand (attempt) | any other |
 * | ---------- | --------------------------- | ---------------------- | --------- |
 * | Mastercard | 02                          | 01                     | merchant  |
 * | others     | 05                          | 06                     | merchant  |
 */
export function liabilityFor(
  eci: string,
  brand: CardBrand | undefined,
): 'issuer' | 'brand' | 'merchant' {
  const isMastercard = brand === 'mastercard' || brand === 'maestro';
  if (eci === (isMastercard ? '02' : '05')) return 'issuer';
  return eci === (isMastercard ? '01' : '06') ? 'brand' : 'merchant';
}
