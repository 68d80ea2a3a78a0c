import { setTimeout as pauseFor } from 'node:timers/promises';
import { OutcomeMessage } from '@card-checkout/contract';
import { memberOf } from '@card-checkout/contract/json';
import type { ReceivedRequest, ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import {
  messageIn,
  startWebhookReceiver,
  type ReceivedMessage,
} from '@card-checkout/testing/webhook-receiver';
import type { KeptText, RaisedAlarm } from '../check/evidence.ts';
import type { Random } from './random.ts';

/** Receives messages for support and the shop; is sometimes down or slow. */
export class Receiver {
  /** Messages by id, since one can arrive twice. */
  readonly messages = new Map<string, KeptText>();
  readonly alarms: RaisedAlarm[] = [];
  readonly outcomes: OutcomeMessage['data'][] = [];
  readonly faults: string[] = [];
  isCalm = false;
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  async start() {
    return startWebhookReceiver(async (_number, request) => this.#take(request));
  }

  async #take(request: ReceivedRequest): Promise<ScriptedAnswer> {
    const mood = this.isCalm ? 1 : this.#random.fraction();
    if (mood < 0.05) return 'reset';
    if (mood < 0.12) return { status: 500 };
    if (mood < 0.2) await pauseFor(100);
    try {
      const message = messageIn(request);
      const known = this.messages.get(message.id);
      if (!known) this.alarms.push(...alarmsIn(message));
      const outcome = OutcomeMessage.safeParse(JSON.parse(request.text));
      if (!known && outcome.success) this.outcomes.push(outcome.data.data);
      if (known && outcome.success && known.text !== request.text)
        this.faults.push(`${message.id} arrived with two texts`);
      this.messages.set(message.id, { place: `POST ${request.path}`, text: request.text });
    } catch (error) {
      this.faults.push(String(error));
    }
    return { status: 204, text: '' };
  }
}

export function alarmsIn({ type, data }: Pick<ReceivedMessage, 'type' | 'data'>): RaisedAlarm[] {
  if (!type.startsWith('alarm.')) return [];
  const orderId = String(memberOf(data, 'orderId'));
  const paymentId = String(memberOf(data, 'paymentId'));
  return [{ code: type.slice('alarm.'.length), orderId, paymentId }];
}
