import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variables } from '../packages/widget/src/isolated/element-properties.ts';

const widget = 'packages/widget';

interface Named {
  name: string;
}

interface ElementDeclaration {
  attributes: Named[];
  members: Named[];
  cssParts: Named[];
  cssProperties: Named[];
  events: Named[];
}

describe('the published widget on a server', () => {
  it('can be imported and defined, and renders only its tag', () => {
    const tag = '<card-checkout proxy-url="https://pay.example" order="a.b.c"></card-checkout>\n';

    const server = onServer('server.ts');

    expect(server).toMatchObject({ status: 0, stdout: tag + tag, stderr: '' });
  });
});

describe('custom-elements.json', () => {
  it('has every attribute that the element observes, and the nonce', () => {
    const observed = listed('CardCheckout.observedAttributes');

    expect(described('attributes')).toEqual([...observed, 'nonce'].toSorted());
  });

  it('has every property that the element reacts to', () => {
    const properties = listed('Object.keys(CardCheckout.properties)');

    expect(described('members')).toEqual(expect.arrayContaining(properties));
  });

  it('has every part that the element renders', () => {
    const drawn = inSource(
      'src/**/*.ts',
      /\bpart="([^"]+)"|'part', '([^']+)'|\bpart = \w+ \? '([^']+)' : '([^']+)'/g,
    );

    expect(described('cssParts')).toEqual(drawn);
  });

  it('has every custom property that the style sheet reads', () => {
    const read = inSource('src/element/*.css', /var\((--card-checkout-[a-z-]+)/g);

    expect(described('cssProperties')).toEqual(read);
    // The isolated form passes each of them to its frame, which chooses the color of the button's text.
    const crossing = read.filter((name) => name !== '--card-checkout-on-accent');
    expect(variables.toSorted()).toEqual(crossing);
  });

  it('has every event that the element dispatches', () => {
    const fired = inSource('src/checkout/*.ts', /^  '(checkout-[a-z]+)':/gm);

    expect(described('events')).toEqual(fired);
  });
});

/** Runs Node without browser globals, in a folder where the widget is installed. */
function onServer(...args: string[]) {
  return spawnSync(process.execPath, args, { cwd: 'e2e/frameworks', encoding: 'utf8' });
}

/** Lists the names in an expression about the element's class. */
function listed(expression: string): string[] {
  const script = `import { CardCheckout } from '@card-checkout/widget';
    process.stdout.write(${expression}.join());`;
  return onServer('--input-type=module', '--eval', script).stdout.split(',');
}

function described(list: keyof ElementDeclaration): string[] {
  const manifest: { modules: { declarations: ElementDeclaration[] }[] } = JSON.parse(
    readFileSync(manifestPath(), 'utf8'),
  );
  const declarations = manifest.modules.flatMap((module) => module.declarations);
  return declarations
    .flatMap((declaration) => declaration[list].map(({ name }) => name))
    .toSorted();
}

/** Returns the path where tools look for an installed package's manifest. */
function manifestPath(): string {
  const { customElements }: { customElements: string } = JSON.parse(
    readFileSync(`${widget}/package.json`, 'utf8'),
  );
  return join(widget, customElements);
}

/** Collects the matches of a pattern's groups in the source, without duplicates. */
function inSource(files: string, pattern: RegExp): string[] {
  const source = globSync(`${widget}/${files}`, { exclude: (name) => name.endsWith('.test.ts') })
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const found = [...source.matchAll(pattern)].flatMap(([, ...groups]) => groups);
  return [...new Set(found.filter((text) => text !== undefined))].toSorted();
}
