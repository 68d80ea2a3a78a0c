import { paymentCodes, problems } from '@card-checkout/contract';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alarmCodes } from '../packages/proxy/src/attempt/alarms.ts';
import { Environment } from '../packages/proxy/src/config/environment.ts';
import { ptBR } from '../packages/widget/src/locales/pt-br.ts';
import { readme, withEnvironmentTable } from './environment-table.ts';

describe('docs/errors.md', () => {
  it('has one heading for each code', () => {
    const headings = headingsOf('../docs/errors.md');
    const codes = new Set([...Object.keys(problems), ...Object.keys(ptBR.errors), ...paymentCodes]);

    expect(new Set(headings)).toEqual(codes);
    expect(headings).toHaveLength(codes.size);
  });

  it.each(sectionsOf('../docs/errors.md'))(
    'says who acts on %s, and if money is at risk',
    (_, text) => {
      expect(text).toMatch(/\b(buyer|merchant|operator|developer|page|support|nobody)\b/i);
      expect(text.match(/\bCharged:\s(no|perhaps|yes)\b/g)).toHaveLength(1);
      expect(text).toMatch(/\bCharged:[^.]+\.\n*$/);
    },
  );
});

describe('docs/operations.md', () => {
  it('has one heading for each alarm', () => {
    expect(headingsOf('../docs/operations.md').toSorted()).toEqual(alarmCodes.toSorted());
  });
});

describe('README.md', () => {
  const text = readFileSync(readme, 'utf8');

  it('has the table that scripts/environment-table.ts makes', async () => {
    expect(await withEnvironmentTable(text)).toBe(text);
  });

  it('tells of every variable that the proxy takes', () => {
    const rows = [...text.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);

    expect(rows).toEqual(Object.keys(Environment.shape));
  });
});

describe('docs/security.md', () => {
  it('lists every file of the script among those of the payment page', () => {
    const { files }: { files: Record<string, string> } = JSON.parse(
      readFileSync('packages/widget/dist/script/integrity.json', 'utf8'),
    );
    const chunks = Object.keys(files)
      .map((file) => basename(file))
      .filter((file) => file !== 'card-checkout.js');
    const guide = readFileSync('docs/security.md', 'utf8');
    const [, listed = ''] = guide.split('## PCI DSS 6.4.3');

    expect(chunks.length).toBeGreaterThan(0);
    expect(listed).toContain('`card-checkout.js`');
    for (const chunk of chunks) expect(listed).toContain(chunk.replace(/[\w-]{8}\.js$/, '….js'));
  });
});

function headingsOf(file: string): string[] {
  return sectionsOf(file).map(([heading]) => heading);
}

/** Gives the texts of a guide under its headings of the third level, with these. */
function sectionsOf(file: string): [heading: string, text: string][] {
  const guide = readFileSync(new URL(file, import.meta.url), 'utf8');
  const sections = guide.matchAll(/^### (\w+)\n([^]*?)(?=^##|$(?![^]))/gm);
  return [...sections].map(([, heading = '', text = '']) => [heading, text]);
}
