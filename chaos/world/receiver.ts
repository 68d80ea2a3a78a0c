import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { KeptText, RaisedAlarm } from '../check/evidence.ts';
import { alarmIn } from './alarm-message.ts';
import { portOf } from './port-of.ts';
import type { Random } from './random.ts';

/** Signs webhooks in these runs (Standard Webhooks). */
export const webhookSecret = `whsec_${Buffer.from('a key of chaos, 32 bytes long ..').toString('base64')}`;

/** Takes what the outbox sends to support and to the merchant; is sometimes down, slow or broken. */
export class Receiver {
  /** Keyed by `webhook-id`, as whoever gets a message twice does. */
  readonly messages = new Map<string, { path: string; text: string }>();
  readonly faults: string[] = [];
  readonly #random: Random;
  readonly #server = createServer((request, response) => void this.#take(request, response));
  #isCalm = false;

  constructor(random: Random) {
    this.#random = random;
  }

  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return portOf(this.#server);
  }

  /** Takes everything from now on. */
  calm(): void {
    this.#isCalm = true;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  /** Lists the alarms that support was told. */
  alarms(): RaisedAlarm[] {
    const toSupport = [...this.messages.values()].filter(({ path }) => path === '/support');
    return toSupport.map(({ text }) => alarmIn(text)).filter((alarm) => alarm !== undefined);
  }

  /** Lists what was received, for the search for card data. */
  texts(): KeptText[] {
    return [...this.messages.values()].map(({ path, text }) => ({ place: `POST ${path}`, text }));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    try {
      for await (const chunk of request) text += String(chunk);
    } catch {
      return;
    }
    const mood = this.#isCalm ? 1 : this.#random.fraction();
    if (mood < 0.05) return void request.socket.resetAndDestroy();
    if (mood < 0.12) return void response.writeHead(500).end();
    if (mood < 0.2) await pauseFor(100);
    const id = String(request.headers['webhook-id']);
    if (!isSigned(request, text)) this.faults.push(`the message ${id} is not signed as it must be`);
    this.messages.set(id, { path: String(request.url), text });
    response.writeHead(204).end();
  }
}

/** Checks the signature of Standard Webhooks, without the library that the proxy signs with. */
function isSigned({ headers }: IncomingMessage, text: string): boolean {
  const key = Buffer.from(webhookSecret.slice('whsec_'.length), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  return headers['webhook-signature'] === `v1,${signature}`;
}
