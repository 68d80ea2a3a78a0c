import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { joinedGoals, print } from './report.ts';

/** Runs every benchmark that has a goal, in sequence. Options are passed on, e.g. `--rounds=1`. */
const runs: readonly (readonly string[])[] = [
  ['bench.ts', '--quick'],
  ['steady.ts'],
  ['stored.ts', '--payments=1000000'],
  ['stored.ts', '--payments=1000000', '--store=postgres'],
];

const cwd = import.meta.dirname;
const reports: string[] = [];
for (const args of runs) {
  process.stderr.write(`${args.join(' ')}\n`);
  const program = spawn(process.execPath, [...args, ...process.argv.slice(2)], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const report = await text(program.stdout);
  print(report.trim());
  reports.push(report);
}
print('### All goals');
print(joinedGoals(reports));
