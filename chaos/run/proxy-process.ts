import { fileURLToPath } from 'node:url';
import { runProgram, type End } from '@card-checkout/testing/program';
import { probeEveryMs, unresolvedAlarmMs, waits } from './settings.ts';
import type { Command, Report, Step } from './steps.ts';

const preload = fileURLToPath(new URL('preload/preload.ts', import.meta.url));
const program = fileURLToPath(
  new URL('../../packages/proxy/testing/quick-server.ts', import.meta.url),
);

/**
 * How a process ends: by itself at the n-th occurrence of a step, or by a signal after some time.
 */
export interface Ending {
  step?: Step;
  occurrence?: number;
  signal: 'SIGKILL' | 'SIGTERM';
  afterMs: number;
  /** Whether the time runs from startup rather than from when the proxy listens. */
  isFromStart?: boolean;
}

/** A process that loads the proxy's code at once and becomes the proxy on `go`. */
export class ProxyProcess {
  readonly ended: Promise<End>;
  readonly #program: ReturnType<typeof runProgram>;
  readonly #listens = Promise.withResolvers<void>();
  readonly #commands: (() => void)[] = [];

  constructor(env: Record<string, string | undefined>) {
    this.#program = runProgram({
      args: [
        '--import',
        preload,
        program,
        JSON.stringify({ retryWaits: waits, unresolvedAlarmMs, probeEveryMs }),
      ],
      env,
      hasChannel: true,
    });
    this.#program.child.on('message', (report: Report) => {
      if (report === 'ready') this.#listens.resolve();
      else this.#commands.shift()?.();
    });
    this.ended = this.#program.ended;
  }

  get pid(): number {
    return this.#program.pid;
  }

  get log(): string {
    return this.#program.said.out + this.#program.said.err;
  }

  /** Returns whether the proxy listens, once that is known. */
  async go(): Promise<boolean> {
    void this.#command({ kind: 'go' });
    return Promise.race([this.#listens.promise.then(() => true), this.ended.then(() => false)]);
  }

  /** Waits for the process to end. Returns whether it reached its step. */
  async live(ending: Ending): Promise<boolean> {
    if (ending.step) void this.arm(ending.step, ending.occurrence);
    const listens = this.go();
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

  /** Arms a step at its n-th occurrence from now. */
  async arm(step: Step, occurrence = 1): Promise<void> {
    await this.#command({ kind: 'arm', step, occurrence });
  }

  async shiftClock(byMs: number): Promise<void> {
    await this.#command({ kind: 'shift', byMs });
  }

  async kill(signal: Ending['signal']): Promise<End> {
    return this.#program.kill(signal);
  }

  async #command(command: Command): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#commands.push(resolve);
    // A killed process reads no commands.
    if (this.#program.child.connected) this.#program.child.send(command, () => undefined);
    await Promise.race([promise, this.ended]);
  }
}
