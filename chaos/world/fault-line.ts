import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@card-checkout/testing/free-port';
import { listen } from '@card-checkout/testing/http-server';
import type { Random } from './random.ts';

export interface FaultRates {
  /** Bytes in either direction before the connection closes. */
  cut: number;
  /** Reset before any byte is read. */
  reset: number;
  delay: number;
}

/** To the target, or back from it. */
export type Direction = 'forth' | 'back';

const maxBytesBeforeCut = 3000;
const maxDelayMs = 40;

/** A TCP relay that breaks its connections. */
export type FaultLine = ReturnType<typeof layFaultLine>;

export function layFaultLine(target: number, random: Random, rates: FaultRates) {
  let isCalm = false;
  /** Sockets whose bytes go in each direction. */
  const sources = { forth: new Set<Socket>(), back: new Set<Socket>() };
  const held = new Set<Direction>();
  const everySocket = () => [...sources.forth, ...sources.back];
  const happens = (rate: number) => !isCalm && random.chance(rate);
  const server = createServer((near) => {
    if (happens(rates.reset)) return reset(near);
    const far = connect(target, '127.0.0.1');
    keep(sources.forth, near, far);
    keep(sources.back, far, near);
    const cutAfter = happens(rates.cut) ? random.whole(0, maxBytesBeforeCut) : Infinity;
    const isForthCut = random.chance(0.5);
    const delayMs = happens(rates.delay) ? random.whole(1, maxDelayMs) : 0;
    pass(near, far, isForthCut ? cutAfter : Infinity, delayMs);
    pass(far, near, isForthCut ? Infinity : cutAfter, delayMs);
    if (held.has('forth')) near.pause();
    if (held.has('back')) far.pause();
  });
  let port = 0;
  /** Listens, always on the same port. Returns the port. */
  const start = async () => (port = await listen(server, port || (await freePort())));
  return {
    start,
    calm: () => void (isCalm = true),
    /** Refuses new connections for a while; open ones continue. */
    refuseFor: async (ms: number) => {
      server.close();
      await pause(ms);
      await start();
    },
    /** Holds bytes in these directions for a while, then delivers them. */
    hold: async (directions: readonly Direction[], ms: number) => {
      for (const direction of directions) {
        held.add(direction);
        for (const socket of sources[direction]) socket.pause();
      }
      await pause(ms);
      for (const direction of directions) {
        held.delete(direction);
        for (const socket of sources[direction]) socket.resume();
      }
    },
    /** Closes every connection; bytes in transit are lost. */
    cut: () => everySocket().forEach(reset),
    stop: async () => {
      server.close();
      for (const socket of everySocket()) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Combinations of directions in which bytes stop. */
const stops = [['forth'], ['back'], ['forth', 'back']] as const;

/**
 * Partitions the ends of a line now and then, sometimes for long: bytes arrive late or never, or
 * connections are refused.
 */
export async function partition(
  line: FaultLine,
  random: Random,
  ...long: [minMs: number, maxMs: number]
): Promise<void> {
  const ms = random.chance(0.1) ? random.whole(...long) : random.whole(20, 1500);
  const kind = random.pick(['late', 'lost', 'cut']);
  if (kind !== 'cut') await line.hold(random.pick(stops), ms);
  if (kind === 'late') return;
  line.cut();
  await line.refuseFor(kind === 'cut' ? ms : random.whole(0, 300));
}

function keep(sockets: Set<Socket>, socket: Socket, other: Socket): void {
  sockets.add(socket);
  socket.on('error', () => reset(other));
  socket.once('close', () => {
    sockets.delete(socket);
    other.destroySoon();
  });
}

/** Passes on `cutAfterBytes` bytes; then both ends see a reset. */
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

/** Closes a connection. Resetting a socket that is shutting down would leak its handle in Node. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
