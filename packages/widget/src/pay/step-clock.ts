import { CheckoutStepEvent, type CheckoutStep, type StepOutcome } from '../state/events.ts';

/** Tells the page how far an attempt has come, and how long each step took. */
export class StepClock {
  readonly #target: EventTarget;
  /** The step that has begun and not ended. */
  #open: { step: CheckoutStep; begunAt: number } | undefined;

  constructor(target: EventTarget) {
    this.#target = target;
  }

  begin(step: CheckoutStep): void {
    this.#open = { step, begunAt: performance.now() };
    this.#target.dispatchEvent(new CheckoutStepEvent(step));
  }

  /** Ends the step that is open, if there is one. */
  end(outcome: StepOutcome): void {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    const durationMs = performance.now() - open.begunAt;
    this.#target.dispatchEvent(new CheckoutStepEvent(open.step, outcome, durationMs));
  }
}
