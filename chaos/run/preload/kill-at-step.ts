import type { Step } from '../steps.ts';

let armed: Step | undefined;
let left = 0;

/** Sets at which occurrence of a step, counted from now on, the process kills itself. */
export function armStep(step: Step | undefined, occurrence: number): void {
  armed = step;
  left = occurrence;
}

/** Notes that a step is reached; this may be the last thing that the process does. */
export function reach(step: Step): void {
  if (armed !== step) return;
  left -= 1;
  if (left <= 0) process.kill(process.pid, 'SIGKILL');
}
