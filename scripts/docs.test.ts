import { paymentCodes, problems } from '@card-checkout/contract';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alarmEntryOf, type AlarmLanguage } from '../packages/proxy/src/telemetry/alarm-guide.ts';
import { alarmCodes } from '../packages/proxy/src/attempt/alarms.ts';
import { Environment, secretNames } from '../packages/proxy/src/config/environment.ts';
import parts from '../packages/sandbox/src/shop/looks/parts.json' with { type: 'json' };
import { ownLook } from '../packages/sandbox/src/shop/looks/own-look.ts';
import { lookStates } from '../packages/sandbox/src/shop/looks/states.ts';
import { finalErrorCodes, retryableCodes } from '../packages/widget/src/errors.ts';

describe('docs/errors.md', () => {
  const page = '../docs/errors.md';
  const retryable = new Set<string>(retryableCodes);
  const codes = new Set([
    ...Object.keys(problems),
    ...retryableCodes,
    ...finalErrorCodes,
    ...paymentCodes,
  ]);
  const text = readFileSync('docs/errors.md', 'utf8');
  const items = [...text.matchAll(/^- `(\w+)`(?: \(([^)]+)\))?: ([^]+?)(?=\n- |\n\n|$(?![^]))/gm)];
  const actor = /^(the (buyer|caller|operator|page|shop)|\[?support|nobody)\b/;

  it('has one item for each code, with its HTTP status and who acts', () => {
    expect(new Set(items.map(([, code]) => code))).toEqual(codes);
    expect(items).toHaveLength(codes.size);
    for (const [, code = '', brackets = '', acts = ''] of items) {
      const facts = brackets.split(', ').filter(Boolean);
      const problem = Object.entries(problems).find(([name]) => name === code);
      if (problem) expect([code, facts[0]]).toEqual([code, String(problem[1].status)]);
      if (!facts.includes('perhaps again') && code !== 'declined')
        expect([code, facts.includes('again')]).toEqual([code, retryable.has(code)]);
      for (const fact of facts)
        expect(fact).toMatch(/^([45]\d\d( or 5\d\d)?|(perhaps )?again|perhaps charged)$/);
      expect(acts).toMatch(actor);
    }
  });

  it.each(headingsOf(page))('leads from the item of %s to its section', (heading) => {
    const item = items.find(([, code]) => code === heading);
    expect(item?.[0]).toContain(`(#${heading})`);
  });
});

describe('docs/operating.md', () => {
  const page = '../docs/operating.md';

  it('has one heading for each alarm', () => {
    expect(headingsOf(page).toSorted()).toEqual(alarmCodes.toSorted());
  });

  it.each(alarmCodes)('explains %s in the words of log, commands and page', (code) => {
    expectWordsOf('en', code, page);
  });

  it.each(sectionsOf(page))('names the command that acts on %s', (_, text) => {
    expect(text).toMatch(/`card-checkout-proxy (order|resolve|payments|alarms|check|template)\b/);
  });
});

describe('docs/environment.md', () => {
  it('describes every variable of the proxy, with its file and its default', () => {
    const text = readFileSync('docs/environment.md', 'utf8');
    const items = [...text.matchAll(/^- (\*\*`[^]+?)(?=\n- |\n\n|\n$)/gm)];
    const heads = items.map(([, item = '']) => item.replaceAll(/\s+/g, ' ').split(': ')[0]);

    const variables = Object.entries(Environment.shape);
    expect(heads).toEqual(
      variables.map(([name, schema]) => `${namesOf(name)}${defaultOf(schema)}`),
    );
  });
});

function namesOf(name: string): string {
  const isSecret = secretNames.some((secret) => secret === name);
  return isSecret ? `**\`${name}\`** or \`${name}_FILE\`` : `**\`${name}\`**`;
}

/** Items of a default that the page shows; the schema has the rest. */
const shownItems = 3;

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

describe('the looks in docs/looks.md and on the page of the shop', () => {
  const described = elementSource('card-checkout.css');
  const [guide] = readFileSync('docs/looks.md', 'utf8').split('## Content of your own');

  it('have every property with its default', () => {
    const declared = /var\((--card-checkout-[\w-]+), (.+)\);$/gm;
    const properties = defaultsIn(elementSource('card-checkout.css'), declared);
    const inGuide = [...properties].map(([name, value]) => {
      const [, light, dark] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? [];
      return [name, light && dark ? `\`${light}\`, \`${dark}\`` : `\`${value}\``] as const;
    });

    expect(properties.size).toBe(namesIn(described, /@cssprop ([\w-]+)/g).length);
    expect(defaultsIn(ownLook, /(--card-checkout-[\w-]+): (.+);$/gm)).toEqual(properties);
    expect(defaultsIn(guide ?? '', /^\| `(--card-checkout-[\w-]+)` +\| (.+?) +\|/gm)).toEqual(
      new Map(inGuide),
    );
  });

  it('have every part', () => {
    const names = namesIn(described, /@csspart ([\w-]+)/g);

    expect(Object.keys(parts).toSorted()).toEqual(names);
    expect(namesIn(guide ?? '', /^- `([a-z]+(?:-[a-z]+)*)`: /gm)).toEqual(names);
  });

  it('have every state', () => {
    const states = namesIn(described, /@cssState ([\w-]+)/g);
    const shown = Object.values(lookStates).map(({ css }) => css);

    // The page has a link to a slow copy of itself for the element that loads.
    expect([...new Set([...shown, 'loading'])].toSorted()).toEqual(states);
    expect(namesIn(guide ?? '', /^- `:state\(([\w-]+)\)`/gm)).toEqual(states);
  });
});

describe('docs/payment-page.md', () => {
  it('lists every file of the script among those of the payment page', () => {
    const { files }: { files: Record<string, string> } = JSON.parse(
      readFileSync('packages/widget/dist/script/integrity.json', 'utf8'),
    );
    const chunks = Object.keys(files)
      .map((file) => basename(file))
      .filter((file) => file !== 'card-checkout.js');
    const guide = readFileSync('docs/payment-page.md', 'utf8');
    const [, listed = ''] = guide.split('## PCI DSS 6.4.3');

    expect(chunks.length).toBeGreaterThan(0);
    expect(listed).toContain('`card-checkout.js`');
    for (const chunk of chunks) expect(listed).toContain(chunk.replace(/[\w-]{8}\.js$/, '….js'));
  });
});

function elementSource(file: string): string {
  return readFileSync(`packages/widget/src/element/${file}`, 'utf8');
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name).toSorted();
}

function defaultsIn(text: string, pattern: RegExp): Map<string, string> {
  return new Map([...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value]));
}

const pages = globSync('{*,.github/**/*,docs/**/*,{packages,examples,bench,chaos,e2e}/**/*}.md', {
  exclude: (name) => ['node_modules', 'dist'].includes(basename(name)),
});

describe.each(pages)('%s', (page) => {
  const text = withoutCode(readFileSync(page, 'utf8'));

  it('links to files and headings that exist', () => {
    const found = text.matchAll(/(?:\]\(|(?:src|srcset|href)=")(?!https?:)([^)"\s]+)[)"]/g);
    const links = [...found].map(([, link = '']) => link);

    expect(links.filter((link) => !exists(link, page))).toEqual([]);
  });
});

describe.each(pages)('%s', (page) => {
  it('has no table wider than 110 characters', () => {
    const rows = withoutCode(readFileSync(page, 'utf8')).match(/^ *\|.+$/gm) ?? [];

    expect(rows.filter((row) => row.length > 110)).toEqual([]);
  });
});

describe('the pages in Portuguese', () => {
  it('have a row for each code of an error', () => {
    const page = readFileSync('docs/pt-br/errors.md', 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (?:sim|não|talvez) /gm)];
    const elementCodes = [...retryableCodes, ...finalErrorCodes];
    const codes = new Set([...Object.keys(problems), ...elementCodes, ...paymentCodes]);

    expect(new Set(rows.map(([, code]) => code))).toEqual(codes);
    expect(rows).toHaveLength(codes.size);
  });

  it('have one heading for each alarm', () => {
    expect(headingsOf('../docs/pt-br/operating.md').toSorted()).toEqual(alarmCodes.toSorted());
  });

  it.each(alarmCodes)('explain %s in the words of the page', (code) => {
    expectWordsOf('pt-BR', code, '../docs/pt-br/operating.md');
  });
});

it('the menu of the site has every page', () => {
  const config = readFileSync('docs/site/.vitepress/config.ts', 'utf8');
  const names = globSync('docs/*.md').map((page) => `'${page.replace(/\.md$/, '')}'`);

  expect(names.filter((name) => !config.includes(name))).toEqual([]);
});

describe('docs/pt-br/element.md', () => {
  it('has the attributes, properties, methods and events of the English page', () => {
    const [english = '', portuguese = ''] = ['docs', 'docs/pt-br'].map((folder) =>
      readFileSync(`${folder}/element.md`, 'utf8'),
    );
    expect(itemNamesIn(english).length).toBeGreaterThan(30);
    expect(itemNamesIn(portuguese)).toEqual(itemNamesIn(english));
  });
});

/** Expects an alarm's section to begin with its title, and to have its next step. */
function expectWordsOf(
  language: AlarmLanguage,
  alarm: (typeof alarmCodes)[number],
  page: string,
): void {
  const { title, nextStep } = alarmEntryOf(alarm, language);
  const [, section = ''] = sectionsOf(page).find(([heading]) => heading === alarm) ?? [];
  const text = section
    .replaceAll(/`|\[|\]\([^)]*\)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

  expect(text.startsWith(`${title}.`), text).toBe(true);
  expect(text).toContain(nextStep.replace(/\.$/, ''));
}

/** Whether a relative link leads to a file and, if it has an anchor, to a heading. */
function exists(link: string, page: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (anchor === undefined || !existsSync(file)) return existsSync(file);
  const headings = withoutCode(readFileSync(file, 'utf8')).match(/^#{1,6} .+$/gm) ?? [];
  return headings.map(anchorOf).includes(anchor);
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^ *```[^]*?^ *```$/gm, '');
}

function anchorOf(heading: string): string {
  const words = heading.replace(/^#+ /, '').replaceAll(/\]\([^)]*\)/g, '');
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** Lists the names before the colon in each item of a page's lists. */
function itemNamesIn(text: string): (string[] | null)[] {
  return [...text.matchAll(/^- (`[^:.]+):/gm)].map(([, head = '']) => head.match(/`[^`]+`/g));
}

function headingsOf(file: string): string[] {
  return sectionsOf(file).map(([heading]) => heading);
}

/** Returns a guide's texts under its third-level headings, with those headings. */
function sectionsOf(file: string): [heading: string, text: string][] {
  const guide = readFileSync(new URL(file, import.meta.url), 'utf8');
  const sections = guide.matchAll(/^### (\w+)\n([^]*?)(?=^##|$(?![^]))/gm);
  return [...sections].map(([, heading = '', text = '']) => [heading, text]);
}
