import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { pathOf } from './server-process.ts';

/**
 * Says on what and of what the figures are, in one paragraph of Markdown; `file` is what was built
 * last of the subject, as a path in the repository.
 */
export function describeMachine(subject: string, file: string): string {
  const processor = cpus()[0]?.model ?? 'an unknown processor';
  const memory = `${(totalmem() / 1e9).toFixed(1)} GB`;
  return [
    `Machine: ${availableParallelism()} cores of ${processor}, ${memory},`,
    `${type()} ${release()}, Node ${process.version}.`,
    `Measured on ${day(new Date())}, commit ${commit()}, ${subject} built ${buildTime(file)}.`,
  ].join(' ');
}

function commit(): string {
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' });
  return stdout?.trim() || 'unknown';
}

function buildTime(file: string): string {
  const built = statSync(pathOf(`../${file}`), { throwIfNoEntry: false });
  return built ? `${built.mtime.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'never';
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
