import type { HeldBack } from '../check/evidence.ts';

/** Finds the payments that a proxy's log says it held back, by its clock, `clockMs` ahead. */
export function heldBackIn(log: string, clockMs: number): HeldBack[] {
  return log
    .split('\n')
    .filter((line) => line.includes('"reason":"api_down"'))
    .map((line): { payment?: unknown; time?: unknown } => JSON.parse(line))
    .map(({ payment, time }) => ({ key: String(payment), at: Date.parse(String(time)) - clockMs }));
}
