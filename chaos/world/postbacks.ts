import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Claim } from '../../packages/proxy/src/attempt/outcome.ts';
import type { TakenPostback } from '../check/evidence.ts';
import type { Random } from './random.ts';

export interface Postback {
  /** The secret of the try's address. */
  token: string;
  tokenHash: string;
  claim: Claim;
}

const againAfterMs = 40;
const answerTimeoutMs = 2000;
const words = { charged: 'aprovado', refused: 'recusado', exists: 'em_processamento' };

/** Delivers postbacks as a payments service does: again and again, until the proxy answers 200. */
export class PostbackDelivery {
  readonly taken: TakenPostback[] = [];
  /** Wrong answers of the proxy, in a sentence each. */
  readonly faults: string[] = [];
  readonly #origins: readonly string[];
  readonly #random: Random;
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopped = new AbortController();

  constructor(origins: readonly string[], random: Random) {
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
    this.#stopped.abort();
  }

  /** Posts a token that belongs to no try; the answer must not show that. */
  async forge(token: string): Promise<void> {
    const answer = await this.#post(token, this.#bodyOf('charged'));
    const isFine = answer === undefined || answer === '200 {}' || answer.startsWith('503');
    if (!isFine) this.faults.push(`a forged postback was answered ${answer}`);
  }

  async #deliver({ token, tokenHash, claim }: Postback, afterMs: number): Promise<void> {
    const { signal } = this.#stopped;
    const body = this.#bodyOf(claim);
    let waitMs = afterMs;
    while (!signal.aborted) {
      await pauseFor(waitMs, undefined, { signal }).catch(() => undefined);
      waitMs = againAfterMs;
      const answer = await this.#post(token, body);
      if (answer?.startsWith('200')) {
        this.taken.push({ tokenHash, claim, takenAt: Date.now() });
        return;
      }
      if (answer && !answer.startsWith('503')) this.faults.push(`a postback got ${answer}`);
    }
  }

  /** Posts once; returns status and text of the answer, or nothing when there was none. */
  async #post(token: string, body: string | URLSearchParams): Promise<string | undefined> {
    const url = `${this.#random.pick(this.#origins)}/api/postback/${token}`;
    const isJson = typeof body === 'string' && body.startsWith('{');
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        signal: AbortSignal.timeout(answerTimeoutMs),
        ...(isJson && { headers: { 'Content-Type': 'application/json' } }),
      });
      return `${response.status} ${await response.text()}`;
    } catch {
      return undefined;
    }
  }

  /** Writes a claim in one of the forms that the API may use, as none is documented. */
  #bodyOf(claim: Claim): string | URLSearchParams {
    const status = words[claim];
    if (claim === 'exists' && this.#random.chance(0.5)) return '\u0000\u0001 <?xml';
    return this.#random.chance(0.7)
      ? JSON.stringify({ payment: { status } })
      : new URLSearchParams({ status });
  }
}
