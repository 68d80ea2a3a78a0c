import { fileURLToPath } from 'node:url';
import { runProgram, type End } from '@card-checkout/testing/program';
import type { Command, Report, Step } from './steps.ts';

const preload = fileURLToPath(new URL('preload/preload.ts', import.meta.url));
const program = fileURLToPath(new URL('../../packages/proxy/src/server.ts', import.meta.url));

/** How one process ends: by itself at the n-th time of a step, or by a signal after a while. */
export interface Ending {
  step?: Step;
  occurrence?: number;
  signal: 'SIGKILL' | 'SIGTERM';
  afterMs: number;
  /** Whether the time runs from the start, not from when the proxy listens. */
  isFromStart?: boolean;
}

/** One process of the proxy. It loads its code at once, and becomes the proxy on `go`. */
export class ProxyProcess {
  readonly ended: Promise<End>;
  readonly #program: ReturnType<typeof runProgram>;
  readonly #listens = Promise.withResolvers<void>();
  readonly #shifts: (() => void)[] = [];

  constructor(env: Record<string, string | undefined>) {
    this.#program = runProgram({ args: ['--import', preload, program], env, hasChannel: true });
    this.#program.child.on('message', (report: Report) => {
      if (report === 'ready') this.#listens.resolve();
      else this.#shifts.shift()?.();
    });
    this.ended = this.#program.ended;
  }

  get pid(): number {
    return this.#program.pid;
  }

  /** All that it has written. */
  get log(): string {
    return this.#program.said.out + this.#program.said.err;
  }

  /** Lets it become the proxy, and resolves when it listens or has ended. */
  async go({ step, occurrence = 1 }: Partial<Ending> = {}): Promise<void> {
    this.#send({ kind: 'go', step, occurrence });
    await Promise.race([this.#listens.promise, this.ended]);
  }

  /** Runs it until its end; returns whether it reached its step. */
  async live(ending: Ending): Promise<boolean> {
    const listens = this.go(ending);
    if (!ending.isFromStart) await listens;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      void this.kill(ending.signal);
    }, ending.afterMs);
    await this.ended;
    clearTimeout(timer);
    return !isLate;
  }

  /** Lets its clock jump; resolves when it has, or when the process has ended. */
  async shiftClock(byMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#shifts.push(resolve);
    this.#send({ kind: 'shift', byMs });
    await Promise.race([promise, this.ended]);
  }

  async kill(signal: Ending['signal']): Promise<End> {
    return this.#program.kill(signal);
  }

  #send(command: Command): void {
    // A process that has killed itself reads no command.
    if (this.#program.child.connected) this.#program.child.send(command, () => undefined);
  }
}
