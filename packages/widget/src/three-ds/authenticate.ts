import { unlessAborted } from '../browser/deadline.ts';
import { CheckoutError, type CheckoutErrorCode } from '../errors.ts';
import type { ThreeDSAdapter, ThreeDSContext, ThreeDSRequest, ThreeDSSettings } from './adapter.ts';
import { ChallengeDialog, type ChallengeTexts } from './challenge-dialog.ts';
import { readOutcome, type ThreeDSOutcome, type ThreeDSStatus } from './outcome.ts';
import { statusAfterFault, withinStage } from './stages.ts';

/** There is no token, so neither issuer nor provider was asked. */
class NoTokenError extends Error {}

/** Reasons for cancelling an attempt that are outcomes of its authentication. */
const cancellations: Partial<Record<CheckoutErrorCode, ThreeDSStatus>> = {
  three_ds_cancelled: 'cancelled',
  three_ds_timeout: 'timeout',
};

interface Authentication {
  adapter: ThreeDSAdapter;
  request: ThreeDSRequest;
  settings: ThreeDSSettings;
  fetchToken: (signal: AbortSignal) => Promise<string>;
  /** The shadow root that takes the challenge's dialog. */
  root: ShadowRoot;
  /** Address of the realm's document; by default it is empty, and has the page's policy. */
  realmUrl: string | undefined;
  /** Runs when the challenge's dialog has opened, and when it is gone. */
  onChallenge: ((isOpen: boolean) => void) | undefined;
  texts: ChallengeTexts;
}

/** An authentication that runs. */
interface Authenticating {
  /** Resolves with whether the provider had what it needs and took over; false if it never did. */
  hasBegun: Promise<boolean>;
  /**
   * Failures of the adapter, its script or its token are outcomes, and so are cancelling and the time
   * limit. Rejects with the signal's reason when that aborts for any other reason.
   */
  outcome: Promise<ThreeDSOutcome>;
}

/** Resolves when no element on the page authenticates; two challenges would cover each other. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs one authentication in a realm of its own, after those that other elements on the page have begun.
 * Removes everything afterwards.
 */
export function authenticate(authentication: Authentication, signal: AbortSignal): Authenticating {
  const begun = Promise.withResolvers<true>();
  const outcome = outcomeOf(authentication, () => begun.resolve(true), signal);
  const never = outcome.then(
    () => false,
    () => false,
  );
  return { hasBegun: Promise.race([begun.promise, never]), outcome };
}

async function outcomeOf(
  authentication: Authentication,
  onBegin: () => void,
  signal: AbortSignal,
): Promise<ThreeDSOutcome> {
  const cancelling = new AbortController();
  const ending = AbortSignal.any([signal, cancelling.signal]);
  const cancel = (): void => cancelling.abort(new CheckoutError('three_ds_cancelled'));
  const conversation = queue.then(async () => runAdapter(authentication, onBegin, ending, cancel));
  queue = conversation.catch(() => undefined);
  try {
    return await unlessAborted(ending, conversation);
  } catch (cause) {
    if (!ending.aborted) return { status: statusAfter(cause), cause };
    const reason: unknown = ending.reason;
    const status = reason instanceof CheckoutError ? cancellations[reason.code] : undefined;
    if (!status) throw reason;
    return { status };
  }
}

async function runAdapter(
  authentication: Authentication,
  onBegin: () => void,
  signal: AbortSignal,
  onCancel: () => void,
): Promise<ThreeDSOutcome> {
  const { adapter, request, root } = authentication;
  signal.throwIfAborted();
  const dialog = new ChallengeDialog(root, authentication, onCancel);
  const over = new AbortController();
  const { promise: noToken, reject: onNoToken } = Promise.withResolvers<never>();
  const running = AbortSignal.any([signal, over.signal]);
  const context = contextOf(authentication, dialog, { onBegin, onNoToken }, running);
  try {
    const outcome = Promise.race([adapter.authenticate(context, request), noToken]);
    return readOutcome(await unlessAborted(signal, outcome));
  } finally {
    over.abort();
    dialog.remove();
    dispose(adapter);
  }
}

/** Returns the adapter's context; once `signal` has aborted, it has no effect. */
function contextOf(
  { settings, fetchToken }: Authentication,
  dialog: ChallengeDialog,
  { onBegin, onNoToken }: { onBegin: () => void; onNoToken: (error: NoTokenError) => void },
  signal: AbortSignal,
): ThreeDSContext {
  const begin = (): void => {
    signal.throwIfAborted();
    onBegin();
  };
  return {
    ...settings,
    signal,
    getToken: async () => {
      const token = await fetchToken(signal).catch((cause: unknown) => {
        // The adapter may take it for an outcome of its own.
        onNoToken(new NoTokenError('no token', { cause }));
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
    },
    within: (stage, part) => withinStage(stage, part, signal),
  };
}

/** Cleans up; an error of a merchant's adapter is only reported to the console. */
function dispose(adapter: ThreeDSAdapter): void {
  try {
    adapter.dispose?.();
  } catch (error) {
    reportError(error);
  }
}

function statusAfter(cause: unknown): ThreeDSStatus {
  return cause instanceof NoTokenError ? 'no_token' : statusAfterFault(cause);
}
