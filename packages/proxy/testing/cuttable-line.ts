import { connect, createServer, type Socket } from 'node:net';
import { listen } from '@card-checkout/testing/http-server';
import { onTestFinished } from 'vitest';

interface Fate {
  isCut: boolean;
  losesCommit?: 'before' | 'after' | undefined;
}

/**
 * Puts a TCP relay in front of a database until the test ends. `overhear` receives what is sent to
 * it.
 */
export async function layLine(to: string, overhear?: (chunk: Buffer) => void) {
  const fate: Fate = { isCut: false };
  const sockets = new Set<Socket>();
  const hangUp = () => sockets.forEach((socket) => socket.destroy());
  const server = createServer((near) => {
    const { port, hostname } = new URL(to);
    const far = connect(Number(port), hostname);
    sockets.add(near).add(far);
    if (overhear) near.on('data', overhear);
    join(near, far, fate);
  });
  const url = new URL(to);
  url.port = String(await listen(server));
  onTestFinished(() => {
    server.close();
    hangUp();
  });
  return {
    /** The database's URL through the relay. */
    url: url.href,
    /** Closes every connection, and each new one until the line is restored. */
    cut: () => {
      fate.isCut = true;
      hangUp();
    },
    restore: () => void (fate.isCut = false),
    /**
     * Closes the next connection that writes a payment, before or after the server gets the commit.
     */
    loseNextCommit: (when: 'before' | 'after') => void (fate.losesCommit = when),
  };
}

/** Relays between both ends of a connection, unless its fate forbids it. */
function join(near: Socket, far: Socket, fate: Fate): void {
  const hangUp = () => [near, far].forEach((socket) => socket.destroy());
  for (const socket of [near, far]) socket.on('error', hangUp).on('close', hangUp);
  if (fate.isCut) hangUp();

  let losesAnswer = false;
  near.on('data', (chunk) => {
    const loss = chunk.includes('amountCentavos') ? fate.losesCommit : undefined;
    if (loss) fate.losesCommit = undefined;
    if (loss === 'before') hangUp();
    else far.write(chunk);
    losesAnswer ||= loss === 'after';
  });
  far.on('data', (chunk) => {
    if (losesAnswer) hangUp();
    else near.write(chunk);
  });
}
