import type { FastifyReply } from 'fastify';
import type { CheckoutRequest } from './checkout-request.ts';
import { cardBrand } from '../three-ds/card-brand.ts';
import type { Answer } from './scenarios.ts';
import type { Timers } from '../web/timers.ts';

/** The payment that is answered, and where the answer goes. */
export interface AnswerContext {
  id: string;
  request: CheckoutRequest;
  reply: FastifyReply;
}

const badGatewayPage =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n';

/** Sends what a scenario answers; a hanging answer stays open until `hangMs`, or for ever. */
export function sendAnswer(
  answer: Answer,
  { id, request, reply }: AnswerContext,
  { hangMs, timers }: { hangMs: number | undefined; timers: Timers },
): FastifyReply {
  const disconnect = (): void => void reply.raw.destroy();

  switch (answer.kind) {
    case 'payment':
      return reply.code(201).send(paymentBody(id, answer.status, request));
    case 'error':
      return reply.code(answer.status).send(answer.body);
    case 'html':
      return reply.code(answer.status).type('text/html').send(badGatewayPage);
    case 'hang':
      if (hangMs !== undefined) timers.after(hangMs, disconnect);
      break;
    case 'reset':
      disconnect();
      break;
  }
  return reply.hijack();
}

/** Writes a plausible payment; the documentation does not show the real one. */
function paymentBody(id: string, status: string, request: CheckoutRequest) {
  const { amount, installments, paymentMethod, card } = request;
  return {
    id,
    status,
    amount,
    installments,
    paymentMethod,
    card: { brand: cardBrand(card.number), lastDigits: card.number.slice(-4) },
    createdAt: new Date().toISOString(),
  };
}
