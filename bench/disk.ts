import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createHistogram } from 'node:perf_hooks';

/** How fast a disk takes 4 KiB for good. */
export interface Disk {
  p50Ms: number;
  p99Ms: number;
  perSecond: number;
}

const seconds = 3;

/** Appends 4 KiB and waits for `fdatasync`, again and again for 3 s, as a naive store would. */
export function measureDisk(folder: string): Disk {
  const page = Buffer.alloc(4096, 1);
  const latenciesUs = createHistogram();
  const file = openSync(join(folder, 'fdatasync'), 'a');
  const startedAt = performance.now();
  let endedAt = startedAt;
  while (endedAt < startedAt + seconds * 1000) {
    const before = endedAt;
    writeSync(file, page);
    fdatasyncSync(file);
    endedAt = performance.now();
    latenciesUs.record(Math.max(1, Math.round((endedAt - before) * 1000)));
  }
  closeSync(file);
  return {
    p50Ms: latenciesUs.percentile(50) / 1000,
    p99Ms: latenciesUs.percentile(99) / 1000,
    perSecond: latenciesUs.count / ((endedAt - startedAt) / 1000),
  };
}
