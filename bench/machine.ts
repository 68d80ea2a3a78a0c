import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';

/**
 * Describes the machine and the commit. Throws if `built`, a path in the repository, is missing.
 */
export function describeMachine(built: string): string {
  if (!existsSync(`${import.meta.dirname}/../${built}`)) {
    throw new Error(`There is no ${built}: run \`npx -y pnpm@12 build\` first.`);
  }
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' });
  const memory = `${(totalmem() / 1e9).toFixed(1)} GB`;
  return `${availableParallelism()} cores of ${cpus()[0]?.model}, ${memory}, ${type()} ${release()}, Node ${process.version}.
Measured on ${new Date().toISOString().slice(0, 10)}, commit ${stdout.trim()}.`;
}

/**
 * Reads a process's resource usage on Linux (proc(5)); memory in MB of 10^6 bytes. `NaN` without
 * `/proc`.
 */
export function usageOf(pid: number | undefined) {
  const status = read(`/proc/${pid}/status`);
  const megabytes = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  // Fields 14 and 15, in hundredths of a second; field 2 is a name that may contain spaces.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / 100;
  return { rssMb: megabytes('VmRSS'), peakRssMb: megabytes('VmHWM'), cpuSeconds };
}

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
