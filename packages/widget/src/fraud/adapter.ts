/**
 * Whether a payment needs a complete fraud profile (attribute `fraud`): `required` stops it without
 * one, `preferred` does not.
 */
export type FraudMode = 'preferred' | 'required';

/** Where a fraud script comes from, and what it is told. */
export interface FraudSettings {
  /** The script's address, filled in, without its fragment. */
  scriptUrl: string;
  /** What the fragment of the address says, e.g. `key`. */
  options: ReadonlyMap<string, string>;
  /** The id that we made: 32 hexadecimal digits. A script that makes its own has no use for it. */
  sessionId: string;
  /** For the script that is inserted (CSP). */
  nonce: string | undefined;
}

/** One profile of the buyer's device, made while the form is filled in. */
export interface FraudProfile {
  /**
   * Resolves when the script has run, at once by default; rejects when it can't be loaded, which is not
   * remembered.
   */
  loaded?: Promise<void>;
  /** Finishes the profile before a payment, after `loaded`; by default there is nothing left to do. */
  complete?(signal: AbortSignal): Promise<void>;
  /** Gives the id that goes with the payment, if there is one by now. */
  reference(): string | undefined;
}

/**
 * Speaks with one fraud script. The core starts it once for the page, waits 4 s for it at most before a
 * payment, and then goes on without it or stops, as the merchant wants it.
 */
export interface FraudAdapter {
  start(settings: FraudSettings): FraudProfile;
}
