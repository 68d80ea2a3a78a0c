import { startDeadline, unlessAborted } from '../browser/deadline.ts';
import { CheckoutError, type CheckoutErrorCode } from '../errors.ts';
import type {
  ThreeDSAdapter,
  ThreeDSContext,
  ThreeDSRequest,
  ThreeDSSettings,
  ThreeDSStage,
} from './adapter.ts';
import { ChallengeDialog, type ChallengeTexts } from './challenge-dialog.ts';
import { readOutcome, type ThreeDSOutcome, type ThreeDSStatus } from './outcome.ts';
import { TokenTimeoutError } from './token.ts';

/** Limits of the parts that can hang: a blocked script may never report it. */
const stageTimeoutsMs: Record<ThreeDSStage, number> = { script: 20_000, method: 10_000 };

/** A part of the authentication took too long. */
class StageTimeoutError extends Error {}

/** Reasons for cancelling an attempt that are outcomes of its authentication. */
const cancellations: Partial<Record<CheckoutErrorCode, ThreeDSStatus>> = {
  three_ds_cancelled: 'cancelled',
  three_ds_timeout: 'timeout',
};

interface Authentication {
  adapter: Promise<ThreeDSAdapter>;
  request: ThreeDSRequest;
  settings: ThreeDSSettings;
  fetchToken: (signal: AbortSignal) => Promise<string>;
  /** Runs once, when the provider has what it needs and takes over. */
  onChallenge: () => void;
  /** The shadow root that takes the challenge's dialog. */
  root: ShadowRoot;
  texts: ChallengeTexts;
}

/** Resolves when no element on the page authenticates; two challenges would cover each other. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs one authentication in a realm of its own, after those that other elements on the page have begun.
 * Removes everything afterwards. Failures of the adapter, its script or its token are outcomes, and so
 * are cancelling and the time limit.
 * @throws the reason of `signal` when that aborts for any other reason.
 */
export async function authenticate(
  authentication: Authentication,
  signal: AbortSignal,
): Promise<ThreeDSOutcome> {
  const cancelling = new AbortController();
  const ending = AbortSignal.any([signal, cancelling.signal]);
  const cancel = (): void => cancelling.abort(new CheckoutError('three_ds_cancelled'));
  // It may fail while this one waits in the queue.
  authentication.adapter.catch(() => undefined);
  const conversation = queue.then(async () => runAdapter(authentication, ending, cancel));
  queue = conversation.catch(() => undefined);
  try {
    return await unlessAborted(ending, conversation);
  } catch (cause) {
    if (!ending.aborted) return { status: isLate(cause) ? 'blocked' : 'error', cause };
    const reason: unknown = ending.reason;
    const status = reason instanceof CheckoutError ? cancellations[reason.code] : undefined;
    if (!status) throw reason;
    return { status };
  }
}

async function runAdapter(
  authentication: Authentication,
  signal: AbortSignal,
  onCancel: () => void,
): Promise<ThreeDSOutcome> {
  const { adapter, request, root, texts } = authentication;
  const provider = await unlessAborted(signal, adapter);
  const dialog = new ChallengeDialog(root, texts, onCancel);
  const over = new AbortController();
  const context = contextOf(authentication, dialog, AbortSignal.any([signal, over.signal]));
  try {
    return readOutcome(await unlessAborted(signal, provider.authenticate(context, request)));
  } finally {
    over.abort();
    dialog.remove();
    dispose(provider);
  }
}

/** Returns the adapter's context; once `signal` has aborted, it has no effect. */
function contextOf(
  { settings, fetchToken, onChallenge }: Authentication,
  dialog: ChallengeDialog,
  signal: AbortSignal,
): ThreeDSContext {
  let hasBegun = false;
  const begin = (): void => {
    signal.throwIfAborted();
    if (!hasBegun) onChallenge();
    hasBegun = true;
  };
  return {
    ...settings,
    signal,
    getToken: async () => {
      const token = await fetchToken(signal);
      begin();
      return token;
    },
    host: {
      openRealm: async () => {
        begin();
        return dialog.openRealm();
      },
      show: () => dialog.show(),
    },
    within: async (stage, part) => {
      const limit = startDeadline(
        stageTimeoutsMs[stage],
        signal,
        () => new StageTimeoutError(stage),
      );
      return unlessAborted(limit.signal, part).finally(() => limit.clear());
    },
  };
}

/** Cleans up; an error of a merchant's adapter is only reported to the console. */
function dispose(provider: ThreeDSAdapter): void {
  try {
    provider.dispose?.();
  } catch (error) {
    reportError(error);
  }
}

/** Whether something never arrived; another try would wait as long. */
function isLate(cause: unknown): boolean {
  return cause instanceof StageTimeoutError || cause instanceof TokenTimeoutError;
}
