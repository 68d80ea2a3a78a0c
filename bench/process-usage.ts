import { readFileSync } from 'node:fs';

/** What a process has taken of the machine so far. */
export interface ProcessUsage {
  /** Resident memory now, in MB of 10^6 bytes. */
  rssMb: number;
  /** The most that it ever was. */
  peakRssMb: number;
  cpuSeconds: number;
}

/** In what unit Linux counts time in `/proc`, whatever the machine (proc(5), `USER_HZ`). */
const ticksPerSecond = 100;

/** Reads the usage of a process from `/proc`; `NaN` where there is none. */
export function usageOf(pid: number | undefined): ProcessUsage {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return {
      rssMb: megabytes(status, 'VmRSS'),
      peakRssMb: megabytes(status, 'VmHWM'),
      cpuSeconds: cpuSecondsOf(stat),
    };
  } catch {
    return { rssMb: Number.NaN, peakRssMb: Number.NaN, cpuSeconds: Number.NaN };
  }
}

function megabytes(status: string, name: string): number {
  const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}

/** Adds up `utime` and `stime`, fields 14 and 15; field 2 is a name that may hold blanks. */
function cpuSecondsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
