import { startDeadline, unlessAborted } from '../browser/deadline.ts';
import { CheckoutError } from '../errors.ts';
import type { FraudAdapter, FraudProfile, FraudSettings } from './adapter.ts';
import { fraudPresets } from './presets.ts';

/** How long a payment waits for a profile. */
const waitMs = 4_000;

/** The longest id, or black box, that the proxy takes. */
const maxReferenceLength = 4_096;

/** Where a fraud script comes from and how it is loaded. */
export interface FraudScript {
  /**
   * May hold `{merchantId}` and `{sessionId}`. Its fragment, which no server sees (RFC 3986, 3.5), says how to
   * speak with the script: `preset`, `key`, `global`, `input`, `integrity` (SRI).
   */
  urlTemplate: string | undefined;
  merchantId: number;
  nonce: string | undefined;
  /** Takes the place of the preset. */
  adapter: FraudAdapter | undefined;
}

/** A script at work, with the id that we made for it. */
interface Running {
  profile: FraudProfile;
  loaded: Promise<void>;
  sessionId: string;
}

/** What a payment says of the profile. */
export interface FraudResult {
  sessionId: string;
  /** Whether the script had done all it wanted to. */
  completed: boolean;
}

const running = new Map<string, Running>();

/**
 * Starts a fraud script once for the page, however many elements want it; nothing where there is neither an
 * address nor an adapter.
 * A script that failed to load is not remembered: the next call tries again, with a new id.
 * @throws CheckoutError `misconfigured` for a preset that nobody knows.
 */
export function startProfile(script: FraudScript): Running | undefined {
  const { urlTemplate = '', nonce } = script;
  if (urlTemplate === '' && !script.adapter) return undefined;
  const known = running.get(urlTemplate);
  if (known) return known;
  const [address = '', fragment = ''] = urlTemplate.split('#');
  // A plus sign is no blank here: it stands in hashes.
  const options = new Map(new URLSearchParams(fragment.replaceAll('+', '%2B')));
  const preset = options.get('preset') ?? 'generic';
  const adapter = script.adapter ?? fraudPresets.get(preset);
  if (!adapter) throw new CheckoutError('misconfigured', { cause: `unknown preset ${preset}` });

  const sessionId = crypto.randomUUID().replaceAll('-', '');
  const scriptUrl = address
    .replaceAll('{merchantId}', String(script.merchantId))
    .replaceAll('{sessionId}', sessionId);
  const started = begin(adapter, { scriptUrl, options, sessionId, nonce });
  running.set(urlTemplate, started);
  started.loaded.catch(() => running.delete(urlTemplate));
  return started;
}

/** What the proxy would refuse must not stop a payment; an adapter of a merchant's own may give anything. */
function isReference(reference: unknown): reference is string {
  return (
    typeof reference === 'string' && reference !== '' && reference.length <= maxReferenceLength
  );
}

/** An adapter of a merchant's own may throw or give nothing; a payment does not end with it. */
function begin(adapter: FraudAdapter, settings: FraudSettings): Running {
  const { sessionId } = settings;
  try {
    const profile = adapter.start(settings);
    return { profile, loaded: Promise.resolve(profile.loaded), sessionId };
  } catch (cause) {
    const profile = { reference: () => undefined };
    return { profile, loaded: Promise.reject(cause), sessionId };
  }
}

/**
 * Waits until a profile is complete, but never longer than 4 s; whatever becomes of it, there is an id.
 * @throws the reason of `signal` when that aborts.
 */
export async function finishProfile(
  { profile, loaded, sessionId }: Running,
  signal: AbortSignal,
): Promise<FraudResult> {
  const limit = startDeadline(waitMs, signal, () => 'late');
  try {
    await unlessAborted(limit.signal, loaded);
    await unlessAborted(limit.signal, Promise.resolve(profile.complete?.(limit.signal)));
    const reference: unknown = profile.reference();
    if (isReference(reference)) return { sessionId: reference, completed: true };
  } catch {
    signal.throwIfAborted();
  } finally {
    limit.clear();
  }
  return { sessionId, completed: false };
}
