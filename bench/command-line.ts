import { parseArgs } from 'node:util';

// What runs is ended when this process exits, however it does.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(130));
}

/** Reads the options of this process, which all have a value; prints the usage and ends where they are wrong. */
export function optionsOf<Name extends string>(
  usage: string,
  defaults: Record<Name, string>,
): Record<Name, string> {
  const names = Object.entries<string>(defaults);
  const options = Object.fromEntries(
    names.map(([name, value]) => [name, { type: 'string', default: value } as const]),
  );
  try {
    const { values } = parseArgs({ options });
    return { ...defaults, ...values };
  } catch {
    process.stderr.write(`${usage}\n`);
    return process.exit(process.argv.includes('--help') ? 0 : 1);
  }
}
