import { SqliteStore } from '../src/store/sqlite/sqlite-store.ts';
import { rules } from './attempts.ts';

/** A store in memory that begins no second try until the test lets it. */
export class HeldRetries extends SqliteStore {
  readonly #held = Promise.withResolvers<void>();

  constructor() {
    super(':memory:', rules);
  }

  release(): void {
    this.#held.resolve();
  }

  override async record(...written: Parameters<SqliteStore['record']>) {
    if (written[1].kind === 'try_started') await this.#held.promise;
    return super.record(...written);
  }
}
