import { hash } from 'node:crypto';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { memberOf } from '@card-checkout/contract/json';
import {
  postbackUrlOf,
  startScriptedService,
  type ReceivedRequest,
  type ScriptedAnswer,
} from '@card-checkout/testing/scripted-service';
import { behaviourFor, type Behaviour, type ChargeRequest } from './behaviours.ts';
import type { Charge, ServiceRequest } from '../check/evidence.ts';
import type { Postback, PostbackDelivery } from './postbacks.ts';
import type { Random } from './random.ts';

/** A request, read. */
interface Asked extends ChargeRequest {
  token: string;
  tokenHash: string;
}

/** Decides what the payments service does; its ledger says what was really charged. */
export class PaymentsService {
  readonly requests: ServiceRequest[] = [];
  readonly charges: Charge[] = [];
  readonly #random: Random;
  readonly #postbacks: PostbackDelivery;
  readonly #requestsOfOrder = new Map<string, number>();

  constructor(random: Random, postbacks: PostbackDelivery) {
    this.#random = random;
    this.#postbacks = postbacks;
  }

  async start() {
    return startScriptedService(async (number, request) => this.#answer(number, request));
  }

  async #answer(number: number, request: ReceivedRequest): Promise<ScriptedAnswer> {
    const asked = askedFor(request, number);
    const { orderId, tokenHash } = asked;
    const ofOrder = (this.#requestsOfOrder.get(orderId) ?? 0) + 1;
    this.#requestsOfOrder.set(orderId, ofOrder);

    const order = this.#random.branch(orderId);
    const behaviour = behaviourFor(order, ofOrder);
    const received: ServiceRequest = { orderId, tokenHash, arrivedAt: Date.now() };
    this.requests.push(received);
    const isPaidLater = behaviour.charges === 'by_postback';
    if (behaviour.charges === 'at_once') this.#charge(asked);
    await this.#postBack(asked, behaviour, isPaidLater, order.branch(`postbacks ${ofOrder}`));
    const { answer } = behaviour;
    if (typeof answer === 'string') return answer;
    const text = answer.body(asked);
    const isWithId = answer.status >= 500 && text.includes(asked.transactionId);
    const provesPayment = answer.status < 300 || isWithId;
    received.answer = { status: answer.status, at: Date.now(), provesPayment };
    return { ...answer, text };
  }

  #charge({ orderId, tokenHash }: Asked): void {
    this.charges.push({ orderId, tokenHash });
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

function askedFor(request: ReceivedRequest, number: number): Asked {
  const body: unknown = JSON.parse(request.text);
  const card = memberOf(body, 'card');
  const token = postbackUrlOf(request).split('/').at(-1) ?? '';
  return {
    orderId: String(memberOf(body, 'reference')),
    transactionId: `pay_${number}`,
    cardNumber: String(memberOf(card, 'number')),
    securityCode: String(memberOf(card, 'cvv')),
    token,
    tokenHash: hash('sha256', token),
  };
}
