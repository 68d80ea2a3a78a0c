import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { memberOf } from '@card-checkout/contract/json';
import { behaviourFor, type Behaviour, type ChargeRequest } from './behaviours.ts';
import type { Charge, ServiceRequest } from '../check/evidence.ts';
import { portOf } from './port-of.ts';
import type { Postback, PostbackDelivery } from './postbacks.ts';
import type { Random } from './random.ts';

/** What a request asks for, read. */
interface Asked extends ChargeRequest {
  token: string;
  tokenHash: string;
}

/** Stands in for the payments service; its ledger says what was really charged. */
export class PaymentsService {
  readonly requests: ServiceRequest[] = [];
  readonly charges: Charge[] = [];
  readonly #random: Random;
  readonly #postbacks: PostbackDelivery;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #requestsOfOrder = new Map<string, number>();

  constructor(random: Random, postbacks: PostbackDelivery) {
    this.#random = random;
    this.#postbacks = postbacks;
  }

  /** Listens on a free port and returns it. */
  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return portOf(this.#server);
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request);
    if (text === undefined) return;
    const number = this.requests.length + 1;
    const asked = askedFor(JSON.parse(text), number);
    const { orderId, tokenHash } = asked;
    const ofOrder = (this.#requestsOfOrder.get(orderId) ?? 0) + 1;
    this.#requestsOfOrder.set(orderId, ofOrder);

    const order = this.#random.branch(orderId);
    const behaviour = behaviourFor(order, ofOrder);
    const { name } = behaviour;
    const received = { orderId, tokenHash, arrivedAt: Date.now(), behaviour: name };
    this.requests.push(received);
    const isPaidLater = behaviour.charges === 'by_postback';
    if (behaviour.charges === 'at_once') this.#charge(asked);
    await this.#postBack(asked, behaviour, isPaidLater, order.branch(`postbacks ${ofOrder}`));
    await answer(behaviour, asked, received, { request, response });
  }

  #charge({ orderId, tokenHash }: Asked): void {
    this.charges.push({ orderId, tokenHash, at: Date.now() });
  }

  /** Plans the postbacks of a request; resolves when those that overtake the answer were taken. */
  async #postBack(
    asked: Asked,
    behaviour: Behaviour,
    isPaidLater: boolean,
    random: Random,
  ): Promise<void> {
    const { token, tokenHash } = asked;
    if (random.chance(0.03)) void this.#postbacks.forge(`${token.slice(0, -1)}-`);
    const [first = 'none', ...others] = behaviour.postbacks;
    const when = random.pick([first, ...others]);
    if (when === 'none') return;

    const pays = isPaidLater ? random.chance(0.6) : behaviour.charges === 'at_once';
    if (isPaidLater && pays) this.#charge(asked);
    const final: Postback = { token, tokenHash, claim: pays ? 'charged' : 'refused' };
    const vague: Postback = { token, tokenHash, claim: 'exists' };
    const isVagueFirst = random.chance(0.2);
    const planned = [
      ...(isVagueFirst ? [vague] : []),
      final,
      ...(random.chance(0.25) ? [final] : []),
      ...(random.chance(0.15) ? [vague] : []),
    ];
    if (when === 'early' && random.chance(0.7)) {
      const overtaking = this.#postbacks.deliver(planned[0] ?? final, 0);
      await Promise.race([overtaking, pauseFor(200)]);
      planned.shift();
    }
    const startMs = when === 'late' ? random.whole(300, 1500) : random.whole(0, 40);
    for (const [index, postback] of planned.entries()) {
      void this.#postbacks.deliver(postback, startMs + index * random.whole(0, 60));
    }
  }
}

/** Answers as the behaviour says, and notes when the last byte left. */
async function answer(
  { answer: scripted }: Behaviour,
  asked: Asked,
  received: ServiceRequest,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  if (scripted === 'hang') return;
  if (scripted === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  const text = scripted.body(asked);
  response.writeHead(scripted.status, { 'Content-Length': Buffer.byteLength(text) });
  if (scripted.slowMs) {
    response.write(text.slice(0, 1));
    await pauseFor(scripted.slowMs);
  }
  const isWithId = scripted.status >= 500 && text.includes(asked.transactionId);
  const provesPayment = scripted.status < 300 || isWithId;
  received.answer = { status: scripted.status, at: Date.now(), provesPayment };
  response.end(scripted.slowMs ? text.slice(1) : text);
}

/** Reads a body; nothing when the connection broke before its end. */
async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString();
}

function askedFor(body: unknown, number: number): Asked {
  const card = memberOf(body, 'card');
  const postbackUrl = String(memberOf(body, 'postbackUrl'));
  const token = postbackUrl.slice(postbackUrl.lastIndexOf('/') + 1);
  return {
    orderId: String(memberOf(body, 'reference')),
    transactionId: `pay_${number}`,
    cardNumber: String(memberOf(card, 'number')),
    securityCode: String(memberOf(card, 'cvv')),
    token,
    tokenHash: createHash('sha256').update(token).digest('hex'),
  };
}
