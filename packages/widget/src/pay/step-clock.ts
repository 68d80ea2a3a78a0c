import type { CheckoutStep } from '../state/checkout-state.ts';
import { CheckoutStepEvent, type StepOutcome } from '../state/payment-events.ts';

/** Reports the steps of one attempt to the page, and how long each took. */
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

  /** Ends the open step, if there is one. */
  end(outcome: StepOutcome): void {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    const durationMs = performance.now() - open.begunAt;
    this.#target.dispatchEvent(new CheckoutStepEvent(open.step, outcome, durationMs));
  }
}
