import { describe, expect, it } from 'vitest';
import { waitSecondsOf } from './waiting.ts';

describe('waitSecondsOf', () => {
  it.each([
    [undefined, 25],
    ['', 25],
    ['wait=0', 0],
    ['wait=10', 10],
    ['WAIT = "10"', 10],
    ['respond-async, wait=10', 10],
    ['respond-async; wait=10', 10],
    [['respond-async', 'wait=10'], 10],
    ['wait=5, wait=10', 5],
    ['wait=31', 30],
    ['wait=99999999999999999999', 30],
    ['wait=-1', 25],
    ['wait=1.5', 25],
    ['wait', 25],
    ['waiting=3', 25],
  ])('reads %j as %i', (header, seconds) => {
    expect(waitSecondsOf(header, 25)).toBe(seconds);
  });
});
