import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pathOf } from '../server-process.ts';

/** What a process has done to the proxy in the second that has passed. */
export interface Trouble {
  /** How many connections it held, or how many requests it sent. */
  size: number;
  /** How many of its requests were refused. */
  refused: number;
}

/** A process that troubles the proxy. */
export interface Besieger {
  /** Gives what the process has told last. */
  told(): Trouble;
  stop(): Promise<void>;
}

/** Starts a program of this folder against a proxy; it never outlives this process. */
export function startBesieger(program: string, url: string): Besieger {
  const child = fork(pathOf(`./siege/${program}`), [url]);
  const kill = (): void => void child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  let latest: Trouble = { size: 0, refused: 0 };
  child.on('message', (message: Trouble) => (latest = message));
  return {
    told: () => latest,
    stop: async () => {
      const gone = once(child, 'exit');
      kill();
      process.off('exit', kill);
      await gone;
    },
  };
}
