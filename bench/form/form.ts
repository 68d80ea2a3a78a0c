import { flag, option, optionsOf } from '../command-line.ts';
import { describeMachine } from '../machine.ts';
import { figureTable, print, type Column } from '../report.ts';
import { startBrowser } from './browser.ts';
import { bundleRivals, measureStart } from './rivals.ts';
import { form, inputs, openSite } from './site.ts';
import { measureTyping, type Typing } from './typing.ts';

const { rounds, rivals } = optionsOf('Measures the form beside five plain inputs.', {
  rounds: option('10', 'rounds of every page'),
  rivals: flag('also the scripts of Adyen and Braintree, which it downloads'),
});

const typingColumns: readonly Column<Typing>[] = [
  ['usable ms', ({ usableMs }) => usableMs, 1],
  ['work for a key p50 ms', ({ keyP50Ms }) => keyP50Ms, 1],
  ['p95 ms', ({ keyP95Ms }) => keyP95Ms, 1],
];
const rows = [4, 1].flatMap((slowdown) =>
  Object.entries({ 'the form': form, 'inputs alone': inputs }).map(([name, page]) => {
    const speed = slowdown === 1 ? 'full speed' : '1/4';
    return { name: `${name}, ${speed}`, page, slowdown, typings: new Array<Typing>() };
  }),
);

print(describeMachine('packages/widget/dist/script/card-checkout.js'));
const bundles = rivals ? await bundleRivals() : [];
const site = await openSite(Object.assign({}, ...bundles.map(({ files }) => files)));
const browser = await startBrowser();
const starts = bundles.map((bundle) => ({ bundle, workMs: new Array<number>() }));

// The first one is not counted: the browser itself has to warm up.
await measureTyping({ browser, site, slowdown: 1 }, form);
for (let number = 1; number <= Number(rounds); number += 1) {
  process.stderr.write(`round ${number}\n`);
  for (const { page, slowdown, typings } of rows) {
    typings.push(await measureTyping({ browser, site, slowdown }, page));
  }
  for (const { bundle, workMs } of starts) {
    workMs.push(await measureStart({ browser, site, slowdown: 4 }, bundle));
  }
}
print(`Chromium ${browser.version()}`);
await browser.close();
await site.stop();

const figures = rows.map(({ name, typings }) => [name, typings] as const);
print(figureTable('page', figures, typingColumns));
if (bundles.length > 0) print(rivalTable());

function rivalTable(): string {
  const each = starts.map(
    ({ bundle, workMs }) => [bundle.name, workMs.map((ms) => ({ ...bundle, ms }))] as const,
  );
  return figureTable('script, at 1/4', each, [
    ['kB', ({ kilobytes }) => kilobytes, 1],
    ['brotli kB', ({ brotliKilobytes }) => brotliKilobytes, 1],
    ['work in the first 2 s, ms', ({ ms }) => ms],
  ]);
}
