import type { Death } from './instance.ts';
import type { Random } from './random.ts';
import { steps, type Step } from './steps.ts';

/** How long a process waits for its step; then it is killed wherever it is. */
const stepLimitMs = 4000;

/** How long a process may live that is killed at a random time. */
const longestLifeMs = 600;

/** Plans how each process of a run ends: every step comes up as often as every other. */
export class Deaths {
  readonly #random: Random;
  #left: Step[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  /** Plans the next one: two in three at a step, one in twenty as an operator stops it. */
  next(): Death {
    const kind = this.#random.fraction();
    const afterMs = this.#random.whole(0, longestLifeMs);
    if (kind < 0.05) return { kind: 'by_request', afterMs };
    // A tenth dies while it takes over what the one before it left.
    if (kind < 0.15) return { kind: 'at_random', from: 'start', afterMs: afterMs / 10 };
    if (kind < 0.35) return { kind: 'at_random', from: 'ready', afterMs };
    const step = this.#nextStep();
    return { kind: 'at_step', step, occurrence: this.#random.whole(1, 4), limitMs: stepLimitMs };
  }

  #nextStep(): Step {
    if (this.#left.length === 0) this.#left = [...steps];
    const index = this.#random.whole(0, this.#left.length - 1);
    const [step = steps[0]] = this.#left.splice(index, 1);
    return step;
  }
}
