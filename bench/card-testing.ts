import { randomUUID } from 'node:crypto';
import { hasLuhnCheckDigit } from '@card-checkout/contract/luhn';
import {
  proofOfWorkHeader,
  type ProofOfWorkChallenge,
} from '@card-checkout/contract/proof-of-work';
import { card, paying } from '@card-checkout/testing/checkout-request';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { startDemo, type Demo } from '../scripts/demo.ts';
import { markdownTable } from './figures.ts';

/** Plays people who try a list of stolen cards, with the proxy's guards off and on (docs/security.md). */

interface ListedCard {
  number: string;
  securityCode: string;
  /** Whether the issuer approves it. */
  isGood: boolean;
}

/** What a card tester has. */
interface Attacker {
  name: string;
  cards: readonly ListedCard[];
  /** Whether every card is tried on an order of its own. */
  hasManyOrders: boolean;
  /** Client addresses, ten in each /24. */
  addresses: number;
  solvesProofs?: boolean;
}

/** How many cards are tried at once. */
const hands = 32;

/** One card in fifty is good, which is more than the lists that are sold promise. */
const list = Array.from({ length: 10_000 }, (_, n) => ({
  number: numberOf(n),
  securityCode: '123',
  isGood: n % 50 === 49,
}));
const guesses = Array.from({ length: 1000 }, (_, n) => ({
  number: numberOf(0),
  securityCode: String(n).padStart(3, '0'),
  isGood: n === 777,
}));

const many = { cards: list, hasManyOrders: true, addresses: 1000 };
const attackers: readonly Attacker[] = [
  { ...many, name: 'one order, one address', hasManyOrders: false, addresses: 1 },
  { ...many, name: 'an order for each card, one address', addresses: 1 },
  { ...many, name: 'an order for each card, 1,000 addresses' },
  {
    ...many,
    name: 'the same, solving what it is asked, first 300 cards',
    cards: list.slice(0, 300),
    solvesProofs: true,
  },
  { ...many, name: '1,000 security codes of one card, 1,000 addresses', cards: guesses },
];
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

const head = ['attacker', 'guards', 'requests', 'sent upstream', 'answers learned', 'seconds'];
const rows: string[][] = [];
for (const attacker of attackers) {
  for (const [name, settings] of Object.entries(guards)) {
    rows.push([attacker.name, name, ...(await play(attacker, settings))]);
    process.stderr.write(`${rows.at(-1)?.join(', ')}\n`);
  }
}
process.stdout.write(`${markdownTable(head, rows)}\n`);

/** Plays against a proxy of its own; returns the figures of a row. */
async function play(attacker: Attacker, settings: Record<string, string>): Promise<string[]> {
  const proxyEnvironment = { ...settings, TRUST_PROXY: '127.0.0.1' };
  const demo = await startDemo({ anyPorts: true, proxyEnvironment });
  try {
    const startedMs = performance.now();
    const spoils = await attack(demo, attacker);
    const seconds = (performance.now() - startedMs) / 1000;
    const response = await fetch(`${demo.urls.payments}/_sandbox/requests`);
    const { requests }: { requests: unknown[] } = await response.json();
    const figures = [spoils.requests, requests.length, spoils.learned, Math.round(seconds)];
    return figures.map((figure) => figure.toLocaleString('en'));
  } finally {
    await demo.stop();
  }
}

/** Tries each card once, as fast as it goes. */
async function attack(demo: Demo, attacker: Attacker) {
  const spoils = { requests: 0, learned: 0 };
  const rest = attacker.cards.entries();
  const work = async () => {
    for (const [index, listed] of rest) {
      const { statuses } = await tryCard(demo, listed, index, attacker);
      spoils.requests += statuses.length;
      if ([200, 402].includes(statuses.at(-1) ?? 0)) spoils.learned += 1;
    }
  };
  await Promise.all(Array.from({ length: hands }, work));
  return spoils;
}

/** Tries a card, and once more with a proof of work if that is asked for. */
async function tryCard(
  { urls, secrets }: Demo,
  { isGood, ...listed }: ListedCard,
  index: number,
  { hasManyOrders, addresses, solvesProofs }: Attacker,
) {
  // The sandbox goes by the name.
  const holder = isGood ? 'APPROVED' : 'RISK';
  const request = await paying({
    secret: secrets.orderSecret,
    order: { sub: hasManyOrders ? randomUUID() : 'one-order', amount: 990 },
    headers: { Origin: urls.shop, 'X-Forwarded-For': addressOf(index % addresses) },
    body: { card: { ...card, ...listed, holder } },
  });
  const send = async (more: Record<string, string> = {}) =>
    fetch(`${urls.proxy}/api/checkout/`, { ...request, headers: { ...request.headers, ...more } });
  const first = await send();
  const { challenge }: { challenge?: ProofOfWorkChallenge } = await first.json();
  if (!challenge || !solvesProofs) return { statuses: [first.status] };
  const solution = await solveChallenge({ challenge, deriveKey });
  const proof = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  const second = await send({ [proofOfWorkHeader]: proof });
  await second.arrayBuffer();
  return { statuses: [first.status, second.status] };
}

function addressOf(index: number): string {
  const network = Math.floor(index / 10);
  return `10.${Math.floor(network / 256)}.${network % 256}.${(index % 10) + 1}`;
}

/** Makes a card number with a right check digit. */
function numberOf(index: number): string {
  const start = `400000${String(index).padStart(9, '0')}`;
  const digits = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`);
  return digits.find(hasLuhnCheckDigit) ?? start;
}
