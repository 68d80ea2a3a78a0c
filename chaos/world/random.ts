import { hash } from 'node:crypto';

/** Draws everything that a run leaves to chance; the same seed draws the same. */
export class Random {
  readonly #seed: string;
  #drawn = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** At least 0 and less than 1. */
  fraction(): number {
    this.#drawn += 1;
    const bytes = hash('sha256', `${this.#seed} ${this.#drawn}`, 'buffer');
    return bytes.readUInt32LE(0) / 2 ** 32;
  }

  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** Throws when there is nothing to pick from. */
  pick<Item>(items: readonly Item[]): Item {
    const picked = items[this.whole(0, items.length - 1)];
    if (picked === undefined) throw new Error('There is nothing to pick from');
    return picked;
  }

  /** Makes a generator of its own, so that what one part draws changes nothing for another. */
  branch(name: string): Random {
    return new Random(`${this.#seed}/${name}`);
  }
}
