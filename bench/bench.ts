import { optionsFrom } from './command-line.ts';
import { contestants, type Contestant } from './contestants.ts';
import { measureDisk } from './disk.ts';
import { judge } from './goals.ts';
import { measureGenerator } from './generator.ts';
import { describeMachine } from './machine.ts';
import { readOptions, settingsOf, usage, type Options } from './options.ts';
import {
  describeMethod,
  reportComparison,
  reportDisk,
  reportGoals,
  reportSoak,
  settingTitle,
} from './report.ts';
import { compare, type Bench } from './rounds.ts';
import { soakDurable } from './soak.ts';
import { openWorkspace } from './workspace.ts';

// What runs and what lies on the disk is cleared away when this process exits, however it does.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(130));
}

const options = optionsFrom(readOptions, usage);
if (options) await run(options);

/** Measures what the options ask for and prints each result as soon as it is known. */
async function run(asked: Options): Promise<void> {
  const workspace = openWorkspace(asked.folder);
  const bench: Bench = { ...asked, workspace, progress };
  const present = presentAmong(contestants, asked.only);

  print(describeMachine('proxy', 'packages/proxy/dist/server.js'));
  print(describeMethod(asked, measureGenerator()));
  print(reportDisk(measureDisk(workspace)));

  const comparisons = [];
  for (const setting of settingsOf(asked)) {
    progress(settingTitle(setting));
    const comparison = await compare(present, setting, bench);
    comparisons.push(comparison);
    print(reportComparison(comparison));
  }

  const durable = present.find(({ name }) => name === 'durable');
  const soaks = durable !== undefined && asked.soakPayments > 0;
  const soak = soaks ? await soakDurable(durable, asked.soakPayments, bench) : undefined;
  if (soak) print(reportSoak(soak));

  print(reportGoals(judge(comparisons, soak)));
}

/** Leaves out who was not asked for, and says why somebody who was can't take part. */
function presentAmong(all: readonly Contestant[], only: readonly string[] | undefined) {
  return all.filter(({ name, missing }) => {
    if (only && !only.includes(name)) return false;
    const reason = missing();
    if (reason) print(`\`${name}\` is left out: ${reason}.`);
    return !reason;
  });
}

/** Writes a part of the report. */
function print(markdown: string): void {
  process.stdout.write(`${markdown}\n\n`);
}

/** Writes what is no part of the report. */
function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}
