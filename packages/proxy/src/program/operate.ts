import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { Client, errors } from 'undici';
import { z } from 'zod';
import { readAdminSocket } from '../config/config.ts';
import { answeringSocket, SocketTaken } from '../operator/admin-socket.ts';
import { completed, readOperatorCommand } from '../operator/commands.ts';
import type { Command, Operation } from '../terminal/arguments.ts';

export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** How long a command may take; a purge of 100,000 payments takes minutes. */
const commandTimeoutMs = 3_600_000;

/** Makes a command that the running proxy runs. Throws `UsageError`. */
export function operate(args: string[], { now, by }: Operation): Command {
  readOperatorCommand(args, now);
  return async (env) => {
    const place = readAdminSocket(env);
    if (place === undefined) {
      throw new OperatorError('ADMIN_SOCKET is off, so no command reaches the proxy');
    }
    const { path, fault } = await answeringSocket(place).catch((error: unknown) => {
      if (!(error instanceof SocketTaken)) throw error;
      throw new OperatorError(`ADMIN_SOCKET ${place} ${error.message}`);
    });
    if (path !== undefined) return saidOver(path, args, by);
    throw new OperatorError(
      fault === 'EACCES'
        ? `ADMIN_SOCKET ${place} belongs to another user: run this as the proxy's user`
        : `No proxy answers at ADMIN_SOCKET ${place}. ${advice}`,
    );
  };
}

const advice =
  "Start it: run card-checkout-proxy with the proxy's environment, or its service. " +
  'If it runs, give this command its ADMIN_SOCKET or DATABASE_URL, and run it as its user';

/** Prints what the proxy says, and returns the last of it. */
async function saidOver(socketPath: string, args: string[], by: string): Promise<string> {
  const options = { socketPath, headersTimeout: commandTimeoutMs, bodyTimeout: commandTimeoutMs };
  const client = new Client('http://localhost', options);
  const headers = { 'Content-Type': 'application/json' };
  let said = '';
  const print = () => said && process.stdout.write(`${said}\n`);
  try {
    const given = await completed(args, async () => textOf(process.stdin));
    const body = JSON.stringify({ args: given, by });
    const answer = await client.request({ method: 'POST', path: '/', headers, body });
    if (answer.statusCode !== 200) throw new OperatorError(otherVersion);
    let refused: string | undefined;
    for await (const line of createInterface({ input: answer.body })) {
      const { text = '', fault } = Said.parse(JSON.parse(line));
      print();
      said = text;
      refused = fault;
    }
    if (refused !== undefined) throw new OperatorError(refused);
    return said;
  } catch (error) {
    throw error instanceof errors.UndiciError
      ? new OperatorError(`The proxy closed the connection (${error.code}); its log may say why`)
      : error;
  } finally {
    await client.destroy();
  }
}

const otherVersion = 'The proxy runs another version than this program: restart it';

const Said = z.object({ text: z.string().optional(), fault: z.string().optional() });
