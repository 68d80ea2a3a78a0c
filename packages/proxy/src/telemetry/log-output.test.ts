import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { LogOutput, printableLine } from './log-output.ts';

/** Opens a log on a disk with that much room: it takes so many bytes, and then none. */
function openLog(freeBytes = Number.POSITIVE_INFINITY) {
  const disk = { freeBytes, lost: 0 };
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
  return {
    disk,
    output: new LogOutput({ file, write, onLost: () => (disk.lost += 1) }),
    written: () => readFileSync(path, 'utf8'),
  };
}

it('escapes what a terminal would obey or hide', () => {
  const line = '{"origin":"https://\u009B2J\u007F\u2028\u2029\u202E\u2066é🙂"}';

  expect(printableLine(line)).toBe(
    String.raw`{"origin":"https://\u009b2J\u007f\u2028\u2029\u202e\u2066é🙂"}`,
  );
  expect(JSON.parse(printableLine(line))).toEqual(JSON.parse(line));
});

it('writes all lines of a turn of the event loop at once', async () => {
  const { output, written } = openLog();

  output.write('one\n');
  output.write('two\n');
  const before = written();
  await nextTurn();

  expect([before, written()]).toEqual(['', 'one\ntwo\n']);
});

it('writes what is left when the process exits', () => {
  const file = new URL('log-output.ts', import.meta.url).pathname;
  const program = `
    const { LogOutput } = await import(${JSON.stringify(file)});
    new LogOutput().write('last\\n');
    process.exit(3);`;

  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program]);

  expect([status, String(stdout)]).toEqual([3, 'last\n']);
});

it('keeps the lines of a full disk, and writes them whole and in order when there is room', async () => {
  const { disk, output, written } = openLog(2);

  output.write('one\n');
  await nextTurn();
  output.write('two\n');
  await nextTurn();
  const whileFull = written();
  disk.freeBytes = 100;
  output.write('three\n');

  expect(whileFull).toBe('on');
  await expect.poll(written).toBe('one\ntwo\nthree\n');
});

it("doesn't wait for whoever reads the pipe, and writes what it kept once somebody does", async () => {
  const file = new URL('log-output.ts', import.meta.url).pathname;
  const script = `
    const { LogOutput } = await import(${JSON.stringify(file)});
    const output = new LogOutput();
    for (let line = 0; line < 300; line += 1) output.write('x'.repeat(999) + '\\n');
    setTimeout(() => process.send('goes on'), 0);
    process.on('message', () => undefined);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));

  const [said] = await once(child, 'message');
  let read = 0;
  child.stdout?.on('data', (chunk: Buffer) => (read += chunk.length));

  expect(said).toBe('goes on');
  await expect.poll(() => read).toBe(300_000);
});

it('keeps no more than a megabyte, and counts what it lost', async () => {
  const { disk, output, written } = openLog(0);
  const line = `${'x'.repeat(99_999)}\n`;

  for (let count = 0; count < 20; count += 1) output.write(line);
  await nextTurn();
  disk.freeBytes = Number.POSITIVE_INFINITY;
  await expect.poll(written).toBe(line.repeat(10));
  output.write('last\n');

  await expect.poll(written).toBe(`${line.repeat(10)}last\n`);
  expect(disk.lost).toBe(10);
});
