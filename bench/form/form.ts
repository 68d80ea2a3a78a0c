import { chromium } from '@playwright/test';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '../../scripts/find-browser.ts';
import { describeMachine } from '../machine.ts';
import { figureTable, print } from '../report.ts';
import { openSite, pages } from './site.ts';
import { measureTyping, type Typing } from './typing.ts';
import { measureWaits } from './waterfall.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    visits: { type: 'string', default: '5' },
    before: { type: 'string' },
  },
});
const rows = [4, 1].flatMap((slowdown) =>
  Object.entries(pages).map(([name, path]) => {
    const speed = slowdown === 1 ? 'full speed' : '1/4';
    return { name: `${name}, ${speed}`, path, slowdown, typings: new Array<Typing>() };
  }),
);
/** Loads each page five times, since single loads vary, and types a card in the first. */
const loads = [true, false, false, false, false].flatMap((isTyped) =>
  rows.map((row) => ({ ...row, isTyped })),
);

print(describeMachine('packages/widget/dist/script/card-checkout.js'));
const site = await openSite();
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: [
    '--disable-background-networking',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    // Chromium refuses to start its sandbox as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
});
// Warms up the browser.
await measureTyping({ browser, url: site.url + pages['the form'], slowdown: 1, isTyped: true });
for (let number = 1; number <= Number(values.rounds); number += 1) {
  process.stderr.write(`round ${number}\n`);
  for (const { path, slowdown, typings, isTyped } of loads) {
    typings.push(await measureTyping({ browser, url: site.url + path, slowdown, isTyped }));
  }
}
print(`Chromium ${browser.version()}`);
await browser.close();
await site.stop();

const figures = rows.map(({ name, typings }) => [name, typings] as const);
print(
  figureTable('page', figures, [
    ['usable ms', ({ usableMs }) => usableMs, 1],
    ['work for a key p50 ms', ({ keyP50Ms }) => keyP50Ms, 1],
    ['p95 ms', ({ keyP95Ms }) => keyP95Ms, 1],
  ]),
);

const root = join(import.meta.dirname, '../..');
const builds = values.before ? { before: values.before, now: root } : { now: root };
print(await measureWaits(builds, Number(values.visits)));
