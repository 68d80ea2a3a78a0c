import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@card-checkout/testing/free-port';
import { listen } from '@card-checkout/testing/http-server';
import type { Random } from './random.ts';

export interface FaultRates {
  /** It breaks after some bytes, in either direction. */
  cut: number;
  /** It is reset before a byte is read. */
  reset: number;
  /** Every piece comes later. */
  delay: number;
}

/** Which way bytes go: to the target, or back from it. */
export type Direction = 'forth' | 'back';

const maxBytesBeforeCut = 3000;
const maxDelayMs = 40;

/** A line between two programs that breaks their connections. */
export type FaultLine = ReturnType<typeof layFaultLine>;

export function layFaultLine(target: number, random: Random, rates: FaultRates) {
  let isCalm = false;
  /** Where the bytes of each direction are read. */
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
  /** Listens, on the same port each time, which no connection gets meanwhile, and returns the port. */
  const start = async () => (port = await listen(server, port || (await freePort())));
  return {
    start,
    /** From now on, new connections have no faults. */
    calm: () => void (isCalm = true),
    /** Refuses connections for a while; those that are open go on. */
    refuseFor: async (ms: number) => {
      server.close();
      await pause(ms);
      await start();
    },
    /** Holds back for a while what goes in these directions; then it arrives. */
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
    /** Breaks every connection; bytes that were not passed on are lost. */
    cut: () => everySocket().forEach(reset),
    stop: async () => {
      server.close();
      for (const socket of everySocket()) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** The ways in which bytes on a line stop. */
const stops = [['forth'], ['back'], ['forth', 'back']] as const;

/**
 * Separates the ends of a line for a while, now and then for a long one: what is on its way comes late or
 * never, or no connection is left.
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
