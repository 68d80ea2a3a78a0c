import { startDeadline, unlessAborted } from '../browser/deadline.ts';
import type { ThreeDSStage } from './adapter.ts';
import type { ThreeDSStatus } from './outcome.ts';

/** Limits of the parts that can hang: a blocked script may never report it. */
const stageTimeoutsMs: Record<ThreeDSStage, number> = { script: 20_000, method: 10_000 };

/** A part of the authentication took too long. */
class StageTimeoutError extends Error {}

/**
 * Waits for a part of the authentication.
 * @throws an error after its limit; the reason of `signal` when that aborts.
 */
export async function withinStage<Value>(
  stage: ThreeDSStage,
  part: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const limit = startDeadline(stageTimeoutsMs[stage], signal, () => new StageTimeoutError(stage));
  return unlessAborted(limit.signal, part).finally(() => limit.clear());
}

/** The outcome of an adapter that failed: a script that did not come in time will not come at once. */
export function statusAfterFault(cause: unknown): ThreeDSStatus {
  return cause instanceof StageTimeoutError ? 'blocked' : 'error';
}
