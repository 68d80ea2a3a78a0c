import { longestFraudId, type CheckoutRequest } from '@card-checkout/contract/checkout';
import type { ClientConfig } from '@card-checkout/contract/client-config';
import { startDeadline } from '../browser/deadline.ts';
import { mistakeIn, tell } from '../browser/mistakes.ts';
import { unlessAborted } from '../browser/pause.ts';
import { CheckoutError } from '../errors.ts';
import type { FraudAdapter, FraudProfile, FraudSettings } from './fraud-adapter.ts';
import { fraudPresets } from './presets.ts';

/** How long a payment waits for a profile. */
const waitMs = 4_000;

/** A started profile, with the session id made for it. */
interface StartedProfile {
  loaded: Promise<FraudProfile>;
  sessionId: string;
}

const running = new Map<string, StartedProfile>();

/**
 * Starts a fraud script once per page, also for several elements. Returns undefined without an address
 * and an adapter, which replaces the preset. If the script fails to load, the next call tries again, with
 * a new id.
 *
 * The fragment of the address, which isn't sent to a server (RFC 3986, 3.5), has the options `preset`,
 * `key`, `global`, `input`, `integrity` (SRI) and `attr.NAME`, an attribute of the script's tag.
 * @throws CheckoutError `misconfigured` for an unknown preset.
 */
export function startProfile(
  config: Pick<ClientConfig, 'fraudScriptUrl' | 'merchantId'>,
  ownAdapter: FraudAdapter | undefined,
  nonce: string | undefined,
): StartedProfile | undefined {
  const { fraudScriptUrl: urlTemplate = '' } = config;
  if (urlTemplate === '' && (ownAdapter?.needsScript ?? !ownAdapter)) return undefined;
  const known = running.get(urlTemplate);
  if (known) return known;
  const [address = '', fragment = ''] = urlTemplate.split('#');
  // Plus signs in hashes mustn't become spaces.
  const given = [...new URLSearchParams(fragment.replaceAll('+', '%2B'))];
  const sessionId = crypto.randomUUID().replaceAll('-', '');
  const filledIn = (text: string): string => text.replaceAll('{sessionId}', sessionId);
  const options = new Map(given.map(([name, value]) => [name, filledIn(value)]));
  const preset = options.get('preset') ?? 'generic';
  const adapter = ownAdapter ?? fraudPresets.get(preset);
  if (!adapter)
    throw new CheckoutError('misconfigured', {
      cause: `unknown preset ${preset} in FRAUD_SCRIPT_URL`,
    });

  const merchantId = encodeURIComponent(config.merchantId);
  const scriptUrl = filledIn(address.replaceAll('{merchantId}', merchantId));
  const loaded = load(adapter, { scriptUrl, options, sessionId, nonce });
  const started = { loaded, sessionId };
  running.set(urlTemplate, started);
  loaded.catch(() => running.delete(urlTemplate));
  return started;
}

async function load(adapter: FraudAdapter, settings: FraudSettings): Promise<FraudProfile> {
  const profile = adapter.start(settings);
  await profile.loaded;
  return profile;
}

/**
 * Waits for a profile to complete, 4 s at most; returns an id in any case.
 * @throws the reason of `signal` when that aborts.
 */
export async function finishProfile(
  { loaded, sessionId }: StartedProfile,
  signal: AbortSignal,
): Promise<NonNullable<CheckoutRequest['fraud']>> {
  const limit = startDeadline(waitMs, signal, () => 'late');
  try {
    const profile = await unlessAborted(limit.signal, loaded);
    await unlessAborted(limit.signal, Promise.resolve(profile.complete?.(limit.signal)));
    // A merchant's adapter may return anything.
    const reference: unknown = profile.reference();
    if (typeof reference !== 'string' || reference === '') return { sessionId, completed: false };
    if (reference.length <= longestFraudId) return { sessionId: reference, completed: true };
    tell(mistakeIn.fraudId(reference.length));
  } catch {
    // An adapter's error mustn't stop a payment.
    signal.throwIfAborted();
  } finally {
    limit.clear();
  }
  return { sessionId, completed: false };
}
