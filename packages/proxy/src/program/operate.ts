import { memberOf } from '@card-checkout/contract/json';
import { printable } from '@card-checkout/contract/printable';
import { Client, errors } from 'undici';
import { readAdminSocket } from '../config/config.ts';
import { answeringSocket, SocketTaken } from '../operator/admin-socket.ts';
import type { Command } from './arguments.ts';

export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** Posts a body, or gets. Returns the JSON of the proxy's answer. Rejects if the proxy refuses. */
export type Ask = (path: string, body?: object) => Promise<unknown>;

/** Asks the proxy, and resolves with the text to print; may print parts of it before. */
type Conversation = (ask: Ask, print: (text: string) => void) => Promise<string>;

/** How long a command may take; a purge of 100,000 payments takes minutes. */
const commandTimeoutMs = 3_600_000;

/** Makes a command that asks the running proxy. */
export function operate(converse: Conversation): Command {
  return async (env) => {
    const place = readAdminSocket(env);
    if (place === undefined) {
      throw new OperatorError('ADMIN_SOCKET is off, so no command reaches the proxy');
    }
    const { path, fault } = await answeringSocket(place).catch((error: unknown) => {
      if (!(error instanceof SocketTaken)) throw error;
      throw new OperatorError(`ADMIN_SOCKET ${place} ${error.message}`);
    });
    if (path !== undefined) return askingProxy(path, converse);
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

async function askingProxy(socketPath: string, converse: Conversation): Promise<string> {
  const options = { socketPath, headersTimeout: commandTimeoutMs, bodyTimeout: commandTimeoutMs };
  const client = new Client('http://localhost', options);
  const headers = { 'Content-Type': 'application/json' };
  const ask: Ask = async (path, body) => {
    const { statusCode, body: answer } = await client.request(
      body
        ? { method: 'POST', path, headers, body: JSON.stringify(body) }
        : { method: 'GET', path },
    );
    return answerOf(statusCode, await answer.text());
  };
  try {
    return await converse(ask, (text) => process.stdout.write(`${text}\n`));
  } catch (error) {
    throw error instanceof errors.UndiciError
      ? new OperatorError(`The proxy closed the connection (${error.code}); its log may say why`)
      : error;
  } finally {
    await client.destroy();
  }
}

function answerOf(status: number, text: string): unknown {
  const body: unknown = JSON.parse(text);
  if (status >= 200 && status < 300) return body;
  const [code, title] = [memberOf(body, 'code'), memberOf(body, 'title')];
  const sentence = String(memberOf(body, 'detail') ?? title);
  throw new OperatorError(printable(`${sentence} (${String(code)})`));
}
