import { fileURLToPath } from 'node:url';
import { runProgram, type End as ProgramEnd, type Program } from '@card-checkout/testing/program';
import type { Command, Report } from './preload/commands.ts';
import type { Step } from './steps.ts';

const preload = fileURLToPath(new URL('preload/preload.ts', import.meta.url));
const program = fileURLToPath(new URL('../../packages/proxy/src/server.ts', import.meta.url));

/** How a process is started. */
export interface ProcessOptions {
  env: Record<string, string | undefined>;
  /** The payments service's port, as the proxy sees it. */
  servicePort: number;
  compileCache: string;
}

/** How a process ended. */
export interface End extends ProgramEnd {
  /** The step at which it killed itself. */
  step: Step | undefined;
}

/** One process of the proxy. It loads its code at once, and becomes the proxy on `go`. */
export class ProxyProcess {
  readonly ended: Promise<End>;
  readonly #program: Program;
  readonly #becameReady = Promise.withResolvers<void>();
  readonly #shifts: (() => void)[] = [];
  #armed: Step | undefined;

  constructor({ env, servicePort, compileCache }: ProcessOptions) {
    this.#program = runProgram({
      args: ['--import', preload, program],
      env: { ...env, CHAOS_SERVICE_PORT: String(servicePort), CHAOS_COMPILE_CACHE: compileCache },
      hasChannel: true,
    });
    this.#program.child.on('message', (report: Report) => {
      if (report === 'ready') this.#becameReady.resolve();
      else this.#shifts.shift()?.();
    });
    this.ended = this.#program.ended.then((end) => {
      return { ...end, step: end.signal === 'SIGKILL' ? this.#armed : undefined };
    });
  }

  get pid(): number {
    return this.#program.pid;
  }

  /** All that it has written. */
  get log(): string {
    return this.#program.said.out + this.#program.said.err;
  }

  /** Lets it become the proxy; with a step, until that is reached for the n-th time. */
  go(step?: Step, occurrence = 1): void {
    this.#armed = step;
    this.#send({ kind: 'go', step, occurrence });
  }

  /** Lets its clock jump; resolves when it has, or when the process has ended. */
  async shiftClock(byMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#shifts.push(resolve);
    this.#send({ kind: 'shift', byMs });
    await Promise.race([promise, this.ended]);
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<End> {
    this.#armed = undefined;
    await this.#program.kill(signal);
    return this.ended;
  }

  /** Resolves when it listens, or has ended. */
  async ready(): Promise<void> {
    await Promise.race([this.#becameReady.promise, this.ended]);
  }

  #send(command: Command): void {
    // A process that has killed itself reads no command.
    if (this.#program.child.connected) this.#program.child.send(command, () => undefined);
  }
}
