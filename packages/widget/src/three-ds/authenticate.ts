import { unlessAborted } from '../deadline.ts';
import { CheckoutError } from '../errors.ts';
import type { Messages } from '../locales/messages.ts';
import type { ThreeDSAdapter, ThreeDSContext, ThreeDSRequest } from './adapter.ts';
import { ChallengeDialog } from './challenge-dialog.ts';
import type { ThreeDSOutcome } from './outcome.ts';

interface Authentication {
  adapter: Promise<ThreeDSAdapter>;
  request: ThreeDSRequest;
  context: Omit<ThreeDSContext, 'host' | 'signal'>;
  /** Where the challenge's dialog is put: the shadow root of the element. */
  root: ParentNode;
  messages: Messages;
}

/**
 * Runs one authentication in a realm of its own and takes that away on every path.
 * Failures of the adapter, of its script and of the token are outcomes, too.
 * @throws the reason of `signal` when it aborts for anything but the buyer's cancelling or the time limit.
 */
export async function authenticate(
  { adapter, request, context, root, messages }: Authentication,
  signal: AbortSignal,
): Promise<ThreeDSOutcome> {
  const cancelling = new AbortController();
  const ending = AbortSignal.any([signal, cancelling.signal]);
  const host = new ChallengeDialog(root, messages, () =>
    cancelling.abort(new CheckoutError('three_ds_cancelled')),
  );
  try {
    const provider = await unlessAborted(ending, adapter);
    const outcome = provider.authenticate({ ...context, host, signal: ending }, request);
    return await unlessAborted(ending, outcome);
  } catch {
    if (!ending.aborted) return { status: 'error' };
    return outcomeOfEnding(ending.reason);
  } finally {
    host.remove();
  }
}

function outcomeOfEnding(reason: unknown): ThreeDSOutcome {
  const code = reason instanceof CheckoutError ? reason.code : undefined;
  if (code === 'three_ds_cancelled') return { status: 'cancelled' };
  if (code === 'three_ds_timeout') return { status: 'timeout' };
  throw reason;
}
