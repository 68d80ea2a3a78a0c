import { parseArgs } from 'node:util';
import { InvalidOptions, wholeNumber } from '../invalid-options.ts';

/** Is what a run measures. */
export interface Options {
  /** How often everything is measured, in turn. */
  rounds: number;
}

/** Is the help text. */
export const usage = `npx -y pnpm@12 bench:form [--rounds=10]

A round takes about 80 s. The script tag is measured as it was built last: npx -y pnpm@12 bundle.`;

/** Reads the command line. Throws `InvalidOptions`. */
export function readOptions(args: string[]): Options | 'help' {
  const values = parsed(args);
  if (values.help) return 'help';
  return { rounds: wholeNumber('rounds', values.rounds, 1) };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        rounds: { type: 'string', default: '10' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new InvalidOptions(error instanceof Error ? error.message : 'Invalid options', {
      cause: error,
    });
  }
}
