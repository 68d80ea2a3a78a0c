import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { secretNames } from './environment.ts';

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

export type Variables = Readonly<Record<string, string | undefined>>;

/** Removes blanks and carriage returns, which files of settings bring along, and then what is empty. */
export function trimmed(env: Variables): Record<string, string | undefined> {
  const given = Object.entries(env).map(([name, text]) => [name, text?.trim()] as const);
  return Object.fromEntries(given.filter(([, text]) => text));
}

/** Faults by variable. Each text completes a sentence that starts with the variable's name. */
export type Faults = Map<string, string>;

/**
 * Reads a schema's variables, secrets also from their files. Throws `ConfigFaults`, also for the
 * `faults` that are known before.
 */
export function readVariables<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  env: Variables,
  faults: Faults = new Map(),
) {
  const { https_proxy: HTTPS_PROXY, no_proxy: NO_PROXY } = env;
  const all = Object.entries({ HTTPS_PROXY, NO_PROXY, ...env });
  const given = trimmed(Object.fromEntries(all));
  for (const name of secretNames.filter((secret) => secret in schema.shape)) {
    const file = `${name}_FILE`;
    if (given[file] && given[name]) faults.set(name, `and ${file} are both set; keep one`);
    else given[name] ??= readFile(file, given, faults)?.toString().trim();
  }
  const { data, error } = schema.safeParse(given);
  for (const { path, message } of error?.issues ?? []) {
    const name = String(path[0]);
    if (!faults.has(name) && !faults.has(`${name}_FILE`)) faults.set(name, message);
  }
  if (data && faults.size === 0) return data;
  throw new ConfigFaults([...faults].map(([name, fault]) => `${name} ${fault}`));
}

/** Reads the file that a variable names. Notes a fault for an unreadable or empty file. */
export function readFile(name: string, env: Variables, faults: Faults): Buffer | undefined {
  const file = env[name];
  if (!file) return undefined;
  try {
    const bytes = readFileSync(file);
    if (bytes.toString().trim() !== '') return bytes;
    faults.set(name, `names an empty file: ${file}`);
  } catch {
    faults.set(name, 'must name a file that can be read');
  }
  return undefined;
}
