import { expect, it } from 'vitest';
import { walk } from './walk.ts';
import { worlds } from './world.ts';

it('keeps every promise in every state of an order', () => {
  const { states, isWhole, faults } = walk(worlds.one4);

  expect(faults).toEqual([]);
  expect(isWhole).toBe(true);
  expect(states).toBeGreaterThan(40_000);
});

it('charges once and says the truth, whenever two pages of an order load, press and send', () => {
  const { states, isWhole, faults } = walk(worlds.tabs2);

  expect(faults).toEqual([]);
  expect(isWhole).toBe(true);
  expect(states).toBeGreaterThan(10_000);
});
