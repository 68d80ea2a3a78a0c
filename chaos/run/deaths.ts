import type { Death } from './instance.ts';
import type { LaneStore } from './lane-store.ts';
import type { End } from './proxy-process.ts';
import type { Random } from '../world/random.ts';
import { steps, type Step } from './steps.ts';

/** Plans how the processes of a run end. */
export interface Deaths {
  /** Plans the next one; `undefined` when there is to be no other. */
  next(): Death | undefined;
  /** Hears how a process has ended. */
  ended(death: Death, end: End): void;
}

/** How long a process waits for its step; then it is killed wherever it is. */
const stepLimitMs = 1500;

/** The same for steps that come after a wait of the proxy's own, where no lease has to end first. */
const lateStepLimitMs = 3500;
const isLateStep = /overdue|given_up|interrupted|put_off/;

/** How long a process may live that is killed at a random time. */
const longestLifeMs = 600;

/** Kills so many processes, every step as often as every other, and stops one in twenty. */
export class RandomDeaths implements Deaths {
  readonly #random: Random;
  readonly #store: Pick<LaneStore, 'patience' | 'leaseMs'>;
  #killsLeft: number;
  #stepsLeft: Step[] = [];

  constructor(random: Random, kills: number, store: Pick<LaneStore, 'patience' | 'leaseMs'>) {
    this.#random = random;
    this.#killsLeft = kills;
    this.#store = store;
  }

  next(): Death | undefined {
    if (this.#killsLeft <= 0) return undefined;
    const kind = this.#random.fraction();
    const afterMs = this.#random.whole(0, longestLifeMs);
    if (kind < 0.05) return { kind: 'by_request', afterMs };
    this.#killsLeft -= 1;
    // A tenth dies while it takes over what the one before it left.
    if (kind < 0.15) return { kind: 'at_random', from: 'start', afterMs: afterMs / 10 };
    if (kind < 0.35) return { kind: 'at_random', from: 'ready', afterMs };
    const step = this.#nextStep();
    const { patience, leaseMs } = this.#store;
    if (!isLateStep.test(step)) {
      const limitMs = patience * stepLimitMs;
      return { kind: 'at_step', step, occurrence: this.#random.whole(1, 3), limitMs };
    }
    const limitMs = leaseMs + patience * lateStepLimitMs;
    return { kind: 'at_step', step, occurrence: 1, limitMs };
  }

  /** Has no use for how it went. */
  ended(): void {}

  #nextStep(): Step {
    if (this.#stepsLeft.length === 0) this.#stepsLeft = [...steps];
    const index = this.#random.whole(0, this.#stepsLeft.length - 1);
    const [step = steps[0]] = this.#stepsLeft.splice(index, 1);
    return step;
  }
}

/** How long a process of a short run waits for its step, and how often that is tried. */
const patientLimitMs = 6000;
const maxAttempts = 4;

/** Kills one process at each step; one that does not reach its step has successors that try again. */
export class EveryStep implements Deaths {
  readonly #left: { step: Step; attempts: number }[];

  constructor(wanted: readonly Step[] = steps) {
    this.#left = wanted.map((step) => ({ step, attempts: 1 }));
  }

  next(): Death | undefined {
    const next = this.#left.shift();
    if (!next) return undefined;
    return { kind: 'at_step', occurrence: 1, limitMs: patientLimitMs, ...next };
  }

  ended(death: Death, { step }: End): void {
    if (death.kind !== 'at_step' || step === death.step) return;
    const attempts = (death.attempts ?? 1) + 1;
    if (attempts <= maxAttempts) this.#left.push({ step: death.step, attempts });
  }
}
