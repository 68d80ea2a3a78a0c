import { randomUUID } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import {
  proofOfWorkHeader,
  type ProofOfWorkChallenge,
} from '@card-checkout/contract/proof-of-work';
import { signOrder } from '../../packages/proxy/src/order/order-token.ts';
import type { Demo } from '../../scripts/demo.ts';

/** One card of the tester's list, or one guess of a card's security code. */
export interface ListedCard {
  number: string;
  securityCode: string;
  /** Whether the issuer approves it. */
  isGood: boolean;
}

/** What a card tester has besides the list. */
export interface Attacker {
  /** Whether every card is tried on an order of its own; else there is one order for all. */
  hasManyOrders: boolean;
  /** Client addresses, ten in each /24. */
  addresses: number;
  solvesProofs: boolean;
}

/** What came of an attack. */
export interface Spoils {
  requests: number;
  /** Cards that the proxy said something about. */
  learned: number;
  seconds: number;
}

/** How many cards are tried at once. */
const hands = 32;

/** Tries each card of a list once, as fast as it goes, and never waits to try one again. */
export async function attack(
  demo: Demo,
  cards: readonly ListedCard[],
  attacker: Attacker,
): Promise<Spoils> {
  const spoils = { requests: 0, learned: 0, seconds: 0 };
  const rest = cards.entries();
  const startedMs = performance.now();
  const work = async () => {
    for (const [index, card] of rest) {
      const send = await requestOf(demo, card, index, attacker);
      const answer = await tried(send, attacker, spoils);
      if (answer === 200 || answer === 402) spoils.learned += 1;
    }
  };
  await Promise.all(Array.from({ length: hands }, work));
  spoils.seconds = (performance.now() - startedMs) / 1000;
  return spoils;
}

type Send = (headers?: Record<string, string>) => Promise<Response>;

/** Sends a try, and once more with a proof if that is asked for; gives the status. */
async function tried(send: Send, attacker: Attacker, spoils: Spoils): Promise<number> {
  spoils.requests += 1;
  const response = await send();
  const problem: { challenge?: ProofOfWorkChallenge } = await response.json();
  if (!problem.challenge || !attacker.solvesProofs) return response.status;
  const { challenge } = problem;
  const solution = await solveChallenge({ challenge, deriveKey });
  const proof = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  spoils.requests += 1;
  const second = await send({ [proofOfWorkHeader]: proof });
  await second.arrayBuffer();
  return second.status;
}

async function requestOf(
  { urls, secrets }: Demo,
  card: ListedCard,
  index: number,
  { hasManyOrders, addresses }: Attacker,
): Promise<Send> {
  const { number, securityCode, isGood } = card;
  const sub = hasManyOrders ? randomUUID() : 'one-order';
  const order = await signOrder({ sub, amount: 990 }, secrets.orderSecret);
  // The sandbox goes by the name.
  const holder = isGood ? 'APPROVED' : 'RISK';
  const body = JSON.stringify({
    order,
    card: { number, securityCode, holder, expiry: '2030-12', kind: 'credit' },
    payer: { docType: 'cpf', document: '52998224725' },
  });
  const headers = {
    Origin: urls.shop,
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'cors',
    'Sec-Fetch-Dest': 'empty',
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),
    'X-Forwarded-For': addressOf(index % addresses),
  };
  return async (more = {}) =>
    fetch(`${urls.proxy}/api/checkout/`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body,
    });
}

function addressOf(index: number): string {
  const network = Math.floor(index / 10);
  return `10.${Math.floor(network / 256)}.${network % 256}.${(index % 10) + 1}`;
}
