import {
  proofOfWorkHeader,
  type ProofOfWork,
  type ProofOfWorkChallenge,
} from '@card-checkout/contract/proof-of-work';
import { startDeadline } from '../../browser/deadline.ts';
import { CheckoutError } from '../../errors.ts';
import { membersOf } from '@card-checkout/contract/json';
import { solveInWorker } from './solve-in-worker.ts';
import { solve } from './solve.ts';

/** How long one challenge may take; a slow phone needs a second. */
const solveTimeoutMs = 60_000;

/** How many challenges are taken up; instances that know nothing of each other may ask for one each. */
const maxProofs = 3;

/**
 * Solves the challenge of a refusal and sends the request again with the proof, until the proxy asks
 * for none; gives its answer.
 * @throws CheckoutError `too_many_requests` when no proof will do; whatever `send` throws; the reason
 * of `signal` when that aborts.
 */
export async function proveWork(
  refusal: unknown,
  send: (headers: Record<string, string>) => Promise<unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  let answer = refusal;
  for (let proofs = 0; proofs < maxProofs; proofs++) {
    const challenge = membersOf(answer).get('challenge');
    if (!isChallenge(challenge)) return answer;
    const solution = await solved(challenge, signal);
    answer = await send({ [proofOfWorkHeader]: encoded({ challenge, solution }) });
  }
  if (!membersOf(answer).has('challenge')) return answer;
  throw new CheckoutError('too_many_requests');
}

async function solved(
  challenge: ProofOfWorkChallenge,
  parent: AbortSignal,
): Promise<ProofOfWork['solution']> {
  const limit = startDeadline(solveTimeoutMs, parent, () => new CheckoutError('too_many_requests'));
  try {
    return await solveInWorker(challenge, limit.signal).catch(async () =>
      // The page's policy allows no worker.
      solve(challenge, limit.signal),
    );
  } catch (cause) {
    limit.signal.throwIfAborted();
    throw new CheckoutError('too_many_requests', { cause });
  } finally {
    limit.clear();
  }
}

function encoded(proof: ProofOfWork): string {
  return btoa(JSON.stringify(proof));
}

function isChallenge(value: unknown): value is ProofOfWorkChallenge {
  const members = membersOf(value);
  return (
    membersOf(members.get('parameters')).size > 0 && typeof members.get('signature') === 'string'
  );
}
