import { pause } from '../browser/deadline.ts';
import type { FraudAdapter, FraudProfile } from './adapter.ts';
import { loadScript } from './load-script.ts';

/** How often the page is looked through for an id that a script makes. */
const lookPauseMs = 300;

/**
 * Loads a script and leaves it alone. The id is ours, or, with `global=NAME` or `input=ID` in the fragment,
 * the one that the script writes there. Fits ThreatMetrix as it is, with `{merchantId}{sessionId}` in its
 * address (three-ds.md section 4).
 */
const generic: FraudAdapter = {
  start(settings) {
    const loaded = loadScript(settings);
    const { options, sessionId } = settings;
    const global = options.get('global');
    if (global !== undefined) return madeByScript(loaded, () => globalNamed(global));
    const input = options.get('input');
    if (input !== undefined) return madeByScript(loaded, () => valueOfInput(input));
    return { loaded, reference: () => sessionId };
  },
};

/** Tells Nethone's script our id, and before the payment that the profile is complete. */
const nethone: FraudAdapter = {
  start(settings) {
    const { sessionId } = settings;
    // The profiler watches keys; it must not watch those of a card.
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

/** Tells ClearSale's script our id; `key` in the fragment is the app's. */
const clearSale: FraudAdapter = {
  start(settings) {
    const { options, sessionId } = settings;
    // The script works off what was called before it came.
    const calls: unknown[] = [
      ['app', options.get('key')],
      ['sessionid', sessionId],
    ];
    Object.assign(window, { CsdpObject: 'csdp', csdp: { q: calls } });
    return { loaded: loadScript(settings), reference: () => sessionId };
  },
};

/** Asks Konduto's script for its visitor; `key` in the fragment is the public one. */
const konduto: FraudAdapter = {
  start(settings) {
    const calls = [{ public_key: settings.options.get('key') }, { post_on_load: false }];
    Object.assign(window, { __kdt: calls });
    const loaded = loadScript(settings, { id: 'kdtjs' });
    return madeByScript(loaded, () =>
      globalNamed('Konduto') ? callMember('Konduto', 'getVisitorID') : undefined,
    );
  },
};

/** The scripts that we know how to speak with, by what `preset` in the fragment says. */
export const fraudPresets: ReadonlyMap<string, FraudAdapter> = new Map([
  ['generic', generic],
  ['threatmetrix', generic],
  ['nethone', nethone],
  ['clearsale', clearSale],
  ['konduto', konduto],
]);

/** The profile of a script that makes the id itself, some time after it was loaded. */
function madeByScript(loaded: Promise<void>, look: () => unknown): FraudProfile {
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

/** Calls a function of a script's global object; throws when the script has brought none of that name. */
function callMember(globalName: string, name: string, ...args: unknown[]): unknown {
  const owner = globalNamed(globalName);
  const member: unknown =
    typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined;
  if (typeof member !== 'function') throw new Error(`the script has no ${globalName}.${name}`);
  return Reflect.apply(member, owner, args);
}
