import type { OrderList } from '@card-checkout/contract';
import type { OrderState, OrderStatus } from '@card-checkout/contract/shop-server';
import { blockingAttempt, isProcessing, orderStateOf, type Attempt } from '../attempt/attempt.ts';
import { Refusal } from '../refusal.ts';
import type { ChangePosition, Store } from '../store/store.ts';
import type { EventLog } from '../telemetry/log.ts';
import type { Waiters } from './waiters.ts';

export interface OrdersParts {
  store: Store;
  waiters: Waiters;
  log: EventLog;
}

export interface OrderQuery {
  after: ChangePosition;
  limit: number;
  status?: OrderStatus | undefined;
}

/** Answers the shop's server about orders. Throws a `Refusal` when the store can't be read. */
export class Orders {
  readonly #parts: OrdersParts;

  constructor(parts: OrdersParts) {
    this.#parts = parts;
  }

  /**
   * Finds an order, and waits up to `seconds` while it is processing; `undefined` without attempts.
   * The wait ends early when the proxy shuts down, or when `left` says that the client is gone.
   */
  async find(orderId: string, seconds: number, left: AbortSignal): Promise<OrderState | undefined> {
    return this.#reading(async () => {
      const order = await this.#resolved(orderId, seconds, left);
      return order.length === 0 ? undefined : orderStateOf(orderId, order);
    });
  }

  /** Lists orders by their latest change. A page may hold fewer than `limit` and still have a next. */
  async list({ after, limit, status }: OrderQuery): Promise<OrderList> {
    const changed = await this.#reading(async () => this.#parts.store.listChanged(after, limit));
    const orders = changed.flatMap(({ attempts }) =>
      attempts[0] ? [orderStateOf(attempts[0].orderId, attempts)] : [],
    );
    const last = changed.length === limit ? changed.at(-1) : undefined;
    return {
      orders: orders.filter((order) => status === undefined || order.status === status),
      ...(last && { next: cursorOf(last.position) }),
    };
  }

  async #resolved(orderId: string, seconds: number, left: AbortSignal): Promise<Attempt[]> {
    const { store, waiters } = this.#parts;
    const order = await store.findOrder(orderId);
    const blocking = blockingAttempt(order);
    if (!blocking || seconds === 0 || !isProcessing(blocking)) return order;
    await waiters.wait(blocking.id, { timeoutMs: seconds * 1000, signal: left });
    return store.findOrder(orderId);
  }

  async #reading<Result>(read: () => Promise<Result>): Promise<Result> {
    return read().catch((error: unknown) => {
      this.#parts.log.readFailed(undefined, error);
      throw new Refusal('overloaded');
    });
  }
}

function cursorOf({ changedAt, attemptId }: ChangePosition): string {
  return Buffer.from(`${changedAt} ${attemptId}`).toString('base64url');
}

export function positionIn(cursor: string): ChangePosition | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, changedAt, attemptId] =
    /^(\d{4}-\d\d-\d\dT[\d:.]{12}Z) ([\da-f-]{36})$/.exec(text) ?? [];
  return changedAt && attemptId ? { changedAt, attemptId } : undefined;
}
