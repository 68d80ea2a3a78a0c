import { inspect } from 'node:util';

/** Holds a value that must not be printed: text, JSON and `inspect` of it say `[secret]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /**
   * Returns the value; `upstream.ts` calls it for the token, `order.ts` and `proof-of-work.ts` for the
   * order secret,
   * `outbox.ts` for the webhook secret, `store/postgres-database.ts` and `redis.ts` for the addresses.
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
