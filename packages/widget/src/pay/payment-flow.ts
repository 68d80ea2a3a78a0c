import type { Payment } from '@card-checkout/contract/payment';
import { watchPolicy } from '../browser/page-policy.ts';
import { CheckoutError } from '../errors.ts';
import { findBrand } from '../fields/brands.ts';
import type { FraudAdapter } from '../fraud/adapter.ts';
import { startProfile } from '../fraud/profile.ts';
import { askAgain, followPayment, watchPayment } from '../proxy-client/client.ts';
import { CheckoutSettings, type PageSettings } from '../proxy-client/settings.ts';
import {
  canPay,
  isOver,
  type CheckoutState,
  type CheckoutStep,
  type Receipt,
} from '../state/checkout-state.ts';
import { CheckoutReadyEvent } from '../state/payment-events.ts';
import type { ThreeDSAdapter } from '../three-ds/adapter.ts';
import { adapterFor } from '../three-ds/adapters.ts';
import { findAtLoad } from './earlier-attempt.ts';
import { endingOf, type Ending } from './ending.ts';
import { prepareLoudly, type ClosableForm, type PageAttributes } from './misuse.ts';
import { pay, threeDSSettings, type Attempt, type PayContext, type Surroundings } from './pay.ts';
import { StepClock } from './step-clock.ts';

/** What the page has set on the element that pays. */
export interface PayingElement extends EventTarget, PageSettings, PageAttributes {
  /** As TypeScript's DOM types have it, which before 6.0 let it be undefined. */
  readonly nonce?: string | undefined;
  readonly threeDSAdapter: ThreeDSAdapter | undefined;
  readonly fraudAdapter: FraudAdapter | undefined;
  readonly surroundings?: Surroundings | undefined;
}

/** One press of the pay button, as the form knows it. */
export type PressedAttempt = Omit<Attempt, 'fraudAdapter' | 'adapter'>;

/** Where the challenge is shown, and in which language. */
export type ChallengePlace = Pick<PayContext, 'root' | 'challengeTexts'>;

/** Shows a step of the payment with that id; runs before the page receives the event. */
type ShowStep = (step: CheckoutStep, paymentId: string) => void;

/** Runs an element's attempts against the proxy, and finds out what became of earlier ones. */
export class AttemptRunner {
  readonly #element: PayingElement;
  readonly #showStep: ShowStep;
  readonly #life: AbortSignal;
  readonly #settings: CheckoutSettings;

  /** `life` aborts when the element leaves the page; a submitted attempt runs on. */
  constructor(element: PayingElement, showStep: ShowStep, life: AbortSignal) {
    this.#element = element;
    this.#showStep = showStep;
    this.#life = life;
    this.#settings = new CheckoutSettings(element);
  }

  /**
   * Loads the proxy's configuration, starts the fraud script and prepares the 3DS adapter.
   * @throws any error; an attempt tries all of it again.
   */
  async prepare(): Promise<void> {
    const config = await this.#settings.load(this.#life);
    watchPolicy(config.apiUrl, config.threeDSScriptUrl, config.fraudScriptUrl ?? '');
    const { fraudScriptUrl: urlTemplate, merchantId, provider } = config;
    const { fraudAdapter: adapter, threeDSAdapter } = this.#element;
    startProfile({ urlTemplate, merchantId, nonce: this.#nonce, adapter });
    this.#element.dispatchEvent(new CheckoutReadyEvent());
    await adapterFor(provider, threeDSAdapter).prepare?.(threeDSSettings(config, this.#nonce));
  }

  /**
   * Runs an attempt to its end.
   * @throws CheckoutError when it ends without an answer about the payment; the reason of `signal`
   * when that aborts before the card is submitted.
   */
  async run(attempt: PressedAttempt, place: ChallengePlace, signal: AbortSignal): Promise<Ending> {
    const { threeDSAdapter: adapter, fraudAdapter } = this.#element;
    const clock = new StepClock(this.#element);
    const onAbort = (): void => {
      if (!(signal.reason instanceof CheckoutError)) clock.end('cancelled');
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const context = this.#contextOf(attempt, place, clock, signal);
      const payment = await pay({ ...attempt, adapter, fraudAdapter }, context);
      clock.end(payment.status);
      const isThisCard = payment.id === attempt.idempotencyKey;
      return endingOf(payment, isThisCard ? receiptOf(attempt) : undefined);
    } catch (error) {
      clock.end(error instanceof CheckoutError ? error.code : 'unexpected');
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /**
   * Finds what became of an attempt of the order that an earlier page has sent, and waits for its
   * end; returns nothing when there is none, or when `isWanted` says that it may not be shown.
   */
  async resume(orderId: string, isWanted: () => boolean): Promise<Ending | undefined> {
    const { proxyUrl } = this.#element;
    // An attempt that has begun meanwhile is not an earlier one, and must not be forgotten.
    const order = { id: orderId, token: this.#element.order.trim() };
    const find = async () => (isWanted() ? findAtLoad(proxyUrl, order, this.#life) : undefined);
    const earlier = await askAgain(find, () => true, this.#life);
    if (!earlier || !isWanted()) return undefined;
    const clock = new StepClock(this.#element);
    if (earlier.status === 'processing') {
      this.#showStep('waiting', earlier.id);
      clock.begin('waiting');
    }
    const payment = await followPayment(proxyUrl, earlier);
    clock.end(payment.status);
    return endingOf(payment);
  }

  /** Looks for the outcome of a pending payment for fifteen minutes; it may still be pending then. */
  async watch(payment: Payment, signal: AbortSignal): Promise<Ending> {
    return endingOf(await watchPayment(this.#element.proxyUrl, payment, signal));
  }

  #contextOf(
    { idempotencyKey }: PressedAttempt,
    place: ChallengePlace,
    clock: StepClock,
    signal: AbortSignal,
  ): PayContext {
    return {
      ...place,
      proxyUrl: this.#element.proxyUrl,
      config: async () => this.#settings.load(this.#life),
      nonce: this.#nonce,
      surroundings: this.#element.surroundings,
      onStep: (step) => {
        if (signal.aborted) return;
        this.#showStep(step, idempotencyKey);
        clock.begin(step);
      },
      onStepEnd: (outcome) => clock.end(outcome),
      signal,
    };
  }

  get #nonce(): string | undefined {
    return this.#element.nonce || undefined;
  }
}

/** What a flow needs of its element. */
export interface FlowHost extends PayingElement {
  readonly updateComplete: Promise<boolean>;
}

/** Where a flow shows what happens. */
export interface Stage extends ClosableForm {
  /** Aborts when the attempt is cancelled or reset. */
  readonly signal: AbortSignal;
  /** Aborts when the element leaves the page; another one once it is back. */
  readonly life: AbortSignal;
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
  readonly #runner: AttemptRunner;

  constructor(host: FlowHost, stage: Stage) {
    this.#host = host;
    this.#stage = stage;
    this.#runner = new AttemptRunner(
      host,
      (step, paymentId) => {
        stage.show({ status: 'paying', step }, paymentId);
        if (step === 'submit') stage.submitted();
      },
      stage.life,
    );
  }

  /** Loads what an attempt needs; throws as `prepareLoudly` does. */
  async prepare(): Promise<void> {
    const prepare = async (): Promise<void> => this.#runner.prepare();
    await prepareLoudly(this.#host, prepare, this.#stage, this.#stage.life);
  }

  /** Runs an attempt to its end; throws as `AttemptRunner.run` does. */
  async pay(attempt: PressedAttempt, place: ChallengePlace, signal: AbortSignal): Promise<void> {
    const ending = await this.#runner.run(attempt, place, signal);
    if (ending.paymentId !== attempt.idempotencyKey) this.#stage.totalCentavos = undefined;
    this.#stage.end(ending);
    void this.watch();
  }

  /** Shows what became of an attempt that an earlier page has sent, while the order is the same. */
  async resume(orderId: string, isSame: () => boolean): Promise<void> {
    const isWanted = (): boolean => isSame() && isUntried(this.#stage.state);
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
    const signal = AbortSignal.any([this.#stage.life, this.#stage.signal]);
    try {
      const ending = await this.#runner.watch(payment, signal);
      const isSame = ending.state.status === state.status && canPay(ending.state) === canPay(state);
      if (signal.aborted || isSame) return;
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

/** Whether no payment has been tried here; an order that has expired may be one that was paid. */
function isUntried(state: CheckoutState): boolean {
  if (state.status === 'error') return state.error.code === 'order_expired' && !state.payment;
  return state.status === 'ready';
}

/** Returns what the buyer may still see of a card that has paid just now. */
function receiptOf({ request }: PressedAttempt): Receipt {
  const { number } = request.card;
  return { brand: findBrand(number)?.brand, last4: number.slice(-4), at: new Date() };
}
