import type { Random } from '../world/random.ts';
import type { Ending } from './proxy-process.ts';
import { steps, type Step } from './steps.ts';
import type { LaneStore } from './stores.ts';

/** Plans how the processes of a lane end, one after the other. */
export interface KillPlan {
  /** Returns `undefined` when there is to be no other process. */
  next(): Ending | undefined;
  /** Called with an ending whose step was not reached. */
  missed?(ending: Ending): void;
}

/** How long a process waits for its step, for each instance; then it is killed at once. */
const stepLimitMs = 1500;

/** The same for steps that come after a wait of the proxy's own. */
const lateStepLimitMs = 3500;
const isLateStep = /overdue|given_up|interrupted|put_off/;

/** How long a process lives that is killed at a random time. */
const longestLifeMs = 600;

/** Kills so many processes, at every step as often as at every other, and stops one in twenty. */
export function randomKills(random: Random, kills: number, store: LaneStore): KillPlan {
  let left = kills;
  let stepsLeft: Step[] = [];
  const nextStep = () => {
    if (stepsLeft.length === 0) stepsLeft = [...steps];
    return stepsLeft.splice(random.whole(0, stepsLeft.length - 1), 1)[0] ?? steps[0];
  };
  const next = (): Ending | undefined => {
    if (left <= 0) return undefined;
    const kind = random.fraction();
    const afterMs = random.whole(0, longestLifeMs);
    if (kind < 0.05) return { signal: 'SIGTERM', afterMs };
    left -= 1;
    // While it takes over what the one before it left.
    if (kind < 0.15) return { signal: 'SIGKILL', afterMs: afterMs / 10, isFromStart: true };
    if (kind < 0.35) return { signal: 'SIGKILL', afterMs };
    const step = nextStep();
    const isLate = isLateStep.test(step);
    const limitMs = isLate ? store.takeoverMs + lateStepLimitMs : store.instances * stepLimitMs;
    const occurrence = isLate ? 1 : random.whole(1, 3);
    return { step, occurrence, signal: 'SIGKILL', afterMs: limitMs };
  };
  return { next };
}
