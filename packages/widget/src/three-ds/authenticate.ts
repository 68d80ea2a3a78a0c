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
import { LateToken } from './token.ts';

/** The limits of the parts that can hang: a script that is blocked never says so. */
const stageTimeoutsMs: Record<ThreeDSStage, number> = { script: 20_000, method: 10_000 };

/** Says that a part of the authentication took too long. */
class StageOver extends Error {}

/** The reasons for which an attempt is called off that are outcomes of its authentication. */
const endings: Partial<Record<CheckoutErrorCode, ThreeDSStatus>> = {
  three_ds_cancelled: 'cancelled',
  three_ds_timeout: 'timeout',
};

interface Authentication {
  adapter: Promise<ThreeDSAdapter>;
  request: ThreeDSRequest;
  settings: ThreeDSSettings;
  fetchToken: (signal: AbortSignal) => Promise<string>;
  /** Hears, once, that the provider has what it needs and takes over. */
  onChallenge: () => void;
  /** Where the challenge's dialog is put: in the shadow root, where the language is said. */
  root: ShadowRoot;
  texts: ChallengeTexts;
}

/** Ends when nobody on the page authenticates any more; two challenges at once would cover each other. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs one authentication in a realm of its own, after those that other elements of the page have begun,
 * and takes everything away on every path. Failures of the adapter, its script and its token are outcomes,
 * and so are cancelling and the time-out.
 * @throws the reason of `signal` when that aborts for any other reason.
 */
export async function authenticate(
  authentication: Authentication,
  signal: AbortSignal,
): Promise<ThreeDSOutcome> {
  const cancelling = new AbortController();
  const ending = AbortSignal.any([signal, cancelling.signal]);
  const cancel = (): void => cancelling.abort(new CheckoutError('three_ds_cancelled'));
  // It may fail while others are before it in the queue.
  authentication.adapter.catch(() => undefined);
  const conversation = queue.then(async () => converse(authentication, ending, cancel));
  queue = conversation.catch(() => undefined);
  try {
    return await unlessAborted(ending, conversation);
  } catch (cause) {
    if (!ending.aborted) return { status: isLate(cause) ? 'blocked' : 'error', cause };
    const reason: unknown = ending.reason;
    const status = reason instanceof CheckoutError ? endings[reason.code] : undefined;
    if (!status) throw reason;
    return { status };
  }
}

async function converse(
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

/** Makes what an adapter works with; once `signal` has aborted, nothing that it still does is noticed. */
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
      const limit = startDeadline(stageTimeoutsMs[stage], signal, () => new StageOver(stage));
      return unlessAborted(limit.signal, part).finally(() => limit.clear());
    },
  };
}

/** What a merchant's adapter throws here is for its console; the outcome stands. */
function dispose(provider: ThreeDSAdapter): void {
  try {
    provider.dispose?.();
  } catch (error) {
    reportError(error);
  }
}

/** What never came would be waited for again; whatever else failed may work the next time. */
function isLate(cause: unknown): boolean {
  return cause instanceof StageOver || cause instanceof LateToken;
}
