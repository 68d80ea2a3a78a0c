import type { ProofOfWork, ProofOfWorkChallenge } from '@card-checkout/contract';
import { proofOfWorkHeader } from '@card-checkout/contract/checkout';
import { CheckoutError } from '../../errors.ts';
import { membersOf } from '@card-checkout/contract/json';
import { solveInWorker } from './solve-in-worker.ts';
import { solve } from './solve.ts';

/** Time limit for one challenge; a slow phone needs a second. */
const solveTimeoutMs = 60_000;

/** How many challenges are solved: each instance of the proxy may ask for one. */
const maxProofs = 3;

/** Callbacks from the file that loads this one: a lazy file imports no other. */
interface ProofContext {
  /** Sends the request again, with these additional headers. */
  send: (headers: Record<string, string>) => Promise<unknown>;
  /** Makes the URL of a worker acceptable to the page's Trusted Types. */
  trustedUrl: (url: string) => string;
}

/**
 * Solves a refusal's challenge and sends the request again with the proof, until the proxy asks for none.
 * Returns the proxy's answer.
 * @throws CheckoutError `too_many_requests` if no proof is accepted; any error of `send`; the reason
 * of `signal` when that aborts.
 */
export async function proveWork(
  refusal: unknown,
  { send, trustedUrl }: ProofContext,
  signal: AbortSignal,
): Promise<unknown> {
  let answer = refusal;
  for (let proofs = 0; proofs < maxProofs; proofs++) {
    const challenge = membersOf(answer).get('challenge');
    if (!isChallenge(challenge)) return answer;
    const solution = await solveInTime(challenge, trustedUrl, signal);
    const proof: ProofOfWork = { challenge, solution };
    answer = await send({ [proofOfWorkHeader]: btoa(JSON.stringify(proof)) });
  }
  if (!membersOf(answer).has('challenge')) return answer;
  throw new CheckoutError('too_many_requests');
}

async function solveInTime(
  challenge: ProofOfWorkChallenge,
  trustedUrl: ProofContext['trustedUrl'],
  parent: AbortSignal,
): Promise<ProofOfWork['solution']> {
  const signal = AbortSignal.any([parent, AbortSignal.timeout(solveTimeoutMs)]);
  try {
    return await solveInWorker(challenge, trustedUrl, signal).catch(async () =>
      // The page's CSP allows no worker.
      solve(challenge, signal),
    );
  } catch (cause) {
    parent.throwIfAborted();
    throw new CheckoutError('too_many_requests', { cause });
  }
}

function isChallenge(value: unknown): value is ProofOfWorkChallenge {
  const members = membersOf(value);
  return (
    membersOf(members.get('parameters')).size > 0 && typeof members.get('signature') === 'string'
  );
}
