import { readFileSync } from 'node:fs';
import type { Config } from './config.ts';
import { Environment } from './environment.ts';
import type { Variables } from './variables.ts';

/** Reads the secrets' files again, for the next try, order or request. An invalid value changes nothing. */
export function reloadSecrets(secrets: Config['secrets'], env: Variables) {
  const changed: string[] = [];
  const kept: { name: string; fault: string }[] = [];
  const rotating = [
    ['API_TOKEN', secrets.apiToken],
    ['ORDER_SECRET', secrets.orderSecret],
    ['MERCHANT_KEY', secrets.merchantKey],
    ['OPERATOR_PASSWORD', secrets.operatorPassword],
  ] as const;
  for (const [name, secret] of rotating) {
    if (!secret) continue;
    const { value = '', fault } = newValueOf(name, env[`${name}_FILE`]);
    if (fault !== undefined) kept.push({ name, fault });
    else if (secret.reveal() !== value) {
      secret.replaceWith(value);
      changed.push(name);
    }
  }
  return { changed, kept };
}

/** A fault completes a sentence that starts with the name. */
function newValueOf(
  name: 'API_TOKEN' | 'ORDER_SECRET' | 'MERCHANT_KEY' | 'OPERATOR_PASSWORD',
  file: string | undefined,
): { value?: string; fault?: string | undefined } {
  if (!file) return { fault: `isn't in a file: only ${name}_FILE can be read again` };
  try {
    const value = readFileSync(file, 'utf8').trim();
    return { value, fault: Environment.shape[name].safeParse(value).error?.issues[0]?.message };
  } catch {
    return { fault: `is in a file that can't be read (${name}_FILE)` };
  }
}
