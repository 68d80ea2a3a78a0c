import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { parseArgs } from 'node:util';
import { newProof } from '@card-checkout/testing/checkout-request';
import { startHttpServer } from '@card-checkout/testing/http-server';
import { startProxy } from './contestants.ts';
import { newPayment } from './load.ts';
import { describeMachine } from './machine.ts';
import { figureTable, print, type Column } from './report.ts';

interface Attack {
  requests: number;
  sent: number;
  seconds: number;
}

const cardsAtOnce = 32;

/** Ten in each network. */
const addresses = 1000;

const guards = {
  off: {
    RATE_LIMIT: 'off',
    ATTEMPTS_PER_ORDER: '1000',
    ORDERS_PER_CARD: 'off',
    BREAKER_DECLINED_PERCENT: 'off',
  },
  on: { RATE_LIMIT: undefined },
};

const columns: readonly Column<Attack>[] = [
  ['requests', ({ requests }) => requests],
  ['sent to the API', ({ sent }) => sent],
  ['seconds', ({ seconds }) => seconds],
];

const { cards } = parseArgs({ options: { cards: { type: 'string', default: '10000' } } }).values;
print(describeMachine('packages/proxy/dist/server.js'));
const rows: [string, Attack[]][] = [];
for (const [brings, proof] of Object.entries({
  'no proof': undefined,
  'a forged proof': newProof,
})) {
  for (const [state, settings] of Object.entries(guards)) {
    rows.push([`${brings}, guards ${state}`, [await attack(settings, proof)]]);
  }
}
print(figureTable('an order for each card', rows, columns));

/** Tries each card once, from many addresses; the API approves one in fifty. */
async function attack(
  settings: Record<string, string | undefined>,
  proof: typeof newProof | undefined,
): Promise<Attack> {
  let sent = 0;
  const api = await startHttpServer((incoming, response) => {
    sent += 1;
    const answer = { status: sent % 50 === 0 ? 'approved' : 'refused' };
    incoming.resume().once('end', () => response.end(JSON.stringify(answer)));
  });
  const proxy = await startProxy(api.url, undefined, settings);
  const startedAt = performance.now();
  const list = Array.from({ length: Number(cards) }).keys();
  const tryCards = async () => {
    for (const index of list) await tryCard(proxy.url, index % addresses, proof?.());
  };
  await Promise.all(Array.from({ length: cardsAtOnce }, tryCards));
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all([proxy.stop(), api.stop()]);
  return { requests: Number(cards), sent, seconds };
}

async function tryCard(url: string, address: number, threeDSecure: unknown): Promise<void> {
  const { body, ...rest } = await newPayment();
  const sending = request(`${url}/api/checkout/`, {
    ...rest,
    agent: false,
    localAddress: `127.1.${Math.floor(address / 10)}.${(address % 10) + 1}`,
  });
  sending.end(JSON.stringify({ ...JSON.parse(body), threeDSecure }));
  const [answer]: IncomingMessage[] = await once(sending, 'response');
  await answer?.resume().toArray();
}
