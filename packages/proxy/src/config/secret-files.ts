import { readFileSync } from 'node:fs';
import type { Faults } from './faults.ts';

/** Variables that may be read from files and that child processes must not inherit. */
export const secretNames = [
  'API_TOKEN',
  'ORDER_SECRET',
  'MERCHANT_KEY',
  'OPERATOR_PASSWORD',
  'WEBHOOK_SECRET',
  'DATABASE_URL',
  'REDIS_URL',
] as const;

/** Copies the variables that aren't empty, and reads secrets from their files. */
export function withSecretFiles(
  env: Readonly<Record<string, string | undefined>>,
  faults: Faults,
): Record<string, string | undefined> {
  const { https_proxy: HTTPS_PROXY, no_proxy: NO_PROXY } = env;
  const all = Object.entries({ HTTPS_PROXY, NO_PROXY, ...env });
  const given = Object.fromEntries(all.filter(([, value]) => value));
  for (const name of secretNames) {
    const file = given[`${name}_FILE`];
    if (!file) continue;
    if (given[name]) faults.set(name, `and ${name}_FILE are both set; keep one`);
    else given[name] = readText(file, `${name}_FILE`, faults)?.trim();
  }
  return given;
}

/** Returns `undefined` and notes a fault for an unreadable or empty file. */
export function readText(file: string, name: string, faults: Faults): string | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.trim() !== '') return text;
    faults.set(name, `names an empty file: ${file}`);
    return undefined;
  } catch {
    faults.set(name, 'must name a file that can be read');
    return undefined;
  }
}

export function requireOrderSecret(
  given: Readonly<Record<string, string | undefined>>,
  faults: Faults,
): void {
  if (given['ORDER_SECRET'] || given['ORDER_SECRET_FILE']) return;
  faults.set(
    'ORDER_SECRET',
    'is required: at least 32 bytes that sign orders, or ORDER_SECRET_FILE',
  );
}
