import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Claim } from '../../packages/proxy/src/attempt/outcome.ts';
import type { TakenPostback } from '../check/evidence.ts';
import type { Random } from './random.ts';

/** One postback to be delivered. */
export interface Postback {
  /** The secret of the try's address. */
  token: string;
  tokenHash: string;
  claim: Claim;
}

const againAfterMs = 40;
const answerTimeoutMs = 2000;

/** Delivers postbacks as a payments service does: again and again, until the proxy answers 200. */
export class PostbackDelivery {
  readonly taken: TakenPostback[] = [];
  /** What the proxy answered that it never may, in a sentence each. */
  readonly faults: string[] = [];
  readonly #origins: () => readonly string[];
  readonly #random: Random;
  readonly #running = new Set<Promise<unknown>>();
  readonly #stop = new AbortController();

  /** Takes where the proxy's instances can be reached. */
  constructor(origins: () => readonly string[], random: Random) {
    this.#origins = origins;
    this.#random = random;
  }

  /** Delivers a postback after a while; resolves when it was taken. */
  async deliver(postback: Postback, afterMs: number): Promise<void> {
    const delivery = this.#deliver(postback, afterMs);
    this.#running.add(delivery);
    await delivery.finally(() => this.#running.delete(delivery));
  }

  /** Resolves when nothing is left to deliver. */
  async allTaken(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Posts a token that belongs to no try; its answer must not tell. */
  async forge(token: string): Promise<void> {
    const answered = await this.#post(token, bodyOf('charged', this.#random));
    if (answered && answered !== '200 {}') {
      this.faults.push(`a forged postback was answered ${answered}`);
    }
  }

  async #deliver({ token, tokenHash, claim }: Postback, afterMs: number): Promise<void> {
    const { signal } = this.#stop;
    const body = bodyOf(claim, this.#random);
    await pauseFor(afterMs, undefined, { signal }).catch(() => undefined);
    while (!signal.aborted) {
      const answered = await this.#post(token, body);
      if (answered?.startsWith('200')) {
        this.taken.push({ tokenHash, claim, takenAt: Date.now() });
        return;
      }
      if (answered && !answered.startsWith('503')) {
        this.faults.push(`a postback was answered ${answered}`);
      }
      await pauseFor(againAfterMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Posts once; returns status and text of the answer, or nothing when there was none. */
  async #post(token: string, { type, text }: Body): Promise<string | undefined> {
    const [first = '', ...others] = this.#origins();
    const origin = this.#random.pick([first, ...others]);
    const signal = AbortSignal.timeout(answerTimeoutMs);
    const headers = { 'Content-Type': type };
    try {
      const response = await fetch(`${origin}/api/postback/${token}`, {
        method: 'POST',
        headers,
        body: text,
        signal,
      });
      return `${response.status} ${await response.text()}`;
    } catch {
      return undefined;
    }
  }
}

interface Body {
  type: string;
  text: string;
}

const words = { charged: 'aprovado', refused: 'recusado', exists: 'em_processamento' };

/** Writes a claim in one of the forms that the API may use; none is documented. */
function bodyOf(claim: Claim, random: Random): Body {
  const status = words[claim];
  const isUnreadable = claim === 'exists' && random.chance(0.5);
  if (isUnreadable) return { type: 'text/plain', text: '\u0000\u0001 <?xml' };
  return random.chance(0.7)
    ? { type: 'application/json', text: JSON.stringify({ payment: { status } }) }
    : { type: 'application/x-www-form-urlencoded', text: `status=${status}` };
}
