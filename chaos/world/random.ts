import { hash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** All randomness of a run; the same seed repeats it. */
export class Random {
  readonly #seed: string;
  readonly #generator: RandomGenerator;

  constructor(seed: string) {
    this.#seed = seed;
    const state = hash('sha256', seed, 'buffer');
    this.#generator = xoroshiro128plusFromState([0, 4, 8, 12].map((at) => state.readInt32LE(at)));
  }

  /** From 0 up to, but not including, 1. */
  fraction(): number {
    return uniformFloat64(this.#generator);
  }

  /** A whole number from `min` to `max`, inclusive. */
  whole(min: number, max: number): number {
    return uniformInt(this.#generator, min, max);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** @throws if there is nothing to pick from. */
  pick<Item>(items: readonly Item[]): Item {
    const picked = items[this.whole(0, items.length - 1)];
    if (picked === undefined) throw new Error('Nothing to pick from');
    return picked;
  }

  /** Creates an independent generator, so that parts of a run don't affect each other. */
  branch(name: string): Random {
    return new Random(`${this.#seed}/${name}`);
  }
}
