import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '@card-checkout/testing/http-server';
import type { Random } from './random.ts';

/** Says how often which fault befalls a connection. */
export interface FaultRates {
  /** Broken after some bytes, in either direction. */
  cut: number;
  /** Reset before a byte is read. */
  reset: number;
  /** Every piece comes later. */
  delay: number;
}

/** What happens on one connection. */
interface Plan {
  cutAfterBytes: Record<Direction, number>;
  delayMs: number;
}

type Direction = 'forth' | 'back';

const maxBytesBeforeCut = 3000;
const maxDelayMs = 40;

/** Stands between two programs and breaks their connections. */
export class FaultLine {
  readonly #target: number;
  readonly #random: Random;
  readonly #rates: FaultRates;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#join(socket));
  #port = 0;
  #isCalm = false;

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

  /** Breaks nothing any more. */
  calm(): void {
    this.#isCalm = true;
  }

  async stop(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  #join(near: Socket): void {
    if (!this.#isCalm && this.#random.chance(this.#rates.reset)) {
      reset(near);
      return;
    }
    const far = connect(this.#target, '127.0.0.1');
    const plan = this.#plan();
    this.#keep(near, far);
    this.#keep(far, near);
    pass(near, far, plan, 'forth');
    pass(far, near, plan, 'back');
  }

  #plan(): Plan {
    const cutAfterBytes = { forth: Infinity, back: Infinity };
    if (this.#isCalm) return { cutAfterBytes, delayMs: 0 };
    const direction = this.#random.pick(['forth', 'back'] as const);
    if (this.#random.chance(this.#rates.cut)) {
      cutAfterBytes[direction] = this.#random.whole(0, maxBytesBeforeCut);
    }
    const isLate = this.#random.chance(this.#rates.delay);
    return { cutAfterBytes, delayMs: isLate ? this.#random.whole(1, maxDelayMs) : 0 };
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

/** Passes bytes on until the plan's cut; then both ends see a reset. */
function pass(from: Socket, to: Socket, plan: Plan, direction: Direction): void {
  let rest = plan.cutAfterBytes[direction];
  from.on('data', (chunk) => {
    const passed = chunk.subarray(0, rest);
    rest -= chunk.length;
    const forward = () => {
      if (!to.destroyed) to.write(passed);
      if (rest >= 0) return;
      to.destroySoon();
      reset(from);
    };
    if (plan.delayMs > 0) setTimeout(forward, plan.delayMs);
    else forward();
  });
}

/** Breaks a connection; one that is being shut down cannot be reset, and Node would keep its handle. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
