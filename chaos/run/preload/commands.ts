import type { Step } from '../steps.ts';

/** What the runner tells a process. */
export type Command =
  { kind: 'go'; step: Step | undefined; occurrence: number } | { kind: 'shift'; byMs: number };

/** What a process tells the runner. */
export type Report = 'ready' | 'shifted';
