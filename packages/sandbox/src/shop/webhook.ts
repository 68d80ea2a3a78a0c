import type { FastifyInstance } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';

/** What the shop keeps of a message of the proxy: a postback passed on, or an alarm. */
interface Notice {
  /** The `webhook-id`. */
  id: string;
  /** `payment.postback` or `alarm.` and its code. */
  type: string;
  /** ISO 8601. */
  at: string;
  orderId: string;
  amountCentavos: number;
  status: string;
}

const Message = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.object({
    payment: z.object({ orderId: z.string(), status: z.string() }),
    amountCentavos: z.number(),
  }),
});

/**
 * Receives the proxy's messages (Standard Webhooks) as a merchant should: checks the signature over
 * the bytes that came, and counts a message once, even if it is delivered twice.
 */
export function webhookRoutes(webhookSecret: string) {
  const signer = new Webhook(webhookSecret);
  const notices = new Map<string, Notice>();

  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
      done(null, text),
    );
    app.post('/webhook', async ({ body, headers }, reply) => {
      const notice = readNotice(String(body), headers, signer);
      if (!notice) return reply.code(400).send();
      if (!notices.has(notice.id)) notices.set(notice.id, notice);
      return reply.code(204).send();
    });
    app.get('/notices', () => ({ notices: [...notices.values()] }));
  };
}

/** Reads a message; gives nothing when its signature is wrong or more than five minutes old. */
function readNotice(text: string, headers: object, signer: Webhook): Notice | undefined {
  const received = new Map(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  try {
    const verified = signer.verify(text, Object.fromEntries(received));
    const { type, timestamp, data } = Message.parse(verified);
    const { payment, amountCentavos } = data;
    return {
      id: received.get('webhook-id') ?? '',
      type,
      at: timestamp,
      amountCentavos,
      ...payment,
    };
  } catch {
    return undefined;
  }
}
