import type { FraudPreset } from '@card-checkout/contract/checkout';
import { pause } from '../browser/pause.ts';
import type { FraudAdapter, FraudProfile, FraudSettings } from './fraud-adapter.ts';
import { scriptIn } from '../browser/trusted-script.ts';

/** Polling interval for an id that the script sets. */
const lookPauseMs = 300;

/**
 * Only loads the script. The id is the session's, or the one that the script writes to a global variable
 * or an input (`global=NAME` or `input=ID` in the fragment). Also serves ThreatMetrix, with
 * `{merchantId}{sessionId}` in the address.
 */
const generic: FraudAdapter = {
  start(settings) {
    const loaded = loadScript(settings);
    const { options, sessionId } = settings;
    const global = options.get('global');
    if (global !== undefined) return profileWithOwnId(loaded, () => globalNamed(global));
    const input = options.get('input');
    if (input !== undefined) return profileWithOwnId(loaded, () => valueOfInput(input));
    return { loaded, reference: () => sessionId };
  },
};

/** Passes the session id to Nethone's script, and completes the profile before the payment. */
const nethone: FraudAdapter = {
  start(settings) {
    const { sessionId } = settings;
    // The profiler records keys; it mustn't record a card's.
    const sensitiveFields = ['number', 'expiry', 'securityCode', 'holder', 'document'];
    const begin = async (): Promise<void> => {
      await loadScript(settings, { crossorigin: 'use-credentials' });
      callMember('dftp', 'init', { attemptReference: sessionId, sensitiveFields });
    };
    return {
      loaded: begin(),
      complete: async () => void (await callMember('dftp', 'profileCompleted')),
      reference: () => sessionId,
    };
  },
};

/** Passes the session id to ClearSale's script; `key` in the fragment is the app's key. */
const clearSale: FraudAdapter = {
  start(settings) {
    const { options, sessionId } = settings;
    // The script runs the queued calls when it loads.
    const calls: unknown[] = [
      ['app', options.get('key')],
      ['sessionid', sessionId],
    ];
    Object.assign(window, { CsdpObject: 'csdp', csdp: { q: calls } });
    return { loaded: loadScript(settings), reference: () => sessionId };
  },
};

/** Takes the visitor id of Konduto's script; `key` in the fragment is the public key. */
const konduto: FraudAdapter = {
  start(settings) {
    const calls = [{ public_key: settings.options.get('key') }, { post_on_load: false }];
    Object.assign(window, { __kdt: calls });
    const loaded = loadScript(settings, { id: 'kdtjs' });
    return profileWithOwnId(loaded, () =>
      globalNamed('Konduto') ? callMember('Konduto', 'getVisitorID') : undefined,
    );
  },
};

const presets: Record<FraudPreset, FraudAdapter> = {
  generic,
  threatmetrix: generic,
  nethone,
  clearsale: clearSale,
  konduto,
};

/** The integrated scripts, by the value of `preset` in the fragment. */
export const fraudPresets: ReadonlyMap<string, FraudAdapter> = new Map(Object.entries(presets));

/** Returns the profile of a script that sets its own id some time after it has loaded. */
function profileWithOwnId(loaded: Promise<void>, look: () => unknown): FraudProfile {
  const reference = (): string | undefined => {
    const id = look();
    return typeof id === 'string' && id !== '' ? id : undefined;
  };
  const complete = async (signal: AbortSignal): Promise<void> => {
    while (reference() === undefined) await pause(lookPauseMs, signal);
  };
  return { loaded, complete, reference };
}

function valueOfInput(id: string): string | undefined {
  const input = document.getElementById(id);
  return input instanceof HTMLInputElement ? input.value : undefined;
}

function globalNamed(name: string): unknown {
  return Reflect.get(window, name);
}

/** Calls a function of a script's global object; throws if it doesn't exist. */
function callMember(globalName: string, name: string, ...args: unknown[]): unknown {
  const owner = globalNamed(globalName);
  const member: unknown =
    typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined;
  if (typeof member !== 'function') throw new Error(`the script has no ${globalName}.${name}`);
  return Reflect.apply(member, owner, args);
}

/** Inserts a fraud script into the page; resolves when it has run, rejects if it can't be loaded. */
async function loadScript(
  { scriptUrl, nonce, options }: FraudSettings,
  attributes: Readonly<Record<string, string>> = {},
): Promise<void> {
  const script = scriptIn(document, scriptUrl, nonce);
  const integrity = options.get('integrity');
  if (integrity !== undefined) Object.assign(script, { integrity, crossOrigin: 'anonymous' });
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  const loaded = new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
  });
  document.head.append(script);
  await loaded.catch(() => {
    script.remove();
    throw new Error('the fraud script is blocked');
  });
}
