import { userInfo } from 'node:os';
import { parseArgs, type ParseArgsConfig } from 'node:util';

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Operation {
  now: Date;
  by: string;
}

/** Resolves with the text to print. Rejects with `ConfigFaults` or `OperatorError`. */
export type Command = (
  env: Readonly<Record<string, string | undefined>>,
) => string | Promise<string>;

/** Throws `UsageError`. */
export type ReadCommand = (args: string[], operation: Operation) => Command;

/** Options of `readArguments`. */
export const flag = { type: 'boolean' } as const;
export const value = { type: 'string' } as const;

type Options = NonNullable<ParseArgsConfig['options']>;

/** Parses options and exactly the named positional arguments. Throws a `UsageError` of one sentence. */
export function readArguments<const Given extends Options>(
  args: string[],
  options: Given,
  names: readonly string[] = [],
) {
  const { values, positionals } = readAnyArguments(args, options);
  const missing = names[positionals.length];
  if (missing) throw new UsageError(`${missing} is missing; see --help`);
  const extra = positionals[names.length];
  if (extra !== undefined) throw new UsageError(`Unexpected argument '${extra}'; see --help`);
  return { values, given: positionals };
}

/** Parses options and any number of positional arguments. Throws a `UsageError` of one sentence. */
export function readAnyArguments<const Given extends Options>(args: string[], options: Given) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : 'Unknown arguments';
    throw new UsageError(`${reason}; see --help`);
  }
}

const secondsOf = new Map(Object.entries({ s: 1, m: 60, h: 3600, d: 86_400 }));

/** Returns the seconds of a text like `30m` or `400d`; `undefined` for anything else. */
export function secondsIn(text: string): number | undefined {
  if (!/^[1-9]\d{0,5}[smhd]$/.test(text)) return undefined;
  return Number.parseInt(text, 10) * (secondsOf.get(text.slice(-1)) ?? 0);
}

export function asksForHelp(args: readonly string[]): boolean {
  const options = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  return options.some((option) => option === '--help' || option === '-h');
}

/** Returns the system user who runs the program, even with sudo. */
export function systemUser(): string {
  try {
    return process.env['SUDO_USER'] ?? userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
