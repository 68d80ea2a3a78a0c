import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
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
print(joinedGoals(reports, [['lines of source', sourceLines().toLocaleString('en'), '≤ 21,000']]));

function sourceLines(): number {
  const files = globSync('packages/{contract,proxy,widget}/src/**/*.ts', { cwd: `${cwd}/..` });
  return files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${cwd}/../${file}`, 'utf8').split('\n').length - 1)
    .reduce((sum, lines) => sum + lines, 0);
}
