/**
 * Whether a payment needs a complete fraud profile (attribute `fraud`): `required` stops it without
 * one, `preferred` doesn't.
 */
export type FraudMode = 'preferred' | 'required';

/** Where a fraud script comes from, and what it receives. */
export interface FraudSettings {
  /** The script's address, with its placeholders replaced and without its fragment. */
  scriptUrl: string;
  /** Options from the fragment of the address, e.g. `key`. */
  options: ReadonlyMap<string, string>;
  /** A new id of 32 hexadecimal digits, for scripts that don't make their own. */
  sessionId: string;
  /** CSP nonce for the inserted script. */
  nonce: string | undefined;
}

/** A profile of the buyer's device, made while the form is filled in. */
export interface FraudProfile {
  /**
   * Resolves when the script has run; at once by default. If it rejects, the next payment starts a new
   * profile.
   */
  loaded?: Promise<void>;
  /** Completes the profile before a payment, after `loaded`. Optional. */
  complete?(signal: AbortSignal): Promise<void>;
  /** Returns the id that goes with the payment, if it is known. */
  reference(): string | undefined;
}

/**
 * Integrates one fraud script, which starts once per page. A payment waits for it, 4 s at most, then
 * continues without it or stops (attribute `fraud`).
 *
 * @example
 * checkout.fraudAdapter = { start: ({ sessionId }) => ({ reference: () => sessionId }) };
 */
export interface FraudAdapter {
  /** Whether it starts only if the settings have a script's address; off by default. */
  readonly needsScript?: boolean;
  start(settings: FraudSettings): FraudProfile;
}
