import { hasLuhnCheckDigit } from '@card-checkout/contract/luhn';
import { startDemo, type Demo } from '../scripts/demo.ts';
import { attack, type Attacker, type ListedCard } from './card-testing/attack.ts';
import { markdownTable } from './markdown-table.ts';

/*
 * Plays card testers who try a list against the proxy, with its guards off and on, and prints what
 * they got (docs/security.md). Needs `npx -y pnpm@12 bundle`.
 */

interface Scenario extends Attacker {
  name: string;
  cards: readonly ListedCard[];
}

/** Has one good card in fifty, which is more than the lists that are sold promise. */
const list = Array.from({ length: 10_000 }, (_, n) => ({
  number: numberOf(n),
  securityCode: '123',
  isGood: n % 50 === 49,
}));

/** Guesses the security code of one card. */
const guesses = Array.from({ length: 1000 }, (_, n) => ({
  number: numberOf(0),
  securityCode: String(n).padStart(3, '0'),
  isGood: n === 777,
}));

const one = { hasManyOrders: false, addresses: 1, solvesProofs: false };
const many = { hasManyOrders: true, addresses: 1000, solvesProofs: false };

const scenarios: readonly Scenario[] = [
  { name: 'one order, one address', cards: list, ...one },
  { name: 'an order for each card, one address', cards: list, ...many, addresses: 1 },
  { name: 'an order for each card, 1,000 addresses', cards: list, ...many },
  {
    name: 'the same, solving what it is asked, first 300 cards',
    cards: list.slice(0, 300),
    ...many,
    solvesProofs: true,
  },
  { name: '1,000 security codes of one card, 1,000 addresses', cards: guesses, ...many },
];

const off = {
  RATE_LIMIT: 'off',
  ATTEMPTS_PER_ORDER: '1000',
  ORDERS_PER_CARD: 'off',
  BREAKER_DECLINED_PERCENT: 'off',
};
/** The defaults; the demo has one of its own. */
const on = { ORDERS_PER_CARD: '10' };

const head = ['attacker', 'guards', 'requests', 'sent upstream', 'answers learned', 'seconds'];
const rows: string[][] = [];
for (const scenario of scenarios) {
  for (const [guards, settings] of Object.entries({ off, on })) {
    rows.push([scenario.name, guards, ...(await played(scenario, settings))]);
    process.stderr.write(`${rows.at(-1)?.join(', ')}\n`);
  }
}
process.stdout.write(`${markdownTable(head, rows)}\n`);

/** Plays a scenario against a proxy of its own; gives the figures of its row. */
async function played(scenario: Scenario, settings: Record<string, string>): Promise<string[]> {
  const environment = { ...settings, TRUST_PROXY: '127.0.0.1' };
  const demo = await startDemo({ anyPorts: true, proxyEnvironment: environment });
  try {
    const { requests, learned, seconds } = await attack(demo, scenario.cards, scenario);
    const figures = [requests, await countSent(demo), learned, Math.round(seconds)];
    return figures.map((figure) => figure.toLocaleString('en'));
  } finally {
    await demo.stop();
  }
}

/** Counts the payments that reached the payments service. */
async function countSent({ urls }: Demo): Promise<number> {
  const response = await fetch(`${urls.payments}/_sandbox/requests`);
  const { requests }: { requests: unknown[] } = await response.json();
  return requests.length;
}

/** Makes a card number with a right check digit. */
function numberOf(index: number): string {
  const start = `400000${String(index).padStart(9, '0')}`;
  const digits = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`);
  return digits.find(hasLuhnCheckDigit) ?? start;
}
