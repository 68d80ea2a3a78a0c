import { memberOf } from '@card-checkout/contract/json';
import { printable } from '@card-checkout/contract/printable';
import { existsSync } from 'node:fs';
import Fastify from 'fastify';
import { Client, errors } from 'undici';
import { transitionRulesOf } from '../attempt/transition.ts';
import { Retention } from '../checkout/retention.ts';
import { readAdminSocket, readConfig, type Config } from '../config/config.ts';
import { ConfigFaults, type Variables } from '../config/variables.ts';
import { connectionFault } from '../operator/admin-socket.ts';
import { maintenanceRoutes, operatorRoutes } from '../operator/routes.ts';
import { openStore } from '../store/open-store.ts';
import { StoreError } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import { EventLog } from '../telemetry/log.ts';
import type { Command } from './arguments.ts';

export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** Posts a body, or gets. Returns the JSON of the proxy's answer. Rejects if the proxy refuses. */
export type Ask = (path: string, body?: object) => Promise<unknown>;

/** Asks the proxy, and resolves with the text to print. */
type Conversation = (ask: Ask) => Promise<string>;

/** How long a command may take; a purge of 100,000 payments takes minutes. */
const commandTimeoutMs = 3_600_000;

const now = () => new Date();

/** Makes a command that asks the running proxy or, if no proxy is running, opens the database. */
export function operate(converse: Conversation): Command {
  return async (env) => {
    const path = readAdminSocket(env);
    const fault = path === undefined ? 'off' : await connectionFault(path);
    if (path !== undefined && fault === undefined) return askingProxy(path, converse);
    if (fault === 'EACCES') {
      const advice = 'belongs to another user: run this as that user';
      throw new OperatorError(`ADMIN_SOCKET ${path} ${advice}`);
    }
    const silence = path === undefined ? '' : `No proxy answers at ADMIN_SOCKET ${path}. `;
    return openingDatabase(settingsFor(env, silence), silence, converse);
  };
}

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
    return await converse(ask);
  } catch (error) {
    throw error instanceof errors.UndiciError
      ? new OperatorError(`The proxy closed the connection (${error.code}); its log may say why`)
      : error;
  } finally {
    await client.destroy();
  }
}

async function openingDatabase(
  settings: Settings,
  silence: string,
  converse: Conversation,
): Promise<string> {
  const app = Fastify({ logger: { level: 'error', stream: process.stderr } });
  const log = new EventLog(app.log);
  const store = await openExisting(settings, silence);
  app.addHook('onClose', async () => store.close());
  const retention = new Retention({ store, log, now, retentionDays: undefined });
  // The instances that share the database learn of a change from it.
  const parts = { store, announce: () => undefined, retention, log, now };
  await app.register(operatorRoutes, parts);
  await app.register(maintenanceRoutes, parts);
  const ask: Ask = async (path, body) => {
    const answer = await (body ? app.inject().post(path).payload(body) : app.inject(path));
    return answerOf(answer.statusCode, answer.payload);
  };
  try {
    return await converse(ask);
  } finally {
    await app.close();
  }
}

type Settings = Omit<Config, 'secrets'>;

/** The next proxy that runs on the database delivers its messages. */
async function openExisting(settings: Settings, silence: string): Promise<Store> {
  const { database } = settings;
  if (database.kind === 'sqlite' && !existsSync(database.path)) {
    throw new OperatorError(`${silence}DATABASE_URL names no file that exists: ${database.path}`);
  }
  try {
    return await openStore(database, transitionRulesOf(settings, now));
  } catch (error) {
    throw error instanceof StoreError ? new OperatorError(`${silence}${error.message}`) : error;
  }
}

function settingsFor(env: Variables, silence: string): Settings {
  try {
    const { secrets: _, ...settings } = readConfig(env);
    return settings;
  } catch (error) {
    if (!(error instanceof ConfigFaults)) throw error;
    const need = `${silence}To open the database, this needs the environment of the proxy:`;
    throw new ConfigFaults([need, ...error.faults]);
  }
}

function answerOf(status: number, text: string): unknown {
  const body: unknown = JSON.parse(text);
  if (status >= 200 && status < 300) return body;
  const [code, title] = [memberOf(body, 'code'), memberOf(body, 'title')];
  const sentence = String(memberOf(body, 'detail') ?? title);
  throw new OperatorError(printable(`${sentence} (${String(code)})`));
}
