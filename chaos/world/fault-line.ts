import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '@card-checkout/testing/http-server';
import type { Random } from './random.ts';

/** How often a connection has which fault. */
export interface FaultRates {
  /** It breaks after some bytes, in either direction. */
  cut: number;
  /** It is reset before a byte is read. */
  reset: number;
  /** Every piece comes later. */
  delay: number;
}

const maxBytesBeforeCut = 3000;
const maxDelayMs = 40;

/** Stands between two programs and breaks their connections. */
export class FaultLine {
  /** Whether new connections have no faults. */
  isCalm = false;
  readonly #target: number;
  readonly #random: Random;
  readonly #rates: FaultRates;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#join(socket));
  #port = 0;

  constructor(target: number, random: Random, rates: FaultRates) {
    this.#target = target;
    this.#random = random;
    this.#rates = rates;
  }

  /** Listens, on a free port by default, and returns the port. */
  async start(port = 0): Promise<number> {
    this.#port = await listen(this.#server, port);
    return this.#port;
  }

  /** Refuses connections for a while; those that are open go on. */
  async refuseFor(ms: number): Promise<void> {
    this.#server.close();
    await new Promise((resolve) => setTimeout(resolve, ms));
    await this.start(this.#port);
  }

  async stop(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  #join(near: Socket): void {
    const happens = (rate: number) => !this.isCalm && this.#random.chance(rate);
    if (happens(this.#rates.reset)) {
      reset(near);
      return;
    }
    const far = connect(this.#target, '127.0.0.1');
    this.#keep(near, far);
    this.#keep(far, near);
    const cutAfter = happens(this.#rates.cut) ? this.#random.whole(0, maxBytesBeforeCut) : Infinity;
    const isForthCut = this.#random.chance(0.5);
    const delayMs = happens(this.#rates.delay) ? this.#random.whole(1, maxDelayMs) : 0;
    pass(near, far, isForthCut ? cutAfter : Infinity, delayMs);
    pass(far, near, isForthCut ? Infinity : cutAfter, delayMs);
  }

  #keep(socket: Socket, other: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => reset(other));
    socket.once('close', () => {
      this.#sockets.delete(socket);
      other.destroySoon();
    });
  }
}

/** Passes so many bytes on; then both ends see a reset. */
function pass(from: Socket, to: Socket, cutAfterBytes: number, delayMs: number): void {
  let rest = cutAfterBytes;
  from.on('data', (chunk) => {
    const passed = chunk.subarray(0, rest);
    rest -= chunk.length;
    const forward = () => {
      if (!to.destroyed) to.write(passed);
      if (rest >= 0) return;
      to.destroySoon();
      reset(from);
    };
    if (delayMs > 0) setTimeout(forward, delayMs);
    else forward();
  });
}

/** Breaks a connection; one that is being shut down cannot be reset, and Node would keep its handle. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
