import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from './database.ts';

test('databases are independent', async () => {
  const one = await connect(await createDatabase());
  const other = await connect(await createDatabase());
  await one.query('CREATE TABLE payment (id text)');

  const seen = await other.query("SELECT to_regclass('payment') AS payment");

  expect(seen.rows).toEqual([{ payment: null }]);
});

test('the next connection sees committed rows only', async () => {
  const url = await createDatabase();
  const first = await connect(url);
  await first.query('CREATE TABLE payment (id text)');
  await first.query("INSERT INTO payment VALUES ('committed')");
  await first.query('BEGIN');
  await first.query("INSERT INTO payment VALUES ('not committed')");
  await first.end();

  const payments = await (await connect(url)).query('SELECT id FROM payment');

  expect(payments.rows).toEqual([{ id: 'committed' }]);
});

test('a commit waits for the disk', async () => {
  const client = await connect(await createDatabase());

  const settings = await client.query(
    "SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit",
  );

  expect(settings.rows).toEqual([{ fsync: 'on', commit: 'on' }]);
});

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => client.end());
  return client;
}
