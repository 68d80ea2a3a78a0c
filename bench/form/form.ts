import { optionsOf } from '../command-line.ts';
import { goal, markdownTable, median, quantile, withRange } from '../figures.ts';
import { describeMachine } from '../machine.ts';
import { startBrowser, type Place } from './browser.ts';
import type { KeystrokeCost } from './keystroke-work.ts';
import { measureKeystrokes, type Typing } from './keystrokes.ts';
import { bundleForms, measureStart } from './rivals.ts';
import { form, inputs, openSite } from './site.ts';
import { measureUsable, type Usable } from './usable.ts';

const usage = `npx -y pnpm@12 bench:form [options]: the form beside five plain inputs

  --rounds=10
  --rivals=no   yes: also the scripts of Adyen and Braintree, which are downloaded

The form is measured as it was built last: npx -y pnpm@12 build.`;

interface Measured {
  usable: Usable[];
  typing: Typing[];
}

const { rounds, rivals } = optionsOf(usage, { rounds: '10', rivals: 'no' });
const pages = { 'the form': form, 'inputs alone': inputs };
const slowdowns = [4, 1];
print(describeMachine('packages/widget/dist/script/card-checkout.js'));
const bundles = rivals === 'yes' ? await bundleForms() : [];
const site = await openSite(bundles.flatMap(({ files }) => files));
const browser = await startBrowser();
const starts = new Map(bundles.map(({ name }) => [name, new Array<number>()]));
const results = slowdowns.map((slowdown) => ({ slowdown, pages: newResults() }));

// The first of all is not counted: the browser itself has to warm up.
await measureAll({ browser, site, slowdown: 1 }, newResults());
for (let number = 1; number <= Number(rounds); number += 1) {
  process.stderr.write(`round ${number}\n`);
  for (const { slowdown, pages: measured } of results) {
    await measureAll({ browser, site, slowdown }, measured);
  }
  for (const { name, path } of bundles) {
    starts.get(name)?.push(await measureStart({ browser, site, slowdown: 4 }, path));
  }
}
const version = browser.version();
await browser.close();
await site.stop();
print(method());
print(usableTable());
print(keystrokeTable());
if (bundles.length > 0) print(rivalTable());
print(goals());

function newResults(): Map<string, Measured> {
  return new Map(Object.keys(pages).map((name) => [name, { usable: [], typing: [] }]));
}

async function measureAll(place: Place, into: Map<string, Measured>): Promise<void> {
  for (const [name, page] of Object.entries(pages)) {
    into.get(name)?.usable.push(await measureUsable(place, page));
    into.get(name)?.typing.push(await measureKeystrokes(place, page));
  }
}

function method(): string {
  const shares = results.flatMap(({ pages: measured }) =>
    [...measured.values()].flatMap(({ typing }) => typing.map(({ coreShare }) => coreShare)),
  );
  const share = median(shares);
  const warning = share < 0.9 ? ' THE MACHINE WAS BUSY: these figures promise nothing.' : '';
  return `Chromium ${version}, headless, nothing cached. The speed is DevTools' CPU throttling of the main thread.
Medians of ${rounds} rounds with their range, read from Chromium's trace. The main thread had a core for
${(share * 100).toFixed(0)} % of its work.${warning}`;
}

function usableTable(): string {
  const head = ['speed', 'page', 'evaluation ms', 'then painted ms', 'then usable ms'];
  const rows = rowsOf(({ usable }) => [
    withRange(
      usable.map(({ evaluationMs }) => evaluationMs),
      1,
    ),
    withRange(
      usable.map(({ paintedMs }) => paintedMs),
      1,
    ),
    withRange(
      usable.map(({ usableMs }) => usableMs),
      1,
    ),
  ]);
  return `### Until the form can be used\n\n${markdownTable(head, rows)}`;
}

/** Writes what `share` of the keys cost at most, in the median of the rounds. */
function keysAt(share: number, name: keyof KeystrokeCost, typing: readonly Typing[]): string {
  const costs = typing.map(({ keystrokes }) => keystrokes.map((key) => key[name]));
  return withRange(
    costs.map((each) => quantile(each, share)),
    1,
  );
}

function keystrokeTable(): string {
  const head = [
    'speed',
    'page',
    'work p50 ms',
    'p95 ms',
    'until the next key p95 ms',
    'to paint p95 ms',
  ];
  const rows = rowsOf(({ typing }) => [
    keysAt(0.5, 'workMs', typing),
    keysAt(0.95, 'workMs', typing),
    keysAt(0.95, 'workUntilNextMs', typing),
    keysAt(0.95, 'paintMs', typing),
  ]);
  return `### Keystrokes\n\n${markdownTable(head, rows)}`;
}

function rowsOf(figures: (measured: Measured) => string[]): string[][] {
  return results.flatMap(({ slowdown, pages: measured }) =>
    [...measured].map(([name, each]) =>
      [slowdown === 1 ? 'full' : '1/4', name].concat(figures(each)),
    ),
  );
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

function rivalTable(): string {
  const rows = bundles.map(({ name, rawBytes, brotliBytes }) => [
    name,
    kilobytes(rawBytes),
    kilobytes(brotliBytes),
    withRange(starts.get(name) ?? [], 1),
  ]);
  const head = ['script and styles', 'kB', 'brotli kB', 'work until started, 1/4, ms'];
  return `### Scripts of others\n\nTheir forms stop where their servers would answer.\n\n${markdownTable(head, rows)}`;
}

function goals(): string {
  const slow = results.find(({ slowdown }) => slowdown === 4)?.pages.get('the form');
  const usable = median((slow?.usable ?? []).map(({ usableMs }) => usableMs));
  const p95 = median(
    (slow?.typing ?? []).map(({ keystrokes }) =>
      quantile(
        keystrokes.map(({ workMs }) => workMs),
        0.95,
      ),
    ),
  );
  return markdownTable(
    ['promised', 'measured', ''],
    [
      goal('at most 100 ms from evaluated to usable, 1/4', usable, usable <= 100),
      goal('at most 16 ms of work for a key, p95, 1/4', p95, p95 <= 16),
    ],
  );
}

function print(markdown: string): void {
  process.stdout.write(`${markdown}\n\n`);
}
