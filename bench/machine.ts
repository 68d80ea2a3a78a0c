import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { pathOf } from './path-of.ts';

/** Describes in a paragraph the machine and the build; `file` is a path in the repository. */
export function describeMachine(file: string): string {
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' });
  const built = statSync(pathOf(`../${file}`), { throwIfNoEntry: false });
  if (!built) throw new Error(`There is no ${file}: run \`npx -y pnpm@12 build\` first.`);
  const memory = `${(totalmem() / 1e9).toFixed(1)} GB`;
  return [
    `Machine: ${availableParallelism()} cores of ${cpus()[0]?.model}, ${memory}, ${type()} ${release()},`,
    `Node ${process.version}. Measured on ${day(new Date())}, commit ${stdout.trim()}, built ${day(built.mtime)}.`,
  ].join(' ');
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
