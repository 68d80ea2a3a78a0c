import { parseArgs } from 'node:util';

// Programs that this process started end with it, so a signal has to end it in the usual way.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(130));
}

interface Option {
  type: 'string' | 'boolean';
  default: string | boolean;
  meaning: string;
}

/** Describes an option that has a value. */
export function option(value: string, meaning: string) {
  return { type: 'string', default: value, meaning } as const;
}

/** Describes an option without a value, which is off by default. */
export function flag(meaning: string) {
  return { type: 'boolean', default: false, meaning } as const;
}

/** Reads the options of this process; prints the table and ends where they are wrong. */
export function optionsOf<Table extends Record<string, Option>>(purpose: string, table: Table) {
  try {
    return parseArgs({ options: table }).values;
  } catch {
    const lines = Object.entries(table).map(([name, { default: value, meaning }]) => {
      const given = typeof value === 'string' ? `--${name}=${value}` : `--${name}`;
      return `  ${given.padEnd(24)} ${meaning}`;
    });
    process.stderr.write(
      `${purpose}\n\n${lines.join('\n')}\n\nBuild first: npx -y pnpm@12 build\n`,
    );
    return process.exit(process.argv.includes('--help') ? 0 : 1);
  }
}
