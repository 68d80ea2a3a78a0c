import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pathOf } from '../server-process.ts';

/** Is a process that troubles the proxy. */
export interface Besieger {
  /** Gives the numbers that the process has told last. */
  told(): number;
  stop(): Promise<void>;
}

/** Starts a program of this folder against a proxy; it never outlives this process. */
export function startBesieger(program: string, url: string): Besieger {
  const child = fork(pathOf(`./siege/${program}`), [url]);
  const kill = (): void => void child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  let latest = 0;
  child.on('message', (message) => {
    if (typeof message === 'number') latest = message;
  });
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
