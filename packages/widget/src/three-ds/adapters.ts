import { startDeadline } from '../browser/deadline.ts';
import { unlessAborted } from '../browser/pause.ts';
import { CheckoutError } from '../errors.ts';
import type { ThreeDSAdapter, ThreeDSStage } from './adapter.ts';
import { cieloMpi } from './cielo/cielo-mpi.ts';
import type { ThreeDSStatus } from './outcome.ts';

// Rede and Getnet use the same MPI script (Braspag's list of acquirers).
const adapters = new Map([
  ['cielo', cieloMpi],
  ['rede', cieloMpi],
  ['getnet', cieloMpi],
]);

/**
 * Returns the adapter of a provider, or the merchant's own.
 * @throws CheckoutError `misconfigured` for an unknown provider.
 */
export function adapterFor(provider: string, own: ThreeDSAdapter | undefined): ThreeDSAdapter {
  const adapter = own ?? adapters.get(provider);
  if (adapter) return adapter;
  throw new CheckoutError('misconfigured', {
    cause: `unknown 3DS provider ${provider}: set threeDSAdapter`,
  });
}

/** Limits of the parts that can hang: the browser may never report a blocked script. */
const stageTimeoutsMs: Record<ThreeDSStage, number> = { script: 20_000, method: 10_000 };

class StageTimeoutError extends Error {}

/**
 * Waits for a part of the authentication.
 * @throws StageTimeoutError after its limit; the reason of `signal` when that aborts.
 */
export async function withinStage<Value>(
  stage: ThreeDSStage,
  part: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const limit = startDeadline(stageTimeoutsMs[stage], signal, () => new StageTimeoutError(stage));
  return unlessAborted(limit.signal, part).finally(() => limit.clear());
}

/** Returns the outcome of an adapter that failed: a late script counts as blocked. */
export function statusAfterFault(cause: unknown): ThreeDSStatus {
  return cause instanceof StageTimeoutError ? 'blocked' : 'error';
}
