import { optionsFrom, roundsIn, type Rounds } from '../command-line.ts';
import { describeMachine } from '../machine.ts';
import { startBrowser } from './browser.ts';
import { bundle, type Bundle } from './bundle.ts';
import { contestants, type Contestant } from './contestants.ts';
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

const usage = `npx -y pnpm@12 bench:form [--rounds=10]

A round takes about 80 s. The script tag is measured as it was built last: npx -y pnpm@12 bundle.`;

const options = optionsFrom((args) => roundsIn(args, 10), usage);
const missing = whenNotBuilt();
if (options && missing) {
  progress(missing);
  process.exitCode = 1;
} else if (options) await run(options);

/** Measures the form and its competitors, and prints the report. */
async function run({ rounds }: Rounds): Promise<void> {
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

/** Writes a part of the report. */
function print(markdown: string): void {
  process.stdout.write(`${markdown}\n\n`);
}

/** Writes what is no part of the report. */
function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}
