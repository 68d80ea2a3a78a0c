import type { Random } from '../world/random.ts';
import type { Ending } from './proxy-process.ts';
import { steps, type Step } from './steps.ts';
import type { LaneStore } from './stores.ts';

export interface KillPlan {
  /** Returns `undefined` after the last process. */
  next(): Ending | undefined;
  /** Called if the process didn't reach its step. */
  missed?(ending: Ending): void;
}

/** Time for a process to reach its step; then it is killed anyway. */
const stepLimitMs = 1500;

/** The same for steps that follow one of the proxy's waits. */
const lateStepLimitMs = 3500;
const isLateStep = /overdue|given_up|interrupted|put_off/;

/** Maximum lifetime of a process that is killed at a random time. */
const longestLifeMs = 600;

/** Plans `kills` kills, spread evenly over all steps, and stops one process in twenty. */
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
    // While it takes over from the previous process.
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
