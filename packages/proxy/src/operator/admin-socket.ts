import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { refusalOf } from '../http/answers.ts';
import { closed } from '../http/waiting.ts';
import { UsageError } from '../terminal/arguments.ts';
import { CommandRefused, readOperatorCommand, sentenceOf, type Desk } from './commands.ts';
import { GivenCommand, parse } from './requests.ts';

interface AdminSocketOptions extends Desk {
  /** A path or, with a slash at its end, a folder. If absent, there is no socket. */
  place: string | undefined;
}

/**
 * Serves the operator's commands on a Unix socket that only the proxy's own user can open: at a path,
 * where it replaces a dead process's socket, or in a folder that the proxies of one database share.
 * Throws if the place isn't available.
 */
export async function adminSocket(
  app: FastifyInstance,
  { place, ...desk }: AdminSocketOptions,
): Promise<void> {
  if (place === undefined) return;
  const server = Fastify({ requestTimeout: 10_000 });
  server.post('/', (request, reply) =>
    reply.type('application/x-ndjson').send(Readable.from(saidBy(desk, request, reply))),
  );
  await server.ready();
  try {
    await listenPrivately(server, await freePath(place));
  } catch (error) {
    const reason =
      error instanceof SocketTaken ? error.message : `isn't available (${codeOf(error)})`;
    const text = `ADMIN_SOCKET ${place} ${reason}; name another, or set it to off`;
    throw new Error(text, { cause: error });
  }
  app.addHook('onClose', async () => {
    server.server.close();
    server.server.closeAllConnections();
    await server.close();
  });
}

/** Runs a command. Yields a line of JSON for each `text` to print, and last for a `fault`. */
async function* saidBy(desk: Desk, request: FastifyRequest, reply: FastifyReply) {
  const left = closed(reply);
  try {
    const { args, by } = parse(GivenCommand, request.body);
    const run = readOperatorCommand(args, desk.now());
    for await (const text of run(desk, by, left)) yield `${JSON.stringify({ text })}\n`;
  } catch (error) {
    if (left.aborted) return;
    const isSentence = error instanceof CommandRefused || error instanceof UsageError;
    const fault = isSentence ? error.message : sentenceOf(refusalOf(error, request, desk.log));
    yield `${JSON.stringify({ fault })}\n`;
  }
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

/** Explains in the rest of a sentence why a place can't be used. */
export class SocketTaken extends Error {
  override readonly name = 'SocketTaken';
}

/** Removes dead processes' sockets from a place, and returns a path there. */
async function freePath(place: string): Promise<string> {
  if (!isFolder(place)) {
    if ((await removeAbandoned(place)) === undefined) return place;
    throw new SocketTaken('belongs to another running proxy');
  }
  mkdirSync(place, { recursive: true, mode: 0o700 });
  for (const path of socketsAt(place)) await removeAbandoned(path);
  return join(place, `${randomUUID().slice(0, 8)}.sock`);
}

/** Returns `live` if a process listens at a path. */
async function removeAbandoned(path: string): Promise<'live' | undefined> {
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (!file?.isSocket()) return undefined;
  const fault = await connectionFault(path);
  if (fault === undefined) return 'live';
  if (fault === 'ECONNREFUSED') rmSync(path, { force: true });
  return undefined;
}

function isFolder(place: string): boolean {
  return place.endsWith('/');
}

/** Lists the sockets at a place. Throws if others could have put them there. */
function socketsAt(place: string): string[] {
  if (!isFolder(place)) return [place];
  const folder = lstatSync(place.slice(0, -1), { throwIfNoEntry: false });
  if (!folder) return [];
  const isPrivate =
    folder.isDirectory() && folder.uid === process.getuid?.() && (folder.mode & 0o077) === 0;
  if (!isPrivate) throw new SocketTaken('is no folder of this user alone');
  const names = readdirSync(place).filter((name) => name.endsWith('.sock'));
  return names.map((name) => join(place, name));
}

/** Finds a socket at which a proxy answers; otherwise returns Node's code of the last fault. */
export async function answeringSocket(place: string): Promise<{ path?: string; fault?: string }> {
  let fault = 'ENOENT';
  for (const path of socketsAt(place)) {
    const found = await connectionFault(path);
    if (found === undefined) return { path };
    fault = found;
  }
  return { fault };
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
