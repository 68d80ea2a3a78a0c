import { ProxyProcess, type End, type ProcessOptions } from './proxy-process.ts';
import type { Step } from './steps.ts';

/** Says how one process of an instance ends. */
export type Death =
  | { kind: 'at_step'; step: Step; occurrence: number; limitMs: number; attempts?: number }
  | { kind: 'at_random'; from: 'start' | 'ready'; afterMs: number }
  | { kind: 'by_request'; afterMs: number };

/** The proxy on one port: one process after another, the next one ready to take over. */
export class Instance {
  /** What its processes did that none may do, in a sentence each. */
  readonly faults: string[] = [];
  readonly #options: ProcessOptions;
  readonly #processes: ProxyProcess[] = [];
  #standby: ProxyProcess;

  constructor(options: ProcessOptions) {
    this.#options = options;
    this.#standby = new ProxyProcess(options);
  }

  /** Lets one process live and die. */
  async live(death: Death): Promise<End> {
    const running = this.#next();
    if (death.kind === 'at_step') running.go(death.step, death.occurrence);
    else running.go();
    const isFromStart = death.kind === 'at_random' && death.from === 'start';
    if (!isFromStart) await running.ready();

    const signal = death.kind === 'by_request' ? 'SIGTERM' : 'SIGKILL';
    const afterMs = death.kind === 'at_step' ? death.limitMs : death.afterMs;
    const timer = setTimeout(() => void running.kill(signal), afterMs);
    const end = await running.ended;
    clearTimeout(timer);
    this.#judge(end, signal);
    return end;
  }

  /** Starts a process that lives until `stop`. */
  async settle(): Promise<ProxyProcess> {
    const running = this.#next();
    running.go();
    await running.ready();
    return running;
  }

  /** Stops a process as an operator does. */
  async stop(running: ProxyProcess): Promise<void> {
    this.#judge(await running.kill('SIGTERM'), 'SIGTERM');
  }

  /** All that its processes have written. */
  get log(): string {
    return this.#processes.map(({ log }) => log).join('');
  }

  /** Ends the process that waits for its turn. */
  async close(): Promise<void> {
    await this.#standby.kill('SIGKILL');
  }

  #next(): ProxyProcess {
    const running = this.#standby;
    this.#processes.push(running);
    this.#standby = new ProxyProcess(this.#options);
    return running;
  }

  /** A process ends by SIGKILL, or with 0 when it was asked to; never by itself. */
  #judge({ code, signal }: End, sent: 'SIGKILL' | 'SIGTERM'): void {
    const isRight = sent === 'SIGKILL' ? signal === 'SIGKILL' : code === 0;
    if (isRight) return;
    const how = code === null ? String(signal) : `exit code ${code}`;
    this.faults.push(`a process that was to end by ${sent} ended by ${how}`);
  }
}
