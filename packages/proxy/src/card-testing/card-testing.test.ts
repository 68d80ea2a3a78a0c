import { randomUUID } from 'node:crypto';
import type { ProofOfWork, ProofOfWorkChallenge } from '@card-checkout/contract';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { describe, expect, it } from 'vitest';
import { orderSecret } from '@card-checkout/testing/checkout-request';
import { oneByOne } from '@card-checkout/testing/scripted-server';
import { ProofsOfWork } from './proof-of-work.ts';
import {
  startProxyWith as start,
  stoppedClock,
  type RunningProxy,
} from '../../testing/running-proxy.ts';
import { Secret } from '../sensitive/secret.ts';

const minuteMs = 60_000;

/** Starts a proxy whose one attempt so far was declined, so that the next has to bring a proof. */
async function suspecting(clock = stoppedClock(), declinedPercent = 60) {
  const script = oneByOne({ status: 402 }, { status: 200, json: { id: 'pay_1' } });
  const config = { breaker: { declinedPercent, minAttempts: 1 } };
  const running = await start(script, {}, { now: clock.now, config });
  await running.proxy.pay({ order: { sub: 'declined' } });
  return running;
}

/** Asks for the challenge of an attempt, and solves it. */
async function solved(proxy: RunningProxy, key: string): Promise<ProofOfWork> {
  const { body } = await proxy.pay({ key });
  return solutionOf(challengeIn(body));
}

async function solutionOf(challenge: ProofOfWorkChallenge): Promise<ProofOfWork> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return { challenge, solution: solution ?? { counter: -1, derivedKey: '' } };
}

function challengeIn(body: object): ProofOfWorkChallenge {
  const { challenge }: { challenge: ProofOfWorkChallenge } = JSON.parse(JSON.stringify(body));
  return challenge;
}

function headersWith(proof: unknown) {
  return { 'Proof-Of-Work': Buffer.from(JSON.stringify(proof)).toString('base64') };
}

describe('while cards seem to be tested', () => {
  it('asks for a proof of work, and sends nothing', async () => {
    const { service, proxy } = await suspecting();
    const key = randomUUID();

    const answer = await proxy.pay({ key });

    expect(answer.status).toBe(428);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({
      code: 'proof_of_work_required',
      challenge: { parameters: { algorithm: 'PBKDF2/SHA-256', data: { idempotencyKey: key } } },
    });
    expect(service.received).toHaveLength(1);
    expect((await proxy.call(`/api/checkout/${key}`)).status).toBe(404);
    expect(proxy.logged('card_testing_suspected')).toHaveLength(1);
  });

  it('accepts it under the same key', async () => {
    const { proxy } = await suspecting();
    const key = randomUUID();
    const proof = await solved(proxy, key);

    const answer = await proxy.pay({ key, headers: headersWith(proof) });

    expect(answer.body).toMatchObject({ id: key, status: 'approved' });
  });

  it('joins a proof that comes again to the attempt that it paid for', async () => {
    const { service, proxy } = await suspecting();
    const key = randomUUID();
    const headers = headersWith(await solved(proxy, key));
    await proxy.pay({ key, headers });

    const again = await proxy.pay({ key, headers });

    expect(again.body).toMatchObject({ id: key, status: 'approved' });
    expect(service.received).toHaveLength(2);
  });

  it('answers a repeated key without one', async () => {
    const { proxy } = await suspecting(stoppedClock(), 40);
    const key = randomUUID();
    await proxy.pay({ key, headers: headersWith(await solved(proxy, key)) });

    const again = await proxy.pay({ key });

    expect(again.body).toMatchObject({ id: key, status: 'approved' });
    expect((await proxy.pay()).status).toBe(428);
  });

  it('requires no proof of a request whose values are wrong, or whose order is not signed', async () => {
    const { proxy } = await suspecting();

    const wrong = await proxy.pay({ body: { installments: 99 } });
    const unsigned = await proxy.pay({ body: { order: 'x' } });

    expect([wrong.status, unsigned.status]).toEqual([422, 401]);
  });

  it('takes a proof for one key alone', async () => {
    const { service, proxy } = await suspecting();
    const proof = await solved(proxy, randomUUID());

    const answer = await proxy.pay({ headers: headersWith(proof) });

    expect(answer.status).toBe(428);
    expect(service.received).toHaveLength(1);
  });

  it.each([
    [
      'nothing solved',
      ({ challenge }: ProofOfWork) => ({ challenge, solution: { counter: 0, derivedKey: '00' } }),
    ],
    [
      'another nonce',
      ({ challenge: { parameters, signature }, solution }: ProofOfWork) => ({
        challenge: { parameters: { ...parameters, nonce: '00'.repeat(16) }, signature },
        solution,
      }),
    ],
    [
      'less to do',
      ({ challenge: { parameters, signature }, solution }: ProofOfWork) => ({
        challenge: { parameters: { ...parameters, cost: 1 }, signature },
        solution,
      }),
    ],
    [
      'no signature',
      ({ challenge: { parameters }, solution }: ProofOfWork) => ({
        challenge: { parameters },
        solution,
      }),
    ],
    ['no object', () => 7],
  ])('refuses a proof with %s', async (_name, forge) => {
    const { service, proxy } = await suspecting();
    const key = randomUUID();
    const forged = forge(await solved(proxy, key));

    const answer = await proxy.pay({ key, headers: headersWith(forged) });

    expect(answer.status).toBe(428);
    expect(service.received).toHaveLength(1);
  });

  it('refuses a header that is no proof at all', async () => {
    const { proxy } = await suspecting();

    const answer = await proxy.pay({ headers: { 'Proof-Of-Work': '%%%' } });

    expect(answer.status).toBe(428);
  });

  it('takes no proof of a challenge that is older than five minutes', async () => {
    const { proxy } = await suspecting();
    const key = randomUUID();
    const clock = stoppedClock();
    clock.advance(-6 * minuteMs);
    const old = new ProofsOfWork(new Secret(orderSecret), clock.now);
    const proof = await solutionOf(await old.challenge(key));

    const answer = await proxy.pay({ key, headers: headersWith(proof) });

    expect(answer.status).toBe(428);
  });

  it('takes the proof of another instance', async () => {
    const { proxy } = await suspecting();
    const key = randomUUID();
    const other = new ProofsOfWork(new Secret(orderSecret), stoppedClock().now);
    const proof = await solutionOf(await other.challenge(key));

    const answer = await proxy.pay({ key, headers: headersWith(proof) });

    expect(answer.status).toBe(200);
  });

  it('asks for nothing any more five minutes later', async () => {
    const clock = stoppedClock();
    const { proxy } = await suspecting(clock);
    await proxy.pay();
    clock.advance(5 * minuteMs);

    const answer = await proxy.pay();

    expect(answer.status).toBe(200);
    expect(proxy.logged('card_testing_over')).toHaveLength(1);
  });
});

const refusals = [
  { status: 400, json: { error: 'Recusado por análise de risco' } },
  { status: 400, json: { error: 'Saldo insuficiente' } },
  { status: 402 },
  { status: 200, json: { status: 'refused', id: 'pay_1', acquirerCode: '51' } },
];

describe('a declined payment', () => {
  it('tells nothing of its reason', async () => {
    const { proxy } = await start(oneByOne(...refusals));

    for (const _ of refusals) await proxy.pay();

    const seen = proxy.answers.map(({ status, headers, text, body }) => ({
      status,
      headers: [...headers].filter(([name]) => name !== 'date'),
      text: text.replace(String(body['id']), 'ID'),
    }));
    const charge = { amount: 12_990, currency: 'BRL', installments: 1 };
    const declined = { status: 'declined', code: 'declined', retryable: true, tries: 1 };
    expect(seen).toEqual(refusals.map(() => seen[0]));
    expect(JSON.parse(seen[0]?.text ?? '')).toEqual({
      id: 'ID',
      orderId: 'order-1',
      ...charge,
      ...declined,
    });
  });
});
