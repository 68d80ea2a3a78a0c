import { once } from 'node:events';
import { lstatSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { maintenanceRoutes, operatorRoutes, type OperatorRoutesOptions } from './routes.ts';

interface AdminSocketOptions extends OperatorRoutesOptions {
  /** If absent, there is no socket. */
  path: string | undefined;
}

/**
 * Serves the operator's commands on a Unix socket that only the proxy's own user can open. Replaces a
 * dead process's socket. Throws if the path isn't available.
 */
export async function adminSocket(
  app: FastifyInstance,
  { path, ...options }: AdminSocketOptions,
): Promise<void> {
  if (path === undefined) return;
  const server = Fastify({ requestTimeout: 10_000 });
  await server.register(operatorRoutes, options);
  await server.register(maintenanceRoutes, options);
  await server.ready();
  await removeAbandoned(path);
  await listenPrivately(server, path).catch((error: unknown) => {
    throw new Error(`ADMIN_SOCKET ${path} is not available (${codeOf(error)}); or set it to off`);
  });
  app.addHook('onClose', async () => {
    server.server.close();
    server.server.closeAllConnections();
    await server.close();
  });
}

/** Listens on a file that has mode 0600 from the start. */
async function listenPrivately({ server }: FastifyInstance, path: string): Promise<void> {
  const before = process.umask(0o177);
  try {
    // Node creates the file before this returns.
    server.listen(path);
  } finally {
    process.umask(before);
  }
  await once(server, 'listening');
}

async function removeAbandoned(path: string): Promise<void> {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSocket()) return;
  const fault = await connectionFault(path);
  if (fault === undefined) throw new Error(`ADMIN_SOCKET ${path} belongs to another running proxy`);
  if (fault === 'ECONNREFUSED') rmSync(path, { force: true });
}

/** Returns Node's error code, or `undefined` if something answers. */
export async function connectionFault(path: string): Promise<string | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return undefined;
  } catch (error) {
    return codeOf(error);
  } finally {
    socket.destroy();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
