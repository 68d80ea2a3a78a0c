import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Step } from './steps.ts';

const preload = fileURLToPath(new URL('preload/preload.ts', import.meta.url));
const program = fileURLToPath(new URL('../../packages/proxy/src/server.ts', import.meta.url));

/** The processes that end with the runner, if not before. */
const alive = new Set<ChildProcess>();

function endWithRunner(child: ChildProcess): void {
  const isFirst = alive.size === 0;
  alive.add(child);
  if (isFirst) process.once('exit', endAll);
}

function forget(child: ChildProcess): void {
  alive.delete(child);
  if (alive.size === 0) process.off('exit', endAll);
}

function endAll(): void {
  for (const child of alive) child.kill('SIGKILL');
}

/** Says how a process is started. */
export interface ProcessOptions {
  env: Record<string, string>;
  /** Gets what the process says; the log of all processes of an instance. */
  logFile: string;
  /** The payments service's port, as the proxy sees it. */
  servicePort: number;
  compileCache: string;
}

/** How a process ended. */
export interface End {
  code: number | null;
  signal: string | null;
  /** At which step it killed itself. */
  step: string | undefined;
}

/**
 * One process of the proxy. It loads its code at once, and becomes the proxy when it is told so;
 * from then on it may be killed.
 */
export class ProxyProcess {
  readonly ended: Promise<End>;
  /** Whether it listens, and takes SIGTERM for what it is. */
  isReady = false;
  readonly #child: ChildProcess;
  readonly #becameReady = Promise.withResolvers<void>();
  readonly #shifts: (() => void)[] = [];
  #step: string | undefined;

  constructor({ env, logFile, servicePort, compileCache }: ProcessOptions) {
    const log = openSync(logFile, 'a');
    this.#child = spawn(process.execPath, ['--import', preload, program], {
      env: { ...env, CHAOS_SERVICE_PORT: String(servicePort), CHAOS_COMPILE_CACHE: compileCache },
      stdio: ['pipe', log, log, 'pipe'],
    });
    closeSync(log);
    endWithRunner(this.#child);
    // A process that has killed itself reads no command.
    this.#child.stdin?.on('error', () => undefined);
    this.ended = this.#end().finally(() => forget(this.#child));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Lets it become the proxy; with a step, until that is reached for the n-th time. */
  go(step?: Step, occurrence = 1): void {
    if (step) this.#say(`step ${step} ${occurrence}`);
    this.#say('go');
  }

  /** Lets its clock jump; resolves when it has, or when the process has ended. */
  async shiftClock(byMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#shifts.push(resolve);
    this.#say(`shift ${byMs}`);
    await Promise.race([promise, this.ended]);
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<End> {
    this.#child.kill(signal);
    return this.ended;
  }

  #say(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Resolves when it listens, or has ended. */
  async ready(): Promise<void> {
    await Promise.race([this.#becameReady.promise, this.ended]);
  }

  async #end(): Promise<End> {
    const report = this.#child.stdio[3];
    if (isReadable(report)) createInterface(report).on('line', (line) => this.#read(line));
    await once(this.#child, 'close');
    const { exitCode: code, signalCode: signal } = this.#child;
    return { code, signal, step: this.#step };
  }

  #read(line: string): void {
    if (line === 'ready') {
      this.isReady = true;
      this.#becameReady.resolve();
    } else if (line === 'shifted') {
      this.#shifts.shift()?.();
    } else {
      this.#step = line;
    }
  }
}

function isReadable(stream: unknown): stream is Readable {
  return typeof stream === 'object' && stream !== null && 'read' in stream;
}
