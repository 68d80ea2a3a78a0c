import type { z } from 'zod';

/**
 * Lists what is wrong with the environment: a line for each variable, without any secret.
 *
 * @example
 * try {
 *   readConfig(process.env);
 * } catch (error) {
 *   if (error instanceof ConfigFaults) log(...error.faults);
 * }
 */
export class ConfigFaults extends Error {
  override readonly name = 'ConfigFaults';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** Faults by variable. Each text completes a sentence that starts with the variable's name. */
export type Faults = Map<string, string>;

/** A variable keeps its first fault, including its file's. */
export function addIssues(faults: Faults, error: z.ZodError | undefined): void {
  for (const { path, message } of error?.issues ?? []) {
    const name = String(path[0]);
    if (!faults.has(name) && !faults.has(`${name}_FILE`)) faults.set(name, message);
  }
}

export function errorOf(faults: Faults): ConfigFaults {
  return new ConfigFaults([...faults].map(([name, message]) => `${name} ${message}`));
}
