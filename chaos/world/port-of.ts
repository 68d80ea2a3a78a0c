import type { Server } from 'node:net';

/** Returns the port that a server listens on. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  if (typeof address === 'object' && address) return address.port;
  throw new Error('The server does not listen');
}
