import { inspect } from 'node:util';

/**
 * A value that prints as `[secret]` in text, JSON and `inspect`. It may change while the proxy runs:
 * reveal it at every use.
 */
export class Secret {
  #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  replaceWith(value: string): void {
    this.#value = value;
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
