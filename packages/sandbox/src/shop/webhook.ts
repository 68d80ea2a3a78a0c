import { verifyWebhook, type WebhookEvent } from '@card-checkout/server';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Journal } from '../web/journal.ts';

const text = z.string();

const Facts = z.object({ id: text, orderId: text, status: text, amount: z.number() });

/** A webhook from the proxy, as the shop keeps it. */
export type Notice = z.infer<typeof Facts> & {
  /** `payment.` and the outcome, `payment.postback`, or `alarm.` and its code. */
  type: string;
  at: string;
};

export class Notices {
  readonly #byId = new Map<string, Notice>();
  readonly #journal: Journal | undefined;

  constructor(journal?: Journal) {
    this.#journal = journal;
  }

  /** Keeps a message once, however often it arrives. Throws unless it's about a payment. */
  add(id: string, { type, timestamp, data }: WebhookEvent): void {
    if (this.#byId.has(id)) return;
    const facts = Facts.parse({ ...data, id: 'paymentId' in data && data.paymentId });
    this.#byId.set(id, { type, at: timestamp, ...facts });
    this.#journal?.note(`told.${type}`, { amount: facts.amount, status: facts.status });
  }

  all(): Notice[] {
    return [...this.#byId.values()];
  }

  /** Returns an order's outcome: an approval if there is one, else the newest outcome. */
  outcomeOf(orderId: string): Notice | undefined {
    const outcomes = this.all()
      .filter((notice) => notice.orderId === orderId && notice.type === `payment.${notice.status}`)
      .toSorted((one, other) => one.at.localeCompare(other.at));
    const newest = [...new Map(outcomes.map((notice) => [notice.id, notice])).values()];
    return newest.find(({ status }) => status === 'approved') ?? newest.at(-1);
  }
}

/** Receives the proxy's webhooks as docs/shop-server.md describes. */
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
