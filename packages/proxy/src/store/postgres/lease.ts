import { Client, type ClientConfig } from 'pg';
import type { Secret } from '../../sensitive/secret.ts';
import { clientConfig, run, setUp } from './database.ts';
import { preparePostgres } from './schema.ts';
import { channel, renewLease, returnLease } from './statements.ts';

const reconnectAfterMs = 1000;

/**
 * Holds this process's lease, and listens for changes by others, on a dedicated connection. A lease
 * that was lost is never taken up again: the next one has another number.
 */
export class Lease {
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

  /** The number of the last lease, which may have been lost since. */
  get number(): string | null {
    return this.#number;
  }

  /** Calls `listener` with the id of an attempt that an instance has changed; some calls get lost. */
  onChange(listener: (attemptId: string) => void): void {
    this.#listener = listener;
  }

  /** Connects, creates or migrates the tables, and takes a lease. */
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

  /** Returns the lease, so that other instances need not wait until it expires. */
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

  async #connect(overrides: ClientConfig = {}): Promise<Client> {
    const client = new Client({ ...clientConfig(this.#url), ...overrides });
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
