import { SqliteDatabase } from '../src/store/sqlite/sqlite-database.ts';
import { Store } from '../src/store/store.ts';
import { rules } from './payments.ts';

/** A store in memory that holds back second tries until the test releases them. */
export class HeldRetries extends Store {
  readonly #held = Promise.withResolvers<void>();

  constructor() {
    super(new SqliteDatabase(':memory:'), rules);
  }

  release(): void {
    this.#held.resolve();
  }

  override async record(...written: Parameters<Store['record']>) {
    if (written[1].kind === 'try_started') await this.#held.promise;
    return super.record(...written);
  }
}
