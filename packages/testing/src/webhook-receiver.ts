import { Webhook } from 'standardwebhooks';
import {
  startScriptedServer,
  type ReceivedRequest,
  type ScriptedServer,
} from './scripted-server.ts';

export const webhookSecret = `whsec_${Buffer.alloc(24, 'canary').toString('base64')}`;

export function webhookHeaders(body: string, at = new Date(), secret = webhookSecret) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  };
}

export interface ReceivedMessage {
  id: string;
  type: string;
  data: Record<string, unknown>;
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** Starts a webhook endpoint. Without a script it accepts every message. */
export async function startWebhookReceiver(
  script: ScriptedServer['script'] = () => ({ status: 204, text: '' }),
  port = 0,
) {
  const service = await startScriptedServer(script, port);
  /** Returns the received messages. Throws if a signature is wrong for its timestamp. */
  const messages = () => service.received.map(messageIn);
  return Object.assign(service, { messages });
}

/** Reads a message. Throws unless it is signed according to Standard Webhooks. */
export function messageIn({ headers, text }: ReceivedRequest): ReceivedMessage {
  const id = String(headers['webhook-id']);
  // The library rejects signatures older than five minutes, so sign again to compare.
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(webhookSecret).sign(id, at, text);
  if (headers['webhook-signature'] !== signature) throw new Error(`${id} isn't signed`);
  const { type, data }: ReceivedMessage = JSON.parse(text);
  return { id, type, data };
}
