import { verifyWebhook, type WebhookEvent } from '@card-checkout/proxy/server-sdk';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** The facts of a message: of an outcome, or of an alarm or a postback about a payment. */
const Facts = z.union([
  z.object({ paymentId: z.string(), orderId: z.string(), status: z.string(), amount: z.number() }),
  z
    .object({
      payment: z.object({
        id: z.string(),
        orderId: z.string(),
        status: z.string(),
        amount: z.number(),
      }),
    })
    .transform(({ payment: { id, ...facts } }) => ({ paymentId: id, ...facts })),
]);

/** A message of the proxy, as the shop keeps it. */
export type Notice = z.infer<typeof Facts> & {
  /** `payment.` and the outcome, `payment.postback`, or `alarm.` and its code. */
  type: string;
  at: string;
};

/** Everything that the proxy told the shop. */
export class Notices {
  readonly #byId = new Map<string, Notice>();

  /** Keeps a message, once however often it comes. Throws for one that says nothing of a payment. */
  add(id: string, { type, timestamp, data }: WebhookEvent): void {
    if (!this.#byId.has(id)) this.#byId.set(id, { type, at: timestamp, ...Facts.parse(data) });
  }

  all(): Notice[] {
    return [...this.#byId.values()];
  }

  /** Returns where an order stands: of each payment the newest outcome, an approval before others. */
  outcomeOf(orderId: string): Notice | undefined {
    const outcomes = this.all()
      .filter((notice) => notice.orderId === orderId && notice.type === `payment.${notice.status}`)
      .toSorted((one, other) => one.at.localeCompare(other.at));
    const newest = [...new Map(outcomes.map((notice) => [notice.paymentId, notice])).values()];
    return newest.find(({ status }) => status === 'approved') ?? newest.at(-1);
  }
}

/** Receives the proxy's messages as docs/shop-server.md tells merchants to. */
export function webhookRoutes(webhookSecret: string, notices: Notices) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    app.post<{ Body: Buffer }>('/webhook', async ({ body, headers }, reply) => {
      try {
        notices.add(String(headers['webhook-id']), verifyWebhook(headers, body, webhookSecret));
        return reply.code(204).send();
      } catch {
        return reply.code(400).send();
      }
    });
    app.get('/notices', () => ({ notices: notices.all() }));
  };
}
