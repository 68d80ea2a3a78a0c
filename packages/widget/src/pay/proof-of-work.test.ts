import { beforeAll, describe, expect, it, vi } from 'vitest';
import { pay, press, startCheckout, stepsIn, usePayingPage } from '../../testing/paying-page.ts';
import { isPost, type SentCall } from '../../testing/scripted-proxy.ts';

// Solving is tested in solve.test.ts and, in a worker, by the browser tests.
vi.mock('../proxy-client/proof-of-work/solve-in-worker.ts', () => ({
  solveInWorker: async () => ({ counter: 1, derivedKey: 'a' }),
}));

// Loaded ahead: while the clock runs as fast as it can, ten seconds are too short for an import.
beforeAll(async () => import('../proxy-client/proof-of-work/prove-work.ts'));

const page = usePayingPage();

function hasProof({ headers }: SentCall): boolean {
  return headers.has('proof-of-work');
}

describe('a proof of work', () => {
  const refusal = {
    code: 'proof_of_work_required',
    challenge: { parameters: { cost: 1 }, signature: 'a' },
  };

  it('goes with the same request, which the page does not notice', async () => {
    const paying = startCheckout();
    page.proxy.meets = (call) => (isPost(call) && !hasProof(call) ? { json: refusal } : 'passes');

    expect(await pay(press(), paying)).toBe('approved');
    expect(stepsIn(paying)).toEqual(['fraud', 'submit']);
    expect(page.proxy.methods).toEqual(['POST', 'POST']);
  });

  it('whose answer is lost was received: the payment is found', async () => {
    page.proxy.meets = (call) => {
      if (!isPost(call)) return 'passes';
      return hasProof(call) ? 'answer lost' : { json: refusal };
    };

    expect(await pay()).toBe('approved');
    expect(page.proxy.methods).toEqual(['POST', 'POST', 'GET']);
  });

  it('is made three times at most', async () => {
    page.proxy.meets = (call) => (isPost(call) ? { json: refusal } : 'passes');

    expect(await pay()).toBe('too_many_requests');
    expect(page.proxy.methods).toEqual(['POST', 'POST', 'POST', 'POST']);
  });
});
