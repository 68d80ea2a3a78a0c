import { Client } from 'pg';
import type { Secret } from '../../sensitive/secret.ts';
import { clientConfig, run, setUp } from './database.ts';
import { preparePostgres } from './schema.ts';
import { channel, renewLease, returnLease } from './statements.ts';

/** How long an instance waits before it connects again. */
const reconnectAfterMs = 1000;

/**
 * One process among those that share a database. On a connection of its own, which nothing else
 * can keep busy, it holds a lease and hears which attempts others have moved. The number of its
 * lease is its own for ever: who loses the lease gets another number with the next one.
 */
export class PostgresInstance {
  readonly #url: Secret;
  readonly #leaseMs: number;
  #number: string | null = null;
  #client: Client | undefined;
  #renewal: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #listener: (attemptId: string) => void = () => undefined;

  constructor(url: Secret, leaseMs: number) {
    this.#url = url;
    this.#leaseMs = leaseMs;
  }

  /** The number of its last lease, which may have been lost since. */
  get number(): string | null {
    return this.#number;
  }

  /** Calls back with the id of an attempt that some instance has moved; not all such news come. */
  onNews(listener: (attemptId: string) => void): void {
    this.#listener = listener;
  }

  /** Connects, brings the tables to this version, and takes a lease. */
  async start(): Promise<void> {
    this.#client = await this.#connect();
    await preparePostgres(this.#client);
    await this.renew();
  }

  /** Renews the lease, or takes another when it is lost; from then on three times in its length. */
  async renew(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  /** Returns the lease, so that nobody waits for its end. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#renewal?.catch(() => undefined);
    const client = this.#client;
    if (!client) return;
    await run(client, [returnLease, [this.#number]]).catch(() => undefined);
    await client.end();
  }

  async #renew(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const client = (this.#client ??= await this.#connect());
      const values = [this.#leaseMs, this.#number, this.#leaseMs];
      const [lease] = await run(client, [renewLease, values]);
      this.#number = String(lease?.['number']);
      this.#renewAfter(this.#leaseMs / 3);
    } catch (error) {
      void this.#client?.end();
      this.#client = undefined;
      this.#renewAfter(reconnectAfterMs);
      throw error;
    }
  }

  async #connect(): Promise<Client> {
    const client = new Client(clientConfig(this.#url));
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => this.#listener(payload ?? ''));
    client.on('end', () => this.#ended(client));
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

  #ended(client: Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#renewAfter(reconnectAfterMs);
  }

  #renewAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.renew().catch(() => undefined), ms).unref();
  }
}
