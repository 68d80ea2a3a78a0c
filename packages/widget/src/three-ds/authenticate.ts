import type { ProofKind } from '@card-checkout/contract/checkout';
import type { ThreeDSMode } from '@card-checkout/contract/client-config';
import { unlessAborted } from '../browser/pause.ts';
import { CheckoutError, type CheckoutErrorCode } from '../errors.ts';
import type { ThreeDSAdapter, ThreeDSContext, ThreeDSRequest, ThreeDSSettings } from './adapter.ts';
import { statusAfterFault, withinStage } from './adapters.ts';
import { again, ChallengeDialog, type Challenge } from './challenge-dialog.ts';
import { readOutcome, type ThreeDSOutcome, type ThreeDSStatus } from './outcome.ts';

/** Why an attempt was ended, if that is an outcome of its authentication. */
const endings: Partial<Record<CheckoutErrorCode, ThreeDSStatus>> = {
  three_ds_blocked: 'blocked',
  three_ds_cancelled: 'cancelled',
  three_ds_timeout: 'timeout',
};

export interface Authentication extends Challenge {
  mode: ThreeDSMode;
  proof: ProofKind;
  adapter: ThreeDSAdapter;
  /** Whether the adapter needs the token, and a realm with the provider's script. */
  startsEarly: boolean;
  request: ThreeDSRequest;
  settings: ThreeDSSettings;
  fetchToken: (signal: AbortSignal) => Promise<string>;
}

/** What an authentication needs before the bank is asked. */
export interface Start {
  token: Promise<string>;
  dialog: ChallengeDialog;
}

/** The provider has what it needs and takes over. */
type Begun = { type: 'step-end'; outcome: 'completed' } | { type: 'step'; step: 'challenge' };

/**
 * Starts what an authentication waits for, before it is known whether there will be one: asks for the
 * token, and loads the realm and the provider's script, which doesn't run yet. `signal` ends all of it.
 */
export function startEarly(authentication: Authentication, signal: AbortSignal): Start | undefined {
  if (!authentication.startsEarly) return undefined;
  const token = authentication.fetchToken(signal);
  // Until the adapter asks for the token, nothing takes its error.
  token.catch(() => undefined);
  const dialog = new ChallengeDialog(authentication);
  signal.addEventListener('abort', () => dialog.remove(), { once: true });
  dialog.load(authentication.settings).catch(() => undefined);
  return { token, dialog };
}

/** Resolves when no element on the page authenticates: two challenges would cover each other. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs one authentication in a realm of its own, after those of other elements on the page. Removes
 * everything afterwards. Failures of the adapter, its script or its token are outcomes, and so are
 * canceling and the time limit.
 * @throws the reason of `signal` when that aborts for any other reason.
 */
export async function* authenticate(
  authentication: Authentication,
  signal: AbortSignal,
  start?: Start,
): AsyncGenerator<Begun, ThreeDSOutcome> {
  const begun = Promise.withResolvers<boolean>();
  const outcome = runInTurn(authentication, () => begun.resolve(true), signal, start);
  void outcome.catch(() => undefined).then(() => begun.resolve(false));
  if (await begun.promise) {
    yield { type: 'step-end', outcome: 'completed' };
    yield { type: 'step', step: 'challenge' };
  }
  return outcome;
}

async function runInTurn(
  authentication: Authentication,
  onBegin: () => void,
  signal: AbortSignal,
  start?: Start,
): Promise<ThreeDSOutcome> {
  const stopping = new AbortController();
  const ending = AbortSignal.any([signal, stopping.signal]);
  const conversation = queue.then(async () => {
    ending.throwIfAborted();
    const dialog = start?.dialog ?? new ChallengeDialog(authentication);
    dialog.begin((reason) => stopping.abort(reason));
    return runAdapter(authentication, dialog, onBegin, ending, start?.token);
  });
  queue = conversation.catch(() => undefined);
  try {
    return await unlessAborted(ending, conversation);
  } catch (cause) {
    if (!ending.aborted) return { status: statusAfterFault(cause), cause };
    const reason: unknown = ending.reason;
    if (reason === again) return runInTurn(authentication, onBegin, signal);
    const status = reason instanceof CheckoutError ? endings[reason.code] : undefined;
    if (!status) throw reason;
    return { status };
  }
}

async function runAdapter(
  { adapter, request, settings, fetchToken }: Authentication,
  dialog: ChallengeDialog,
  onBegin: () => void,
  attempt: AbortSignal,
  token?: Promise<string>,
): Promise<ThreeDSOutcome> {
  const over = new AbortController();
  // Once it has aborted, the adapter's context has no effect.
  const signal = AbortSignal.any([attempt, over.signal]);
  const { promise: noToken, resolve: endWithoutToken } = Promise.withResolvers<ThreeDSOutcome>();
  const begin = (): void => {
    signal.throwIfAborted();
    onBegin();
  };
  const context: ThreeDSContext = {
    ...settings,
    signal,
    getToken: async () => {
      const asked = token ?? fetchToken(signal);
      const given = await asked.catch((cause: unknown) => {
        // Neither the issuer nor the provider has been asked, whatever the adapter makes of this.
        endWithoutToken({ status: 'no_token', cause });
        throw cause;
      });
      begin();
      return given;
    },
    host: {
      openRealm: async () => {
        begin();
        return dialog.openRealm();
      },
      openWindow: async () => {
        begin();
        return dialog.openWindow();
      },
      show: () => dialog.show(),
      tellBank: (stage) => dialog.tellBank(stage),
    },
    within: (stage, part) => withinStage(stage, part, signal),
  };
  try {
    const outcome = Promise.race([adapter.authenticate(context, request), noToken]);
    return readOutcome(await unlessAborted(attempt, outcome));
  } finally {
    over.abort();
    dialog.remove();
    dispose(adapter);
  }
}

/** Cleans up; an error of a merchant's adapter is only reported to the console. */
function dispose(adapter: ThreeDSAdapter): void {
  try {
    adapter.dispose?.();
  } catch (error) {
    reportError(error);
  }
}
