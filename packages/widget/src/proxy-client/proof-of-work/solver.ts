import type { ProofOfWorkChallenge } from '@card-checkout/contract';
import { solve } from './solve.ts';

// Runs as a worker; answers undefined if there is no solution.
addEventListener('message', ({ data }: MessageEvent<ProofOfWorkChallenge>) => {
  void solve(data).then(
    (solution) => postMessage(solution),
    () => postMessage(undefined),
  );
});
