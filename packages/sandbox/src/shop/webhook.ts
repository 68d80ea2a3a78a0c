import type { FastifyInstance } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';

/** A message of the proxy, a postback passed on or an alarm, as the shop keeps it. */
const Notice = z
  .object({
    /** `payment.postback` or `alarm.` and its code. */
    type: z.string(),
    timestamp: z.iso.datetime(),
    data: z.object({
      payment: z.object({ orderId: z.string(), status: z.string() }),
      amountCentavos: z.number(),
    }),
  })
  .transform(({ type, timestamp, data: { payment, amountCentavos } }) => ({
    type,
    at: timestamp,
    amountCentavos,
    ...payment,
  }));
type Notice = z.infer<typeof Notice> & { id: string };

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
function readNotice(text: string, headers: unknown, signer: Webhook): Notice | undefined {
  try {
    const signed = z.record(z.string(), z.coerce.string()).parse(headers);
    return { id: signed['webhook-id'] ?? '', ...Notice.parse(signer.verify(text, signed)) };
  } catch {
    return undefined;
  }
}
