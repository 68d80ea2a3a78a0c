import { randomUUID } from 'node:crypto';
import {
  proofOfWorkHeader,
  type ProofOfWorkChallenge,
} from '@card-checkout/contract/proof-of-work';
import { card, paying } from '@card-checkout/testing/checkout-request';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { startDemo, type Demo } from '../scripts/demo.ts';
import { option, optionsOf } from './command-line.ts';
import { cardNumber } from './load.ts';
import { figureTable, print } from './report.ts';

/** One attack on a proxy of its own (docs/security.md). */
interface Attack {
  /** Tries security codes of one card instead of many cards. */
  guessesCodes?: boolean;
  /** Tries every card on the same order. */
  hasOneOrder?: boolean;
  /** Client addresses, ten in each /24. */
  addresses: number;
  solvesProofs?: boolean;
}

const options = optionsOf('Plays attackers who test stolen cards, with the guards off and on.', {
  cards: option('1000', 'cards, or codes, that each of them tries; with proofs a tenth'),
});
const attacks: Readonly<Record<string, Attack>> = {
  'one order, one address': { hasOneOrder: true, addresses: 1 },
  'an order for each card, one address': { addresses: 1 },
  'an order for each card, 1,000 addresses': { addresses: 1000 },
  'the same, solving the proofs of work': { addresses: 1000, solvesProofs: true },
  'security codes of one card, 1,000 addresses': { addresses: 1000, guessesCodes: true },
};
const guards = {
  off: {
    RATE_LIMIT: 'off',
    ATTEMPTS_PER_ORDER: '1000',
    ORDERS_PER_CARD: 'off',
    BREAKER_DECLINED_PERCENT: 'off',
  },
  // The defaults; the demo has one of its own.
  on: { ORDERS_PER_CARD: '10' },
};

const rows: [string, Awaited<ReturnType<typeof play>>[]][] = [];
for (const [name, attack] of Object.entries(attacks)) {
  for (const [state, settings] of Object.entries(guards)) {
    process.stderr.write(`${name}, guards ${state}\n`);
    rows.push([`${name}, guards ${state}`, [await play(attack, settings)]]);
  }
}
print(
  figureTable('attacker', rows, [
    ['requests', ({ requests }) => requests],
    ['sent upstream', ({ upstream }) => upstream],
    ['answers learned', ({ learned }) => learned],
    ['seconds', ({ seconds }) => seconds],
  ]),
);

/** Tries each card once, 32 at a time. */
async function play(attack: Attack, settings: Record<string, string>) {
  const proxyEnvironment = { ...settings, TRUST_PROXY: '127.0.0.1' };
  const demo = await startDemo({ anyPorts: true, proxyEnvironment });
  const most = attack.guessesCodes ? 1000 : Infinity;
  const count = Math.min(most, Math.ceil(Number(options.cards) / (attack.solvesProofs ? 10 : 1)));
  const startedMs = performance.now();
  const statuses: number[][] = [];
  const rest = Array.from({ length: count }).keys();
  const work = async () => {
    for (const index of rest) statuses.push(await tryCard(demo, index, attack));
  };
  await Promise.all(Array.from({ length: 32 }, work));
  const seconds = (performance.now() - startedMs) / 1000;
  const response = await fetch(`${demo.urls.payments}/_sandbox/requests`);
  const { requests }: { requests: unknown[] } = await response.json();
  await demo.stop();
  // An attacker learns from an approval and from a decline whether the card works.
  const learned = statuses.filter((each) => [200, 402].includes(each.at(-1) ?? 0)).length;
  return { requests: statuses.flat().length, upstream: requests.length, learned, seconds };
}

/** Tries a card, and once more with a proof of work if the proxy asks for one. */
async function tryCard({ urls, secrets }: Demo, index: number, attack: Attack): Promise<number[]> {
  const request = await paying({
    secret: secrets.orderSecret,
    order: { sub: attack.hasOneOrder ? 'one-order' : randomUUID(), amount: 990 },
    headers: { Origin: urls.shop, 'X-Forwarded-For': addressOf(index % attack.addresses) },
    body: { card: attack.guessesCodes ? guessedCard(index) : listedCard(index) },
  });
  const send = async (more: Record<string, string> = {}) =>
    fetch(`${urls.proxy}/api/checkout/`, { ...request, headers: { ...request.headers, ...more } });
  const first = await send();
  const { challenge }: { challenge?: ProofOfWorkChallenge } = await first.json();
  if (!challenge || !attack.solvesProofs) return [first.status];
  const solution = await solveChallenge({ challenge, deriveKey });
  const proof = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  const second = await send({ [proofOfWorkHeader]: proof });
  await second.arrayBuffer();
  return [first.status, second.status];
}

/** One card in fifty is good. The sandbox decides by the name. */
function listedCard(index: number) {
  return { ...card, number: cardNumber(index), holder: index % 50 === 49 ? 'APPROVED' : 'RISK' };
}

function guessedCard(index: number) {
  const securityCode = String(index).padStart(3, '0');
  return { ...listedCard(0), securityCode, holder: index === 777 ? 'APPROVED' : 'RISK' };
}

function addressOf(index: number): string {
  const network = Math.floor(index / 10);
  return `10.${Math.floor(network / 256)}.${network % 256}.${(index % 10) + 1}`;
}
