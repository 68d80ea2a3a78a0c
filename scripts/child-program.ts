import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const readyTimeoutMs = 30_000;
const stopTimeoutMs = 10_000;

/** A program that runs until it is stopped. */
export interface ChildProgram {
  /** Resolves with a sentence when the program ends by itself. */
  readonly ended: Promise<string>;
  /** Asks the program to end; after 10 s it is killed. */
  stop(): Promise<void>;
  /** Ends the program without a warning (SIGKILL), as a power cut does. */
  kill(): Promise<void>;
}

export interface ProgramOptions {
  /** The file that Node runs. */
  file: string;
  /** Options of Node's own; none by default. */
  nodeOptions?: readonly string[];
  env: Record<string, string>;
  /** Matches the line by which the program says that it serves. */
  isReady: RegExp;
  onLog?: ((line: string) => void) | undefined;
}

/**
 * Starts a program and waits until it serves; it never outlives this process.
 * @throws Error with what it said when it ends before that, or is not ready within 30 s.
 */
export async function startProgram(options: ProgramOptions): Promise<ChildProgram> {
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), options.file], {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = (): Promise<void> => endChild(child, 'SIGTERM');
  const kill = (): Promise<void> => endChild(child, 'SIGKILL');
  const endNow = (): boolean => child.kill();
  process.once('exit', endNow);
  child.once('exit', () => process.off('exit', endNow));
  const ended = once(child, 'exit').then(([code]) => `${options.file} ended with ${code}.`);
  try {
    await whenReady(child, ended, options);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ended, stop, kill };
}

async function whenReady(
  child: ChildProcess,
  ended: Promise<string>,
  { file, isReady, onLog }: ProgramOptions,
): Promise<void> {
  const said: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ready = new Promise<undefined>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        onLog?.(line);
        if (timer !== undefined) said.push(line);
        if (isReady.test(line)) resolve(undefined);
      });
    }
  });
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`${file} is not ready after 30 s.`), readyTimeoutMs);
  });
  const fault = await Promise.race([ready, ended, late]);
  clearTimeout(timer);
  timer = undefined;
  if (fault !== undefined) throw new Error([fault, ...said].join('\n'));
}

async function endChild(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await gone;
  clearTimeout(timer);
}
