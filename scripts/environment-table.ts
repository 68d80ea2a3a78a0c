import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { secretNames } from '../packages/proxy/src/config/secret-files.ts';
import { Environment } from '../packages/proxy/src/config/environment.ts';

/** The page that holds the table. */
export const environmentPage = fileURLToPath(new URL('../docs/environment.md', import.meta.url));

const table = /(?<=<!-- environment table -->)[^]*(?=<!-- end of environment table -->)/;

/** How many items of a list a cell shows; the schema has the rest. */
const shownItems = 3;

/**
 * Replaces the table of the proxy's environment between its two marks by one that is made from the
 * schema. Throws where the marks are missing.
 */
export async function withEnvironmentTable(markdown: string): Promise<string> {
  if (!table.test(markdown)) throw new Error('The page has no marks around the table');
  const made = markdown.replace(table, () => `\n\n${environmentTable()}\n\n`);
  return format(made, { ...(await resolveConfig(environmentPage)), parser: 'markdown' });
}

function environmentTable(): string {
  const rows = Object.entries(Environment.shape).flatMap(([name, schema]) => {
    const { description } = schema;
    return description ? [[namesOf(name), defaultOf(schema), description]] : [];
  });
  const lines = [['name', 'default', 'meaning'], ['---', '---', '---'], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function namesOf(name: string): string {
  const isSecret = secretNames.some((secret) => secret === name);
  return isSecret ? `\`${name}\` or \`${name}_FILE\`` : `\`${name}\``;
}

/** Writes what the schema makes of an absent variable. */
function defaultOf(schema: (typeof Environment.shape)[keyof typeof Environment.shape]): string {
  const { success, data } = schema.safeParse(undefined);
  if (!success) return 'required';
  if (data === undefined) return '–';
  if (data === false) return '`off`';
  if (typeof data !== 'object') return `\`${data}\``;
  const items = [...data];
  const shown = `\`${items.slice(0, shownItems).join(',')}\``;
  return items.length > shownItems ? `${shown} and ${items.length - shownItems} more` : shown;
}

if (import.meta.main) {
  writeFileSync(environmentPage, await withEnvironmentTable(readFileSync(environmentPage, 'utf8')));
}
