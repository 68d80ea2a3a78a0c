import { Webhook } from 'standardwebhooks';
import {
  startScriptedService,
  type ReceivedRequest,
  type ScriptedService,
} from './scripted-service.ts';

export const webhookSecret = `whsec_${Buffer.alloc(24, 'canary').toString('base64')}`;

/** Returns the headers with which the proxy sends a message. */
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

/** Stands in for a webhook of the merchant. */
export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** Starts a webhook, which takes every message unless a script is given. */
export async function startWebhookReceiver(
  script: ScriptedService['script'] = () => ({ status: 204, text: '' }),
  port = 0,
) {
  const service = await startScriptedService(script, port);
  /** Returns what was received. Throws when a signature is not right at the time that it names. */
  const messages = () => service.received.map(messageIn);
  return Object.assign(service, { messages });
}

/** Reads a message. Throws when it is not signed as Standard Webhooks says. */
export function messageIn({ headers, text }: ReceivedRequest): ReceivedMessage {
  const id = String(headers['webhook-id']);
  // The library's own check refuses what is older than five minutes, so the text is signed again.
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(webhookSecret).sign(id, at, text);
  if (headers['webhook-signature'] !== signature) throw new Error(`${id} is not signed`);
  const { type, data }: ReceivedMessage = JSON.parse(text);
  return { id, type, data };
}
