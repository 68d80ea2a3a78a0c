import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const readyTimeoutMs = 30_000;
const stopTimeoutMs = 10_000;

export interface ProgramOptions {
  /** Default: Node. */
  command?: string;
  args: readonly string[];
  /** The whole environment; `undefined` variables are left out. */
  env: Readonly<Record<string, string | undefined>>;
  cwd?: string;
  hasChannel?: boolean;
  onLine?: ((line: string) => void) | undefined;
}

export interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export type Program = ReturnType<typeof runProgram>;

/** Killed when this process ends. */
const running = new Set<ChildProcess>();
process.prependListener('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** Runs a program that ends no later than this process. */
export function runProgram(options: ProgramOptions) {
  const { command = process.execPath, args, cwd } = options;
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  const child = spawn(command, args, {
    cwd,
    env: { ...options.env },
    stdio: options.hasChannel ? [...stdio, 'ipc'] : stdio,
  });
  running.add(child);
  const { promise: ended, resolve } = Promise.withResolvers<End>();
  child.once('error', () => resolve({ code: null, signal: null }));
  child.once('close', (code, signal) => resolve({ code, signal }));
  void ended.then(() => running.delete(child));

  const kill = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    return ended;
  };
  /** Sends SIGTERM, and SIGKILL after 10 s. */
  const stop = async () => {
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await kill('SIGTERM');
    clearTimeout(timer);
  };
  return { child, pid: child.pid ?? 0, said: listen(child, options.onLine), ended, kill, stop };
}

/**
 * Runs a program and waits until it writes a line that matches `isReady`, or answers HTTP on the port.
 * @throws Error with the program's output if it ends first, or isn't ready within 30 s.
 */
export async function startProgram({
  isReady,
  onLine,
  ...options
}: ProgramOptions & { isReady: RegExp | number }): Promise<Program> {
  const { promise: ready, resolve } = Promise.withResolvers<string | undefined>();
  const program = runProgram({
    ...options,
    onLine: (line) => {
      onLine?.(line);
      if (typeof isReady === 'object' && isReady.test(line)) resolve(undefined);
    },
  });
  const limit = new AbortController();
  const { signal } = limit;
  if (typeof isReady === 'number') void answersOn(isReady, signal).then(() => resolve(undefined));
  const fault = await Promise.race([
    ready,
    program.ended.then(howEnded),
    pause(readyTimeoutMs, "isn't ready after 30 s", { signal }).catch(() => undefined),
  ]);
  limit.abort();
  if (fault === undefined) return program;
  await program.stop();
  const { out, err } = program.said;
  throw new Error(`${[options.command, ...options.args].join(' ').trim()} ${fault}\n${out}${err}`);
}

/** Describes how a program ended, for example `was ended by SIGKILL`. */
export function howEnded({ code, signal }: End): string {
  return signal ? `was ended by ${signal}` : `ended with ${code}`;
}

function listen(child: ChildProcess, onLine?: (line: string) => void) {
  const said = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr?.on('data', (chunk) => (said.err += String(chunk)));
  for (const input of [child.stdout, child.stderr]) {
    if (input && onLine) createInterface({ input }).on('line', onLine);
  }
  return said;
}

/** Resolves once a server answers. A server like Vite's listens for a moment before it starts. */
async function answersOn(port: number, signal: AbortSignal): Promise<void> {
  const answers = async () =>
    fetch(`http://127.0.0.1:${port}`, { signal }).then(
      () => true,
      () => false,
    );
  while (!signal.aborted && !(await answers())) await pause(20);
}
