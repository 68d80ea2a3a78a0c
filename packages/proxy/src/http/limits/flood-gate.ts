import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import type { EventLog } from '../../telemetry/log.ts';

/**
 * How many refusals (4xx) in a minute are a flood: many times what the buyers behind one operator's NAT
 * bring about, and what one process answers in a fraction of a second.
 */
const floodRefusals = 1000;

const windowMs = 60_000;

/** How many connections are left unread at once; further ones are closed, as each takes a file descriptor. */
const maxUnread = 100;

/** How many addresses are counted at once; with one more the count starts anew. */
const maxAddresses = 50_000;

/** What the gate knows the hour by, and whom it tells. */
interface FloodGateOptions {
  now: () => Date;
  log: EventLog;
}

/**
 * Leaves an address alone that goes on after a thousand refusals in one minute: closes the connection
 * of each further one, and until the minute has passed reads nothing of its new connections, which
 * end as those of any client that says nothing. A refusal costs much of what a payment does, so that
 * whoever only answers floods has no time for buyers. Where a proxy stands between, its connections
 * carry everybody's requests and stay open.
 */
export function shutFloodsOut(app: FastifyInstance, options: FloodGateOptions): void {
  const gate = new FloodGate(options);
  app.addHook('onSend', (request, reply, _payload, done) => {
    // A 5xx is no fault of the client.
    const isRefused = reply.statusCode >= 400 && reply.statusCode < 500;
    const isDirect = request.ip === request.socket.remoteAddress;
    const isFlood = isRefused && isDirect && gate.countsFlood(request.ip);
    // An application that the proxy is mounted in may speak HTTP/2, which has no such header (RFC 9113, 8.2.2).
    if (isFlood && request.raw.httpVersionMajor === 1) reply.header('Connection', 'close');
    done();
  });
  app.server.on('connection', (socket: Socket) => {
    if (gate.isShutTo(socket.remoteAddress ?? '')) gate.keepOut(socket);
  });
}

/** Counts the refusals of each address in the current minute. */
class FloodGate {
  readonly #now: () => Date;
  readonly #log: EventLog;
  readonly #refusals = new Map<string, number>();
  #window = 0;
  #unread = 0;

  constructor({ now, log }: FloodGateOptions) {
    this.#now = now;
    this.#log = log;
  }

  /** Counts a refusal; tells whether its address floods. */
  countsFlood(address: string): boolean {
    const client = normalizeIP(address);
    const count = this.#countOf(client) + 1;
    if (this.#refusals.size >= maxAddresses) this.#refusals.clear();
    this.#refusals.set(client, count);
    if (count === floodRefusals) this.#log.flooded();
    return count >= floodRefusals;
  }

  /** Tells whether an address has flooded in this minute. */
  isShutTo(address: string): boolean {
    return this.#countOf(normalizeIP(address)) >= floodRefusals;
  }

  /** Keeps a client waiting for as long as one that says nothing may stay, so that it does not come back at once. */
  keepOut(socket: Socket): void {
    if (this.#unread >= maxUnread) {
      socket.destroy();
      return;
    }
    this.#unread += 1;
    socket.once('close', () => (this.#unread -= 1));
    // Node's server makes a new connection flow in the next tick.
    process.nextTick(() => socket.pause());
  }

  #countOf(client: string): number {
    const window = Math.floor(this.#now().getTime() / windowMs);
    if (window !== this.#window) this.#refusals.clear();
    this.#window = window;
    return this.#refusals.get(client) ?? 0;
  }
}
