import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Says what is wrong with the command line. */
export class InvalidOptions extends Error {}

/** What a benchmark that has no other option is told. */
export interface Rounds {
  /** How often everything is measured, in turn. */
  rounds: number;
}

/** Reads the command line of this process; where it is wrong, or asks for help, says so and gives nothing. */
export function optionsFrom<Options>(
  read: (args: string[]) => Options | 'help',
  usage: string,
): Options | undefined {
  try {
    const options = read(process.argv.slice(2));
    if (options !== 'help') return options;
    process.stdout.write(`${usage}\n`);
  } catch (error) {
    if (!(error instanceof InvalidOptions)) throw error;
    process.stderr.write(`${error.message}\n\n${usage}\n`);
    process.exitCode = 1;
  }
  return undefined;
}

/** Does what `parseArgs` does. Throws `InvalidOptions`. */
export function valuesIn<const Known extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Known,
) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message : 'Invalid options';
    throw new InvalidOptions(message, { cause: error });
  }
}

/** Reads a command line that has `--rounds` alone. Throws `InvalidOptions`. */
export function roundsIn(args: string[], byDefault: number): Rounds | 'help' {
  const { rounds, help } = valuesIn(args, {
    rounds: { type: 'string', default: String(byDefault) },
    help: { type: 'boolean', default: false },
  });
  return help ? 'help' : { rounds: wholeNumber('rounds', rounds, 1) };
}

/** Reads the value of an option. Throws `InvalidOptions`. */
export function wholeNumber(name: string, text: string, min: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min) return value;
  throw new InvalidOptions(`--${name} must be a whole number, at least ${min}`);
}
