import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import type { Secret } from '../../sensitive/secret.ts';
import { clientConfig, run, setUp } from './connections.ts';
import { channel } from './group-writes.ts';
import { preparePostgres } from './opening.ts';

const reconnectAfterMs = 1000;

/**
 * Renews a lease, or creates a new one if it's gone. Also renews an expired lease that no instance has
 * deleted, but restarts its `since`.
 */
const renewLease = `
  WITH renewed AS (
      UPDATE leases SET expires_at = clock_timestamp() + ?::float8 * interval '1 ms',
        since = CASE WHEN expires_at > clock_timestamp() THEN since ELSE clock_timestamp() END
      WHERE owner = ? RETURNING owner
    ),
    registered AS (
      INSERT INTO leases (owner, since, expires_at)
      SELECT ?, clock_timestamp(), clock_timestamp() + ?::float8 * interval '1 ms'
      WHERE NOT EXISTS (SELECT FROM renewed) RETURNING owner
    )
  SELECT owner FROM renewed UNION ALL SELECT owner FROM registered`;

const returnLease = 'DELETE FROM leases WHERE owner = ?';

/**
 * Deletes expired leases, if this instance has held its own for some milliseconds without a gap: all
 * instances get that long to come back after a database outage.
 */
export const endLeases = `
  DELETE FROM leases WHERE expires_at <= clock_timestamp() AND EXISTS (
    SELECT FROM leases own WHERE own.owner = ? AND own.expires_at > clock_timestamp()
      AND own.since <= clock_timestamp() - ?::float8 * interval '1 ms'
  )`;

/**
 * Holds this process's lease, and listens for other instances' changes, on a dedicated connection.
 * After a lost lease, the next one has another owner.
 */
export class Lease {
  readonly #url: Secret;
  readonly #leaseMs: number;
  #owner: string = randomUUID();
  readonly #owners = new Set([this.#owner]);
  #client: Client | undefined;
  #renewal: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #listener: (paymentId: string) => void = () => undefined;

  constructor(url: Secret, leaseMs: number) {
    this.#url = url;
    this.#leaseMs = leaseMs;
  }

  /** The owner of the latest lease, which may have been lost since. */
  get owner(): string {
    return this.#owner;
  }

  onChange(listener: (paymentId: string) => void): void {
    this.#listener = listener;
  }

  /** Connects, creates the tables, and takes a lease. */
  async start(): Promise<void> {
    const preparing = await this.#connect({ query_timeout: 0 });
    await preparePostgres(preparing).finally(() => void preparing.end());
    await this.renew();
  }

  /** Renews the lease, or takes a new one, and keeps renewing it three times per `leaseMs`. */
  async renew(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  /** Returns the lease, so that other instances don't wait until it expires. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#renewal?.catch(() => undefined);
    const client = this.#client;
    if (!client) return;
    await run(client, [returnLease, [this.#owner]]).catch(() => undefined);
    await client.end();
  }

  async #renew(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const client = (this.#client ??= await this.#connect());
      const values = [this.#leaseMs, this.#owner, randomUUID(), this.#leaseMs];
      const { rows } = await run(client, [renewLease, values]);
      this.#owner = String(rows[0]?.['owner']);
      this.#owners.add(this.#owner);
      this.#renewAfter(this.#leaseMs / 3);
    } catch (error) {
      void this.#client?.end();
      this.#client = undefined;
      this.#renewAfter(reconnectAfterMs);
      throw error;
    }
  }

  async #connect(overrides: ClientConfig = {}): Promise<Client> {
    const client = new Client({ ...clientConfig(this.#url), ...overrides });
    client.on('error', () => undefined);
    client.on('notification', ({ payload = '' }) => {
      const [owner = '', paymentId = ''] = payload.split(' ');
      if (!this.#owners.has(owner)) this.#listener(paymentId);
    });
    client.on('end', () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.#renewAfter(reconnectAfterMs);
    });
    try {
      await client.connect();
      await setUp(client);
      await client.query(`LISTEN ${channel}`);
      return client;
    } catch (error) {
      void client.end();
      throw error;
    }
  }

  #renewAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.renew().catch(() => undefined), ms).unref();
  }
}
