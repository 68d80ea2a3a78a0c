import type { ProofOfWork, ProofOfWorkChallenge } from '@card-checkout/contract';
import { unlessAborted } from '../../browser/pause.ts';
import { membersOf } from '@card-checkout/contract/json';
import source from 'virtual:solver';

/**
 * Solves a challenge in a worker, made from a blob (CSP `worker-src blob:`), because a page cannot load
 * a worker from another origin.
 * @throws Error if the page's CSP allows no such worker; the reason of `signal` when that aborts.
 */
export async function solveInWorker(
  challenge: ProofOfWorkChallenge,
  trustedUrl: (url: string) => string,
  signal: AbortSignal,
): Promise<ProofOfWork['solution']> {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  let worker: Worker | undefined;
  try {
    worker = new Worker(trustedUrl(url));
    const answer = answerOf(worker);
    worker.postMessage(challenge, []);
    return await unlessAborted(signal, answer);
  } finally {
    worker?.terminate();
    URL.revokeObjectURL(url);
  }
}

async function answerOf(worker: Worker): Promise<ProofOfWork['solution']> {
  const { promise, resolve, reject } = Promise.withResolvers<ProofOfWork['solution']>();
  worker.addEventListener('message', ({ data }) =>
    isSolution(data) ? resolve(data) : reject(new Error('no solution')),
  );
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    reject(new Error('no worker'));
  });
  return promise;
}

function isSolution(data: unknown): data is ProofOfWork['solution'] {
  return typeof membersOf(data).get('counter') === 'number';
}
