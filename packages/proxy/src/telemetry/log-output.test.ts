import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { LogOutput } from './log-output.ts';

/** Opens a log on a disk with that much room: it takes so many bytes, and then none. */
function openLog(freeBytes = Number.POSITIVE_INFINITY) {
  const disk = { freeBytes };
  const write = (file: number, bytes: Buffer) => {
    const taken = bytes.subarray(0, disk.freeBytes);
    if (taken.length === 0) throw Object.assign(new Error('No space left'), { code: 'ENOSPC' });
    disk.freeBytes -= taken.length;
    return writeSync(file, taken);
  };
  const folder = mkdtempSync(join(tmpdir(), 'card-checkout-'));
  const path = join(folder, 'log');
  const file = openSync(path, 'a');
  onTestFinished(() => {
    closeSync(file);
    rmSync(folder, { recursive: true });
  });
  return { disk, output: new LogOutput(file, write), written: () => readFileSync(path, 'utf8') };
}

it('writes each line at once', () => {
  const { output, written } = openLog();

  output.write('one\n');

  expect(written()).toBe('one\n');
});

it('keeps the lines of a full disk, and writes them whole and in order when there is room', () => {
  const { disk, output, written } = openLog(2);

  output.write('one\n');
  output.write('two\n');
  const whileFull = written();
  disk.freeBytes = 100;
  output.write('three\n');

  expect(whileFull).toBe('on');
  expect(written()).toBe('one\ntwo\nthree\n');
});

it('keeps no more than a megabyte', () => {
  const { disk, output, written } = openLog(0);
  const line = `${'x'.repeat(99_999)}\n`;

  for (let count = 0; count < 20; count += 1) output.write(line);
  disk.freeBytes = Number.POSITIVE_INFINITY;
  output.write('last\n');

  expect(written()).toBe(`${line.repeat(10)}last\n`);
});
