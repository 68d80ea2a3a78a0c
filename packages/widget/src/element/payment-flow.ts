import type { ReactiveControllerHost } from 'lit';
import type { FirstMessages } from '../locales/messages.ts';
import { completeMessages } from '../locales/pt-br-late.ts';
import { AttemptRunner, type PayingElement, type PressedAttempt } from '../pay/attempt-runner.ts';
import type { Ending } from '../pay/ending.ts';
import { isOver, type CheckoutState } from '../state/checkout-state.ts';

/** What a flow needs of its element. */
export type FlowHost = PayingElement &
  Pick<ReactiveControllerHost, 'updateComplete'> & { readonly renderRoot: ShadowRoot };

/** Where a flow shows what happens. */
export interface Stage {
  readonly state: CheckoutState;
  /** Aborts when the attempt is cancelled or reset. */
  readonly signal: AbortSignal;
  /** Integer centavos that the latest attempt charges; unknown for one of an earlier page. */
  totalCentavos: number | undefined;
  show(state: CheckoutState, paymentId: string | undefined): void;
  /** Shows how an attempt of the buyer's ended. */
  end(ending: Ending): void;
  /** Shows the start. */
  forget(): void;
  /** Runs when the card leaves the page. */
  submitted(): void;
  /** Runs when nothing that was typed is needed any more. */
  over(): void;
}

/** The attempts of an element, and what became of earlier ones. */
export class PaymentFlow {
  readonly #host: FlowHost;
  readonly #stage: Stage;
  readonly #life: AbortSignal;
  readonly #runner: AttemptRunner;

  /** `life` aborts when the element leaves the page. */
  constructor(host: FlowHost, stage: Stage, life: AbortSignal) {
    this.#host = host;
    this.#stage = stage;
    this.#life = life;
    this.#runner = new AttemptRunner(
      host,
      (step, paymentId) => {
        stage.show({ status: 'paying', step }, paymentId);
        if (step === 'submit') stage.submitted();
      },
      life,
    );
  }

  /** Loads what an attempt needs. Throws any error; an attempt tries all of it again. */
  async prepare(): Promise<void> {
    await this.#runner.prepare();
  }

  /** Runs an attempt to its end; throws as `AttemptRunner.run` does. */
  async pay(attempt: PressedAttempt, messages: FirstMessages, signal: AbortSignal): Promise<void> {
    const place = { root: this.#host.renderRoot, challengeTexts: completeMessages(messages) };
    const ending = await this.#runner.run(attempt, place, signal);
    if (ending.paymentId !== attempt.idempotencyKey) this.#stage.totalCentavos = undefined;
    this.#stage.end(ending);
    void this.watch();
  }

  /** Shows what became of an attempt that an earlier page has sent, while the order is the same. */
  async resume(orderId: string, isSame: () => boolean): Promise<void> {
    const isWanted = (): boolean => isSame() && this.#stage.state.status === 'ready';
    const ending = await this.#runner.resume(orderId, isWanted);
    if (!ending) return;
    if (!isSame()) return this.#stage.forget();
    await this.#reveal(ending);
    void this.watch();
  }

  /**
   * Shows how a payment ends that is pending or may have been charged, while the element is on the
   * page and not reset.
   */
  async watch(): Promise<void> {
    const { state } = this.#stage;
    const payment = 'payment' in state ? state.payment : undefined;
    if (!payment) return;
    const signal = AbortSignal.any([this.#life, this.#stage.signal]);
    try {
      const ending = await this.#runner.watch(payment, signal);
      if (signal.aborted || ending.state.status === state.status) return;
      await this.#reveal(ending);
      await this.watch();
    } catch {
      // The payment is as it was last known.
    }
  }

  /** Shows the end of a payment that the buyer no longer waits for; leaves the focus alone. */
  async #reveal({ state, paymentId, event }: Ending): Promise<void> {
    if (isOver(state.status)) this.#stage.over();
    this.#stage.show(state, paymentId);
    await this.#host.updateComplete;
    this.#host.dispatchEvent(event);
  }
}
