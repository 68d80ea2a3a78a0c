import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { Environment, secretNames } from '../packages/proxy/src/config/environment.ts';

export const environmentPage = fileURLToPath(new URL('../docs/environment.md', import.meta.url));

const list = /(?<=<!-- variables -->)[^]*(?=<!-- end of variables -->)/;

/** Items of a default to show; the schema has the rest. */
const shownItems = 3;

/**
 * Replaces the list of variables between its two markers with one generated from the schema. Throws
 * if the markers are missing.
 */
export async function withEnvironmentList(markdown: string): Promise<string> {
  if (!list.test(markdown)) throw new Error('The page has no markers around the list');
  const made = markdown.replace(list, () => `\n\n${environmentList()}\n\n`);
  return format(made, { ...(await resolveConfig(environmentPage)), parser: 'markdown' });
}

/** The heading of each group of variables, by the group's first variable. */
const groups: Readonly<Record<string, string>> = {
  API_BASE_URL: 'The payments API',
  MERCHANT_ID: 'The shop and its orders',
  FRAUD_SCRIPT_URL: '3-D Secure and fraud script',
  PUBLIC_URL: 'Postbacks and database',
  CHECKOUT_TEMPLATE_FILE: 'Requests and answers',
  RATE_LIMIT: 'Limits',
  HOST: 'The server',
  UPSTREAM_TIMEOUT_MS: 'Timeouts and retries',
  PAYMENT_WEBHOOK_URL: 'Webhooks',
};

function environmentList(): string {
  const entries = Object.entries(Environment.shape).map(([name, schema]) => {
    const heading = groups[name] ? `\n## ${groups[name]}\n\n` : '';
    return `${heading}- ${namesOf(name)}${defaultOf(schema)}: ${schema.description}`;
  });
  return entries.join('\n');
}

function namesOf(name: string): string {
  const isSecret = secretNames.some((secret) => secret === name);
  return isSecret ? `**\`${name}\`** or \`${name}_FILE\`` : `**\`${name}\`**`;
}

function defaultOf(schema: (typeof Environment.shape)[keyof typeof Environment.shape]): string {
  const { success, data } = schema.safeParse(undefined);
  if (!success) return ' (required)';
  if (data === undefined || data === '') return '';
  if (data === false) return ' (`off`)';
  if (typeof data !== 'object') return ` (\`${data}\`)`;
  const items = [...data];
  if (items.length === 0) return '';
  const shown = `\`${items.slice(0, shownItems).join(',')}\``;
  return ` (${shown}${items.length > shownItems ? ` and ${items.length - shownItems} more` : ''})`;
}

if (import.meta.main) {
  writeFileSync(environmentPage, await withEnvironmentList(readFileSync(environmentPage, 'utf8')));
}
