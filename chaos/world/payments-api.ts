import { hash } from 'node:crypto';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { memberOf } from '@card-checkout/contract/json';
import {
  postbackUrlOf,
  startScriptedServer,
  type ReceivedRequest,
  type ScriptedAnswer,
} from '@card-checkout/testing/scripted-server';
import type { Charge, ServiceRequest } from '../check/evidence.ts';
import { behaviorFor, error500, type Behavior, type ChargeRequest } from './behaviors.ts';
import type { Postback, PostbackDelivery } from './postbacks.ts';
import type { Random } from './random.ts';

interface TriedCharge extends ChargeRequest {
  token: string;
  tokenHash: string;
}

/** A payments API whose ledger records the real charges. */
export class PaymentsApi {
  readonly requests: ServiceRequest[] = [];
  readonly charges: Charge[] = [];
  readonly #random: Random;
  readonly #postbacks: PostbackDelivery;
  readonly #clocks: ReadonlyMap<string, number>;
  #isDown = false;

  /** `clocks` has how far each proxy's clock is ahead, by the proxy's origin. */
  constructor(random: Random, postbacks: PostbackDelivery, clocks: ReadonlyMap<string, number>) {
    this.#random = random;
    this.#postbacks = postbacks;
    this.#clocks = clocks;
  }

  async start() {
    return startScriptedServer(async (number, request) => this.#answer(number, request));
  }

  /** Answers every request 500, and charges nothing, for a while. */
  async failFor(ms: number): Promise<void> {
    this.#isDown = true;
    await pauseFor(ms);
    this.#isDown = false;
  }

  async #answer(number: number, request: ReceivedRequest): Promise<ScriptedAnswer> {
    const tried = readRequest(request, number);
    const { orderId, tokenHash, transactionId } = tried;
    const clockMs = this.#clocks.get(new URL(postbackUrlOf(request)).origin) ?? 0;
    const received: ServiceRequest = { orderId, tokenHash, arrivedAt: Date.now(), clockMs };
    this.requests.push(received);
    const ofOrder = this.requests.filter((each) => each.orderId === orderId).length;
    const order = this.#random.branch(orderId);
    const behavior = this.#isDown ? error500 : behaviorFor(order, ofOrder);
    if (behavior.charges === 'at_once') this.#charge(tried);
    await this.#postBack(tried, behavior, order.branch(`postbacks ${ofOrder}`));

    const { answer } = behavior;
    if (typeof answer === 'string') return answer;
    const { status } = answer;
    const text = answer.body(tried);
    const provesPayment = status < 300 || (status >= 500 && text.includes(transactionId));
    received.answer = { status, at: Date.now(), provesPayment };
    return { ...answer, text };
  }

  #charge({ orderId, tokenHash }: TriedCharge): void {
    this.charges.push({ orderId, tokenHash });
  }

  /** Plans a request's postbacks. Resolves when those before the answer were accepted. */
  async #postBack(tried: TriedCharge, behavior: Behavior, random: Random): Promise<void> {
    const { token, tokenHash } = tried;
    if (random.chance(0.03)) void this.#postbacks.forge(`${token.slice(0, -1)}-`);
    const when = random.pick(behavior.postbacks.split(' '));
    if (when === 'none') return;

    const isPaidLater = behavior.charges === 'by_postback' && random.chance(0.6);
    if (isPaidLater) this.#charge(tried);
    const isCharged = isPaidLater || behavior.charges === 'at_once';
    const final: Postback = { token, tokenHash, claim: isCharged ? 'charged' : 'refused' };
    const vague: Postback = { token, tokenHash, claim: 'exists' };
    const planned = [
      ...(random.chance(0.2) ? [vague] : []),
      final,
      ...(random.chance(0.25) ? [final] : []),
      ...(random.chance(0.15) ? [vague] : []),
    ];
    if (when === 'early' && random.chance(0.7)) {
      const first = this.#postbacks.deliver(planned.shift() ?? final, 0);
      await Promise.race([first, pauseFor(200)]);
    }
    const startMs = when === 'late' ? random.whole(300, 1500) : random.whole(0, 40);
    for (const [index, postback] of planned.entries()) {
      void this.#postbacks.deliver(postback, startMs + index * random.whole(0, 60));
    }
  }
}

function readRequest(request: ReceivedRequest, number: number): TriedCharge {
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
