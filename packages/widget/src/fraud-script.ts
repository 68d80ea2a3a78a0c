import { startDeadline, unlessAborted } from './deadline.ts';

/** Is how long a payment waits for the fraud script; then it goes on with the id alone. */
const waitMs = 4_000;

/** Is where a fraud script comes from and how it is loaded. */
export interface FraudScript {
  /** May hold `{merchantId}` and `{sessionId}`. */
  urlTemplate: string;
  merchantId: number;
  nonce: string | undefined;
}

export interface FraudProfile {
  /** Goes with the payment; it is there even when the script was blocked. */
  readonly sessionId: string;
  /** Resolves when the script has run or has failed to load. */
  readonly finished: Promise<void>;
}

const profiles = new Map<string, FraudProfile>();

/**
 * Loads a fraud script once for the page, however many elements want it, and gives its profile.
 * A script that failed to load is not remembered: the next call tries again with a new id.
 */
export function startFraudScript({ urlTemplate, merchantId, nonce }: FraudScript): FraudProfile {
  const known = profiles.get(urlTemplate);
  if (known) return known;
  const sessionId = crypto.randomUUID();
  const script = document.createElement('script');
  if (nonce !== undefined) script.nonce = nonce;
  script.async = true;
  script.src = urlTemplate
    .replaceAll('{merchantId}', String(merchantId))
    .replaceAll('{sessionId}', sessionId);
  const finished = new Promise<void>((resolve) => {
    script.addEventListener('load', () => resolve(), { once: true });
    script.addEventListener(
      'error',
      () => {
        profiles.delete(urlTemplate);
        script.remove();
        resolve();
      },
      { once: true },
    );
  });
  const profile = { sessionId, finished };
  profiles.set(urlTemplate, profile);
  document.head.append(script);
  return profile;
}

/** Waits until the fraud script has finished, but never longer than 4 s. */
export async function waitForFraudScript(
  { finished }: FraudProfile,
  signal: AbortSignal,
): Promise<void> {
  const limit = startDeadline(waitMs, signal, () => 'late');
  try {
    await unlessAborted(limit.signal, finished);
  } catch {
    signal.throwIfAborted();
  } finally {
    limit.clear();
  }
}
