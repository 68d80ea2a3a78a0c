import { readFileSync } from 'node:fs';
import type { Config } from './config.ts';
import { Environment } from './environment.ts';
import { Secret, type RotatingSecret } from '../sensitive/secret.ts';

export interface ReloadedSecrets {
  changed: string[];
  /** `fault` completes a sentence that starts with the name. */
  kept: { name: string; fault: string }[];
}

/** Reads the secrets' files again, for the next try, order or request. An invalid value changes nothing. */
export function reloadSecrets(
  config: Pick<Config, 'apiToken' | 'orderSecret' | 'merchantKey' | 'operatorPassword'>,
  env: Readonly<Record<string, string | undefined>>,
): ReloadedSecrets {
  const reloaded: ReloadedSecrets = { changed: [], kept: [] };
  const secrets = [
    ['API_TOKEN', config.apiToken],
    ['ORDER_SECRET', config.orderSecret],
    ['MERCHANT_KEY', config.merchantKey],
    ['OPERATOR_PASSWORD', config.operatorPassword],
  ] as const;
  for (const [name, secret] of secrets) {
    if (!secret) continue;
    const given = newValueOf(name, env[`${name}_FILE`]);
    if ('fault' in given) reloaded.kept.push({ name, fault: given.fault });
    else if (replace(secret, given.value)) reloaded.changed.push(name);
  }
  return reloaded;
}

function newValueOf(
  name: 'API_TOKEN' | 'ORDER_SECRET' | 'MERCHANT_KEY' | 'OPERATOR_PASSWORD',
  file: string | undefined,
): { value: string } | { fault: string } {
  if (!file) return { fault: `is not in a file: only ${name}_FILE can be read again` };
  const text = textOf(file);
  if (text === undefined) return { fault: `is in a file that cannot be read (${name}_FILE)` };
  const parsed = Environment.shape[name].safeParse(text);
  return parsed.success ? { value: text } : { fault: parsed.error.issues[0]?.message ?? '' };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function replace(secret: RotatingSecret, value: string): boolean {
  if (secret.current.reveal() === value) return false;
  secret.replaceWith(new Secret(value));
  return true;
}
