import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { newProof, newWholeBody, paying } from '@card-checkout/testing/checkout-request';
import { createDatabase } from '@card-checkout/testing/database';
import {
  runProgram,
  startScriptedServer,
  temporaryFolder,
} from '@card-checkout/testing/during-test';
import { environment } from '@card-checkout/testing/proxy-environment';

const built = fileURLToPath(new URL('../dist/server.js', import.meta.url));
const counting = fileURLToPath(new URL('count-work.ts', import.meta.url));

const payments = 50;

/** What an approved payment does. Whoever changes a figure says why in the commit. */
const work = {
  SQLite: {
    'regular expressions compiled': 0,
    'JSON parsed': 4,
    'JSON written': 8,
    hashes: 7,
    HMACs: 1,
    'random reads': 0,
    statements: 4,
    commits: 2,
    timers: 9,
    'log lines': 2,
    'bytes to the API': 595,
  },
  PostgreSQL: {
    'regular expressions compiled': 0,
    'JSON parsed': 4,
    'JSON written': 8,
    hashes: 7,
    HMACs: 1,
    'random reads': 0,
    // Each is a transaction of its own.
    statements: 2,
    timers: 15,
    'log lines': 2,
    'bytes to the API': 595,
  },
};

async function startCounting(DATABASE_URL: string) {
  const json = { id: 'pay_1', status: 'paid', amount: 12_990, card: { brand: 'visa' } };
  const service = await startScriptedServer(() => ({ status: 201, json }));
  const env = { API_BASE_URL: service.url, DATABASE_URL, PORT: '0', ADMIN_SOCKET: 'off' };
  const limits = { RATE_LIMIT: undefined, ORDERS_PER_CARD: '1000' };
  const PUBLIC_URL = 'https://pay.shop.example';
  const { said, child } = runProgram({
    args: ['--import', counting, built],
    env: environment({ ...env, ...limits, PUBLIC_URL, RATE_LIMIT: '1000000' }),
    cwd: temporaryFolder(),
  });
  await expect.poll(() => said.out).toMatch(/listening at http:/);
  const url = /listening at (http:\/\/[\d.:]+)/.exec(said.out)?.[1] ?? '';
  const pay = async (sub: string) => {
    const body = { ...newWholeBody(), threeDSecure: newProof() };
    const answer = await fetch(`${url}/api/checkout/`, await paying({ order: { sub }, body }));
    expect(await answer.json()).toMatchObject({ status: 'approved' });
  };
  const counts = async (): Promise<Record<string, number>> => {
    const before = said.err.length;
    child.kill('SIGUSR2');
    await expect.poll(() => said.err.slice(before)).toMatch(/COUNTS .*\n/);
    const counted: Record<string, number> = JSON.parse(
      said.err.slice(before).replace('COUNTS ', ''),
    );
    const bytes = service.received.reduce((sum, { text }) => sum + text.length, 0);
    return { ...counted, 'log lines': said.out.split('\n').length, 'bytes to the API': bytes };
  };
  return { pay, counts };
}

it.each(Object.entries(work))(
  'a payment with %s does what the table says',
  async (store, table) => {
    const folder = temporaryFolder();
    const server = store === 'SQLite' ? `sqlite:${folder}/x.db` : await createDatabase();
    const { pay, counts } = await startCounting(server);
    // The first payments open connections and prepare statements.
    for (let number = 0; number < 5; number += 1) await pay(`warm-${number}`);
    const counted = [await counts()];
    for (let number = 0; number < payments; number += 1) {
      await pay(`order-${number + 100}`);
      counted.push(await counts());
    }

    // The median leaves out what the proxy does every second.
    const each = Object.keys(table).map((what) => {
      const totals = counted.map((count) => count[what] ?? 0);
      const done = totals.slice(1).map((total, index) => total - (totals[index] ?? 0));
      return [what, done.toSorted((one, other) => one - other)[payments / 2]];
    });
    expect(Object.fromEntries(each)).toEqual(table);
  },
);
