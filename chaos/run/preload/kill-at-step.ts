import { subscribe } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import type { Step } from '../steps.ts';

/** Where the runner reads what the process has come to. */
const reportFile = 3;

let armed: { step: Step; occurrence: number } | undefined;
let seen = 0;

/** Sets at which occurrence of a step, counted from now on, the process kills itself. */
export function armStep(step: Step, occurrence: number): void {
  armed = { step, occurrence };
  seen = 0;
}

/** Notes that a step is reached; this may be the last thing that the process does. */
export function reach(step: Step): void {
  if (armed?.step !== step) return;
  seen += 1;
  if (seen < armed.occurrence) return;
  report(step);
  process.kill(process.pid, 'SIGKILL');
}

/** Tells the runner a word: the step of a kill, `ready` or `shifted`. */
export function report(word: string): void {
  writeSync(reportFile, `${word}\n`);
}

/** Tells the runner when the program listens; it has taken SIGTERM for what it is since before. */
export function reportReadiness(): void {
  subscribe('tracing:net.server.listen:asyncEnd', () => report('ready'));
}
