import { inspect } from 'node:util';

/** Holds a value that must not be printed: text, JSON and `inspect` of it say `[secret]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /**
   * Returns the value; `upstream.ts` calls it for the token, `order.ts` and `proof-of-work.ts` for
   * the order secret, `outbox.ts` for the webhook secret, `store/postgres-database.ts` and `redis.ts`
   * for the addresses, and `reload-secrets.ts` to see whether a file has changed.
   */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}

/** Holds a secret that may change while the proxy runs: whoever uses it asks each time. */
export class RotatingSecret {
  #current: Secret;

  constructor(first: Secret) {
    this.#current = first;
  }

  get current(): Secret {
    return this.#current;
  }

  /** Lets the next use have another value. */
  replaceWith(next: Secret): void {
    this.#current = next;
  }
}
