import { paymentCodes, problems } from '@card-checkout/contract';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alarmCodes } from '../packages/proxy/src/alarm.ts';
import { Environment } from '../packages/proxy/src/environment.ts';
import { ptBR } from '../packages/widget/src/locales/pt-br.ts';
import { readme, withEnvironmentTable } from './environment-table.ts';

describe('docs/errors.md', () => {
  it('has one heading for each code', () => {
    const headings = headingsOf('../docs/errors.md');
    const codes = new Set([...Object.keys(problems), ...Object.keys(ptBR.errors), ...paymentCodes]);

    expect(new Set(headings)).toEqual(codes);
    expect(headings).toHaveLength(codes.size);
  });
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
    const { METRICS_PORT: _notYet, ...variables } = Environment.shape;
    const rows = [...text.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);

    expect(rows).toEqual(Object.keys(variables));
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
  const doc = readFileSync(new URL(file, import.meta.url), 'utf8');
  return [...doc.matchAll(/^### (\w+)$/gm)].map(([, code]) => code ?? '');
}
