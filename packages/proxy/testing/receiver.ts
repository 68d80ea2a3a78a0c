import { Webhook } from 'standardwebhooks';
import { retrying } from './running-proxy.ts';
import {
  startScriptedService,
  type ReceivedRequest,
  type ScriptedService,
} from './scripted-service.ts';

export const webhookSecret = `whsec_${Buffer.alloc(24, 'canary').toString('base64')}`;

/** A message as its receiver reads it. */
interface ReceivedMessage {
  id: string;
  type: string;
  data: Record<string, unknown>;
}

/** Stands in for a webhook of the merchant; its script says what it answers. */
export interface Receiver extends ScriptedService {
  /** Returns what came, each with a signature that is right at the time that it names. */
  messages(): ReceivedMessage[];
}

/** Names the webhooks to a proxy that retries at once. */
export function webhooks({ relay, support }: { relay?: Receiver; support?: Receiver }) {
  return {
    ...retrying,
    WEBHOOK_SECRET: webhookSecret,
    ...(relay && { POSTBACK_RELAY_URL: relay.url }),
    ...(support && { SUPPORT_WEBHOOK_URL: support.url }),
  };
}

/** Starts a webhook for the length of a test; it takes every message unless told otherwise. */
export async function startReceiver(
  script: ScriptedService['script'] = () => ({ status: 204, text: '' }),
  port = 0,
): Promise<Receiver> {
  const service = await startScriptedService(script, port);
  return Object.assign(service, { messages: () => service.received.map(verified) });
}

/** Signs again with the standard's own library, which by itself takes no message older than 5 min. */
function verified({ headers, text }: ReceivedRequest): ReceivedMessage {
  const id = String(headers['webhook-id']);
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(webhookSecret).sign(id, at, text);
  if (headers['webhook-signature'] !== signature) throw new Error(`${id} is not signed`);
  const { type, data }: ReceivedMessage = JSON.parse(text);
  return { id, type, data };
}
