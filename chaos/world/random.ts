import { createHash } from 'node:crypto';

/** Draws everything that a run leaves to chance; the same seed draws the same. */
export interface Random {
  /** At least 0 and less than 1. */
  fraction(): number;
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** Picks by weight; the weights need no sum. */
  weighted<Item extends { weight: number }>(items: readonly [Item, ...Item[]]): Item;
  /** Makes a generator of its own, so that what one part draws changes nothing for another. */
  branch(name: string): Random;
}

/** Makes a generator from a seed. */
export function seeded(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  const fraction = () => {
    // mulberry32
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    fraction,
    whole: (min, max) => min + Math.floor(fraction() * (max - min + 1)),
    chance: (probability) => fraction() < probability,
    pick: (items) => items[Math.floor(fraction() * items.length)] ?? items[0],
    weighted: (items) => weightedItem(items, fraction()),
    branch: (name) => seeded(`${seed}/${name}`),
  };
}

function weightedItem<Item extends { weight: number }>(
  items: readonly [Item, ...Item[]],
  fraction: number,
): Item {
  const sum = items.reduce((total, { weight }) => total + weight, 0);
  let rest = fraction * sum;
  return items.find(({ weight }) => (rest -= weight) < 0) ?? items[0];
}
