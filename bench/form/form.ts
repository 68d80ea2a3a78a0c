import { describeMachine } from '../machine.ts';
import { InvalidOptions } from '../invalid-options.ts';
import { startBrowser } from './browser.ts';
import { bundle, type Bundle } from './bundle.ts';
import { contestants, type Contestant } from './contestants.ts';
import { readOptions, usage, type Options } from './options.ts';
import { scriptTag, siteFiles, whenNotBuilt } from './pages.ts';
import {
  describeMethod,
  reportGoals,
  reportKeystrokes,
  reportScripts,
  reportUsable,
} from './report.ts';
import { runRounds } from './rounds.ts';
import { openSite } from './site.ts';

const options = optionsFrom(process.argv.slice(2));
const missing = whenNotBuilt();
if (options === 'help') print(usage);
else if (options && missing) fail(missing);
else if (options) await run(options);

/** Measures the form and its competitors, and prints the report. */
async function run({ rounds }: Options): Promise<void> {
  const bundles = new Map<Contestant, Bundle>();
  for (const contestant of contestants) {
    progress(`bundling ${contestant.name}`);
    bundles.set(contestant, await bundle(contestant.name));
  }
  const site = await openSite(siteFiles(bundles));
  const browser = await startBrowser();
  try {
    const series = await runRounds(rounds, { browser, site }, bundles, progress);
    print(describeMachine('script tag', scriptTag.file));
    print(describeMethod(rounds, browser.version(), series));
    print(reportUsable(series));
    print(reportKeystrokes(series));
    print(reportScripts(bundles, series));
    print(reportGoals(series));
  } finally {
    await browser.close();
    await site.stop();
  }
}

function optionsFrom(args: string[]): Options | 'help' | undefined {
  try {
    return readOptions(args);
  } catch (error) {
    if (!(error instanceof InvalidOptions)) throw error;
    fail(`${error.message}\n\n${usage}`);
    return undefined;
  }
}

function fail(reason: string): void {
  progress(reason);
  process.exitCode = 1;
}

/** Writes a part of the report. */
function print(markdown: string): void {
  process.stdout.write(`${markdown}\n\n`);
}

/** Writes what is no part of the report. */
function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}
