import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@card-checkout/testing/free-port';

/** Where a server stands while it is measured. */
export interface Place {
  port: number;
  upstreamUrl: string;
  /** Its own, and gone after the round. */
  folder: string;
}

/** How a server is started. */
export interface Program {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** A process that listens. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Asks the process to end; after 10 s it is killed. */
  stop(): Promise<void>;
}

const host = '127.0.0.1';
const readyTimeoutMs = 30_000;
const stopTimeoutMs = 10_000;

/** Makes a path of one relative to this folder. */
export function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}

/**
 * Starts a program on a free port and waits until it listens, up to 30 s. It gets the `PATH` and
 * no other variable of this process, and never outlives it. Throws an `Error` when it ends early.
 */
export async function startServer(programOn: (port: number) => Program): Promise<ServerProcess> {
  const port = await freePort();
  const { command, args, env } = programOn(port);
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = () => void child.kill('SIGKILL');
  // Before the folder is removed that the program may write to.
  process.prependOnceListener('exit', kill);
  child.once('exit', () => process.off('exit', kill));

  const stop = () => stopChild(child);
  try {
    await listening(child, port);
  } catch (error) {
    await stop();
    throw new Error(`${[command, ...args].join(' ')} did not start`, { cause: error });
  }
  return { url: `http://${host}:${port}`, pid: child.pid ?? 0, stop };
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  const failure = new AbortController();
  const fail = (cause: unknown) => failure.abort(cause);
  child.once('error', fail).once('exit', fail);
  const limit = AbortSignal.any([failure.signal, AbortSignal.timeout(readyTimeoutMs)]);
  while (!(await isOpen(port))) {
    limit.throwIfAborted();
    await pause(20, undefined, { signal: limit });
  }
  limit.throwIfAborted();
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    const end = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await gone;
  clearTimeout(timer);
}
