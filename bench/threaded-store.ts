import { Worker } from 'node:worker_threads';
import type { Attempt } from '../packages/proxy/src/attempt/attempt.ts';
import type { Recorded, Reservation } from '../packages/proxy/src/attempt/transition.ts';
import type { Backlog, Store } from '../packages/proxy/src/store/store.ts';
import { pathOf } from './server-process.ts';

/** One operation, on its way to the thread. */
export type Call = { number: number } & (
  | { work: 'begin'; given: Parameters<Store['begin']> }
  | { work: 'record'; given: Parameters<Store['record']> }
  | { work: 'find'; given: Parameters<Store['find']> }
);

/** What the store returned for a call, or why it failed. */
export type Reply = { number: number } & (
  | { work: 'begin'; result: Reservation }
  | { work: 'record'; result: Recorded | undefined }
  | { work: 'find'; result: Attempt | undefined }
  | { work: 'failed'; error: string }
);

/** Runs the proxy's SQLite store in a thread, to measure what its commits cost the event loop. */
export class ThreadedStore implements Store {
  readonly #thread: Worker;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #calls = 0;

  constructor(path: string) {
    this.#thread = new Worker(pathOf('./store-thread.ts'), { workerData: path });
    this.#thread.on('message', (reply: Reply) => {
      this.#waiting.get(reply.number)?.(reply);
      this.#waiting.delete(reply.number);
    });
  }

  async begin(...given: Parameters<Store['begin']>): Promise<Reservation> {
    const reply = await this.#call((number) => ({ number, work: 'begin', given }));
    if (reply.work === 'begin') return reply.result;
    throw failure(reply);
  }

  async record(...given: Parameters<Store['record']>): Promise<Recorded | undefined> {
    const reply = await this.#call((number) => ({ number, work: 'record', given }));
    if (reply.work === 'record') return reply.result;
    throw failure(reply);
  }

  async find(...given: Parameters<Store['find']>): Promise<Attempt | undefined> {
    const reply = await this.#call((number) => ({ number, work: 'find', given }));
    if (reply.work === 'find') return reply.result;
    throw failure(reply);
  }

  #call(callOf: (number: number) => Call): Promise<Reply> {
    const call = callOf(++this.#calls);
    return new Promise((resolve) => {
      this.#waiting.set(call.number, resolve);
      this.#thread.postMessage(call, []);
    });
  }

  async recordPostback(): Promise<undefined> {}

  async interruptAbandoned(): Promise<[]> {
    return [];
  }

  async countBacklog(): Promise<Backlog> {
    return { unresolved: { pending: 0, unknown: 0 }, messages: { relay: 0, support: 0 } };
  }

  async raiseOverdue(): Promise<[]> {
    return [];
  }

  async takeMessages(): Promise<[]> {
    return [];
  }

  async postpone(): Promise<void> {}

  async check(): Promise<void> {}

  onChange(): void {}

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}

function failure(reply: Reply): Error {
  return new Error(reply.work === 'failed' ? reply.error : 'The thread answered another call');
}
