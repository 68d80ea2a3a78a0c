import { unlessAborted } from '../browser/pause.ts';
import { CheckoutError, type CheckoutErrorCode } from '../errors.ts';
import type { ThreeDSAdapter, ThreeDSContext, ThreeDSRequest, ThreeDSSettings } from './adapter.ts';
import { statusAfterFault, withinStage } from './adapters.ts';
import { ChallengeDialog, type Challenge, type ChallengeEnds } from './challenge-dialog.ts';
import { readOutcome, type ThreeDSOutcome, type ThreeDSStatus } from './outcome.ts';

/** Why an attempt was ended, if that is an outcome of its authentication. */
const endings: Partial<Record<CheckoutErrorCode, ThreeDSStatus>> = {
  three_ds_blocked: 'blocked',
  three_ds_cancelled: 'cancelled',
  three_ds_timeout: 'timeout',
};

interface Authentication extends Challenge {
  adapter: ThreeDSAdapter;
  request: ThreeDSRequest;
  settings: ThreeDSSettings;
  fetchToken: (signal: AbortSignal) => Promise<string>;
}

/** Ends an authentication because the buyer wants another one. */
const again = Symbol('again');

/** The provider has what it needs and takes over. */
type Begun = { type: 'step-end'; outcome: 'completed' } | { type: 'step'; step: 'challenge' };

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
): AsyncGenerator<Begun, ThreeDSOutcome> {
  const begun = Promise.withResolvers<void>();
  let hasBegun = false;
  const onBegin = (): void => {
    hasBegun = true;
    begun.resolve();
  };
  const outcome = outcomeOf(authentication, onBegin, signal);
  await Promise.race([begun.promise, outcome.catch(() => undefined)]);
  if (hasBegun) {
    yield { type: 'step-end', outcome: 'completed' };
    yield { type: 'step', step: 'challenge' };
  }
  return outcome;
}

async function outcomeOf(
  authentication: Authentication,
  onBegin: () => void,
  signal: AbortSignal,
): Promise<ThreeDSOutcome> {
  const stopping = new AbortController();
  const ending = AbortSignal.any([signal, stopping.signal]);
  const ends = {
    onCancel: () => stopping.abort(new CheckoutError('three_ds_cancelled')),
    onBlocked: () => stopping.abort(new CheckoutError('three_ds_blocked')),
    onAgain: () => stopping.abort(again),
  };
  const conversation = queue.then(async () => runAdapter(authentication, onBegin, ending, ends));
  queue = conversation.catch(() => undefined);
  try {
    return await unlessAborted(ending, conversation);
  } catch (cause) {
    if (!ending.aborted) return { status: statusAfterFault(cause), cause };
    const reason: unknown = ending.reason;
    if (reason === again) return outcomeOf(authentication, onBegin, signal);
    const status = reason instanceof CheckoutError ? endings[reason.code] : undefined;
    if (!status) throw reason;
    return { status };
  }
}

async function runAdapter(
  authentication: Authentication,
  onBegin: () => void,
  attempt: AbortSignal,
  ends: ChallengeEnds,
): Promise<ThreeDSOutcome> {
  const { adapter, request, settings, fetchToken } = authentication;
  attempt.throwIfAborted();
  const dialog = new ChallengeDialog(authentication, ends);
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
      const token = await fetchToken(signal).catch((cause: unknown) => {
        // Neither the issuer nor the provider has been asked, whatever the adapter makes of this.
        endWithoutToken({ status: 'no_token', cause });
        throw cause;
      });
      begin();
      return token;
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
