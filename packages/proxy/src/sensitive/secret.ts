import { inspect } from 'node:util';

/** A value that prints as `[secret]` in text, JSON and `inspect`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

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

/** A secret that may change while the proxy runs. Read `current` at every use. */
export class RotatingSecret {
  #current: Secret;

  constructor(first: Secret) {
    this.#current = first;
  }

  get current(): Secret {
    return this.#current;
  }

  replaceWith(next: Secret): void {
    this.#current = next;
  }
}
