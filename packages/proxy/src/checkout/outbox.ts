import { setTimeout as pauseFor } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { receivers, type Receiver } from '../attempt/messages.ts';
import type { Secret } from '../sensitive/secret.ts';
import type { DueMessage, Store } from '../store/store.ts';
import type { EventLog } from '../telemetry/log.ts';

export interface OutboxOptions {
  webhooks: Partial<Record<Receiver, string>>;
  webhookSecret: Secret | undefined;
  store: Store;
  log: EventLog;
  now: () => Date;
}

/** How long a receiver may take to answer (Standard Webhooks recommends 15 to 30 s). */
const deliveryTimeoutMs = 15_000;

/** How long a message is hidden from other instances; longer than a delivery takes. */
const hiddenMs = 60_000;

const readEveryMs = 1000;

const messagesAtOnce = 8;

const lifetimeMs = 3 * 86_400_000;

/** The waits in seconds after the first, second, … failed delivery; the last one repeats. */
const waitsSeconds = [5, 30, 2 * 60, 10 * 60, 30 * 60, 3600, 2 * 3600, 4 * 3600];

/**
 * Delivers stored messages at least once, signed as Standard Webhooks describes. A message that isn't
 * answered 2xx is sent again, at growing intervals, for 3 days. Receivers don't hold each other up; a
 * payment's outcomes leave one by one.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #stop = new AbortController();
  #wake = new AbortController();
  #loops: Promise<unknown> = Promise.resolve();

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  start(): void {
    const { webhooks, webhookSecret } = this.#options;
    if (!webhookSecret) return;
    const signer = new Webhook(webhookSecret.reveal());
    const loops = receivers.map(async (receiver) => {
      const url = webhooks[receiver];
      if (url) await this.#deliverTo(receiver, url, signer);
    });
    this.#loops = Promise.all(loops);
  }

  wake(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  /** Stops delivering; undelivered messages stay in the store. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loops;
  }

  async #deliverTo(receiver: Receiver, url: string, signer: Webhook): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const woken = this.#wake.signal;
      const delivered = await this.#deliverDue(receiver, url, signer);
      if (delivered < messagesAtOnce) await this.#rest(woken);
    }
  }

  async #rest(woken: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([woken, this.#stop.signal]);
    await pauseFor(readEveryMs, undefined, { signal }).catch(() => undefined);
  }

  async #deliverDue(receiver: Receiver, url: string, signer: Webhook): Promise<number> {
    const { store, log, now } = this.#options;
    try {
      const until = new Date(now().getTime() + hiddenMs);
      const due = await store.takeMessages(receiver, messagesAtOnce, until);
      await Promise.all(due.map((message) => this.#deliver(message, url, signer)));
      return due.length;
    } catch (error) {
      log.emit('outbox_failed', { error });
      return 0;
    }
  }

  async #deliver(message: DueMessage, url: string, signer: Webhook): Promise<void> {
    const { store, log, now } = this.#options;
    const failure = await this.#post(message, url, signer);
    if (failure === undefined) return store.postpone(message.id, undefined);
    if (this.#stop.signal.aborted) return store.postpone(message.id, now());
    const nextAt = nextDelivery(message, now());
    const isLast = nextAt === undefined;
    const { id, receiver, deliveries } = message;
    log.metrics.count('delivery_failures_total', receiver);
    if (isLast) log.metrics.count('messages_abandoned_total', receiver);
    const entry = isLast ? 'message_abandoned' : 'delivery_failed';
    log.emit(entry, { message: id, receiver, deliveries, cause: failure });
    await store.postpone(message.id, nextAt);
  }

  /** Returns the reason if that failed. */
  async #post({ id, body }: DueMessage, url: string, signer: Webhook): Promise<string | undefined> {
    const at = this.#options.now();
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signer.sign(id, at, body),
    };
    const signal = AbortSignal.any([AbortSignal.timeout(deliveryTimeoutMs), this.#stop.signal]);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal,
        redirect: 'manual',
      });
      await response.body?.cancel();
      return response.ok ? undefined : String(response.status);
    } catch (error) {
      return error instanceof Error ? error.name : 'unknown';
    }
  }
}

/** Returns `undefined` after 3 days. */
function nextDelivery({ createdAt, deliveries }: DueMessage, now: Date): Date | undefined {
  const waitMs = (waitsSeconds[deliveries] ?? waitsSeconds.at(-1) ?? 0) * 1000;
  const nextAt = new Date(now.getTime() + waitMs * (0.9 + Math.random() * 0.2));
  const isOver = nextAt.getTime() > new Date(createdAt).getTime() + lifetimeMs;
  return isOver ? undefined : nextAt;
}
