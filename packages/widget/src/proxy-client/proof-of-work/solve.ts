import type { ProofOfWork, ProofOfWorkChallenge } from '@card-checkout/contract';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/**
 * Solves a challenge by trying one number after another; the browser computes each off this thread.
 * @throws Error when `signal` aborts.
 */
export async function solve(
  challenge: ProofOfWorkChallenge,
  signal?: AbortSignal,
): Promise<ProofOfWork['solution']> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const solution = await solveChallenge({ challenge, deriveKey, controller, timeout: 0 });
  signal?.removeEventListener('abort', abort);
  if (!solution) throw new Error('aborted');
  return { counter: solution.counter, derivedKey: solution.derivedKey };
}
