import { expect, it } from 'vitest';
import { walk } from './walk.ts';
import { worlds } from './world.ts';

it('keeps every promise in every state of an order', () => {
  const { states, isWhole, faults } = walk(worlds.one4);

  expect(faults).toEqual([]);
  expect(isWhole).toBe(true);
  expect(states).toBeGreaterThan(40_000);
});
