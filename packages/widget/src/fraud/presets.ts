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
      callMember(globalNamed('dftp'), 'init', { attemptReference: sessionId, sensitiveFields });
    };
    return {
      loaded: begin(),
      complete: async () => void (await callMember(globalNamed('dftp'), 'profileCompleted')),
      reference: () => sessionId,
    };
  },
};

/** Passes the session id to ClearSale's script; `key` in the fragment is the app's key. */
const clearSale: FraudAdapter = {
  start(settings) {
    const { options, sessionId } = settings;
    // The vendor's tag: a function that queues its calls until the script loads. The shop may have it, too.
    const calls: unknown[][] = [];
    const stub = Object.assign((...call: unknown[]) => void calls.push(call), { q: calls });
    if (typeof globalNamed('csdp') !== 'function')
      Object.assign(window, { CsdpObject: 'csdp', csdp: stub });
    callMember(window, 'csdp', 'app', options.get('key'));
    callMember(window, 'csdp', 'sessionid', sessionId);
    return { loaded: loadScript(settings), reference: () => sessionId };
  },
};

/**
 * Takes the visitor id of Konduto's script; `key` in the fragment is the public key. The script sends its
 * event when it loads.
 */
const konduto: FraudAdapter = {
  start(settings) {
    const given = globalNamed('__kdt');
    const calls: unknown[] = Array.isArray(given) ? given : [];
    calls.push({ public_key: settings.options.get('key') });
    Object.assign(window, { __kdt: calls });
    const loaded = loadScript(settings, { id: 'kdtjs' });
    return profileWithOwnId(loaded, () =>
      globalNamed('Konduto') ? callMember(globalNamed('Konduto'), 'getVisitorID') : undefined,
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

/** Calls a function of a script's object; throws if it doesn't exist. */
function callMember(owner: unknown, name: string, ...args: unknown[]): unknown {
  const member: unknown =
    typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined;
  if (typeof member !== 'function') throw new Error(`the script has no function ${name}`);
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
  const given = [...options].filter(([name]) => name.startsWith('attr.'));
  for (const [name, value] of given) script.setAttribute(name.slice('attr.'.length), value);
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
