import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freePort } from '@card-checkout/testing/free-port';
import { startProxy } from './running-proxy.ts';

const monitoring = readText('../../../docs/monitoring.md');
const pages = ['running', 'operating', 'monitoring'];
const anchors = new Set(pages.flatMap(anchorsOf));

function readText(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

function anchorsOf(page: string): string[] {
  const text = readText(`../../../docs/${page}.md`);
  return (text.match(/^#{2,3} .+$/gm) ?? []).map((heading) => `${page}.md#${anchorOf(heading)}`);
}

function anchorOf(heading: string): string {
  const words = heading.replace(/^#+ /, '').toLowerCase();
  return words.replaceAll(/[^\w -]/g, '').replaceAll(' ', '-');
}

/** Finds metric names in a text, without the suffixes of histograms. */
function namesIn(text: string): string[] {
  const found = text.match(/\b(card_checkout|nodejs|process)_[a-z_0-9]+/g) ?? [];
  return found.map((name) => name.replace(/_(bucket|sum|count)$/, ''));
}

async function servedNames(): Promise<Set<string>> {
  const METRICS_PORT = String(await freePort());
  await startProxy({ METRICS_PORT });
  const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  return new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
}

describe('the operator’s files', () => {
  it.each(['alerts.yml', 'grafana-dashboard.json'])(
    'use only existing metrics: %s',
    async (file) => {
      const names = await servedNames();
      const asked = namesIn(readText(`../operations/${file}`));

      expect(asked.length).toBeGreaterThan(10);
      expect(asked.filter((name) => !names.has(name))).toEqual([]);
    },
  );

  it('document every metric in docs/monitoring.md, and no other', async () => {
    const names = await servedNames();
    const [, section = ''] = /^## Metrics\n(.+?)^## /ms.exec(monitoring) ?? [];
    const rows = [...section.matchAll(/^- `(\w+)`/gm)];
    const told = new Set(rows.map(([, name]) => `card_checkout_${name}`));

    expect(told).toEqual(new Set([...names].filter((name) => name.startsWith('card_checkout'))));
  });

  it('link each alert to a heading in the manual', () => {
    const alerts = readText('../operations/alerts.yml');
    const named = [...alerts.matchAll(/docs\/(\w+\.md#[^'\n]+)/g)].map(([, to = '']) => to);
    const ofMoney = /alarm=~"([^"]+)"/.exec(alerts)?.[1]?.split('|') ?? [];
    const targets = named.flatMap((to) =>
      to.endsWith('#{{ $labels.alarm }}') ? ofMoney.map((name) => `operating.md#${name}`) : [to],
    );

    expect(targets.length).toBeGreaterThan(15);
    expect(targets.filter((target) => !anchors.has(target))).toEqual([]);
  });
});
