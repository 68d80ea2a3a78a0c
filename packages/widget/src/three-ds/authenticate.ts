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
  /** Where the challenge's dialog is put: in the shadow root, where the language is said. */
  root: ShadowRoot;
  messages: Messages;
}

/**
 * Runs one authentication in a realm of its own and takes that away on every path.
 * Failures of the adapter, of its script and of the token are outcomes, too.
 * @throws CheckoutError `three_ds_cancelled` when the buyer cancels; the reason of `signal` when that aborts.
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
  } catch (cause) {
    if (ending.aborted) throw ending.reason;
    return { status: 'error', cause };
  } finally {
    host.remove();
  }
}
