import type { ClientConfig } from '@card-checkout/contract/client-config';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { stateAfter, type CheckoutState } from './checkout-state.ts';
import { startDeadline, unlessAborted } from './deadline.ts';
import { CheckoutError } from './errors.ts';
import { CheckoutReadyEvent, CheckoutStepEvent, eventFor, type CheckoutStep } from './events.ts';
import { startFraudScript } from './fraud-script.ts';
import type { Attempt, PayContext } from './pay.ts';
import { fetchConfig } from './proxy-call.ts';

const loadTimeoutMs = 10_000;

/** Is what the controller needs of its element. */
export interface CheckoutHost extends ReactiveControllerHost, EventTarget {
  readonly proxyUrl: string;
  /** What the page says instead of the proxy. */
  readonly configOverrides: Partial<ClientConfig>;
  readonly nonce: string;
  /** Hears that an attempt has ended; `sent` tells whether the card left the page. */
  attemptEnded(state: CheckoutState, sent: boolean): void;
}

/** Runs one attempt at a time for its element; everything in flight ends when the element goes. */
export class CheckoutController implements ReactiveController {
  state: CheckoutState = { status: 'ready' };
  /** The idempotency key of the latest attempt. */
  paymentId: string | undefined;
  readonly #host: CheckoutHost;
  #life = new AbortController();
  #cancelling = new AbortController();
  #config: Promise<ClientConfig> | undefined;
  #configuredFrom = '';

  constructor(host: CheckoutHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#life = new AbortController();
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    if (this.#host.proxyUrl !== this.#configuredFrom && !this.#life.signal.aborted) {
      void this.#prepare();
    }
  }

  hostDisconnected(): void {
    this.#life.abort();
    this.#config = undefined;
    this.#configuredFrom = '';
    if (this.state.status === 'paying') this.state = { status: 'ready' };
  }

  /** Whether the button may be pressed: nothing is running, and another attempt can make sense. */
  get canPay(): boolean {
    const { state } = this;
    if (state.status === 'error') return state.error.retryable;
    return state.status === 'ready' || state.status === 'declined';
  }

  /** Whether the buyer may still call the attempt off. */
  get canCancel(): boolean {
    return this.state.status === 'paying' && !isSent(this.state.step);
  }

  /** Runs an attempt to its end; does nothing while another one runs. */
  async pay(
    attempt: Omit<Attempt, 'idempotencyKey'>,
    place: Pick<PayContext, 'root' | 'messages'>,
  ): Promise<void> {
    if (!this.canPay) return;
    const { signal } = this.#life;
    const idempotencyKey = crypto.randomUUID();
    this.#cancelling = new AbortController();
    const cancelled = this.#cancelling.signal;
    this.paymentId = idempotencyKey;
    this.#change({ status: 'paying', step: 'fraud' });
    try {
      const { pay } = await loadPay(AbortSignal.any([signal, cancelled]));
      const payment = await pay(
        { ...attempt, idempotencyKey },
        {
          ...place,
          proxyUrl: this.#host.proxyUrl,
          config: this.#settings(signal),
          nonce: this.#nonce,
          onStep: (step) => {
            if (!signal.aborted) this.#step(step);
          },
          signal,
          cancelled,
        },
      );
      this.#end(stateAfter(payment));
    } catch (error) {
      if (!signal.aborted) this.fail(toCheckoutError(error));
    }
  }

  /** Calls the running attempt off, unless the card is on its way already. */
  cancel(): void {
    if (this.canCancel) this.#cancelling.abort(new CheckoutError('three_ds_cancelled'));
  }

  /** Ends with an error and tells the page. */
  fail(error: CheckoutError): void {
    this.#end({ status: 'error', error });
  }

  /** Goes back to the empty form; a running attempt is left without a listener. */
  reset(): void {
    this.#life.abort();
    this.#life = new AbortController();
    this.paymentId = undefined;
    this.#change({ status: 'ready' });
  }

  get #nonce(): string | undefined {
    return this.#host.nonce || undefined;
  }

  async #prepare(): Promise<void> {
    this.#configuredFrom = this.#host.proxyUrl;
    this.#config = undefined;
    try {
      const { fraudScriptUrl, merchantId } = await this.#settings(this.#life.signal);
      if (fraudScriptUrl !== undefined) {
        startFraudScript({ urlTemplate: fraudScriptUrl, merchantId, nonce: this.#nonce });
      }
      await loadPay(this.#life.signal);
      this.#host.dispatchEvent(new CheckoutReadyEvent());
    } catch {
      // The attempt asks again, and tells the buyer if that fails too.
    }
  }

  /** Gives what the proxy says, once for as long as it succeeds, with what the page says instead. */
  async #settings(signal: AbortSignal): Promise<ClientConfig> {
    if (this.#host.proxyUrl === '') throw new CheckoutError('misconfigured');
    const loading = (this.#config ??= fetchConfig(this.#host.proxyUrl, signal));
    try {
      return { ...(await loading), ...this.#host.configOverrides };
    } catch (error) {
      if (this.#config === loading) this.#config = undefined;
      throw error;
    }
  }

  #step(step: CheckoutStep): void {
    this.#change({ status: 'paying', step });
    this.#host.dispatchEvent(new CheckoutStepEvent(step));
  }

  #end(state: CheckoutState): void {
    const sent = this.state.status === 'paying' && isSent(this.state.step);
    this.#change(state);
    this.#host.attemptEnded(state, sent);
    const event = eventFor(state);
    if (event) this.#host.dispatchEvent(event);
  }

  #change(state: CheckoutState): void {
    this.state = state;
    this.#host.requestUpdate();
  }
}

/** Loads the way of a payment, which the form does not need while the buyer is typing. */
async function loadPay(signal: AbortSignal): Promise<typeof import('./pay.ts')> {
  const limit = startDeadline(loadTimeoutMs, signal, () => 'late');
  try {
    return await unlessAborted(limit.signal, import('./pay.ts'));
  } catch (cause) {
    signal.throwIfAborted();
    throw new CheckoutError('proxy_unreachable', { cause });
  } finally {
    limit.clear();
  }
}

function isSent(step: CheckoutStep): boolean {
  return step === 'submit' || step === 'waiting';
}

function toCheckoutError(error: unknown): CheckoutError {
  return error instanceof CheckoutError ? error : new CheckoutError('unexpected', { cause: error });
}
