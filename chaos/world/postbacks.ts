import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Claim } from '../../packages/proxy/src/attempt/outcome.ts';
import type { TakenPostback } from '../check/evidence.ts';
import type { Random } from './random.ts';

export interface Postback {
  /** The secret in the try's postback URL. */
  token: string;
  tokenHash: string;
  claim: Claim;
}

const againAfterMs = 40;
const answerTimeoutMs = 2000;
const words = { charged: 'aprovado', refused: 'recusado', exists: 'em_processamento' };

/** Delivers postbacks like a payments API: repeatedly, until the proxy answers 200. */
export class PostbackDelivery {
  readonly taken: TakenPostback[] = [];
  readonly faults: string[] = [];
  readonly #origins: readonly string[];
  readonly #random: Random;
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopped = new AbortController();

  constructor(origins: readonly string[], random: Random) {
    this.#origins = origins;
    this.#random = random;
  }

  async deliver(postback: Postback, afterMs: number): Promise<void> {
    const delivery = this.#deliver(postback, afterMs);
    this.#running.add(delivery);
    await delivery.finally(() => this.#running.delete(delivery));
  }

  async allTaken(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** Posts an unknown token; the answer must not reveal that it is unknown. */
  async forge(token: string): Promise<void> {
    const answer = await this.#post(token, this.#bodyOf('charged'));
    const isFine = answer === undefined || answer === '200 {}' || answer.startsWith('503');
    if (!isFine) this.faults.push(`a forged postback got ${answer}`);
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

  /** Posts once. Returns the answer's status and text, or `undefined` without an answer. */
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

  /** Formats a claim in one of several ways, since the API documents none. */
  #bodyOf(claim: Claim): string | URLSearchParams {
    const status = words[claim];
    if (claim === 'exists' && this.#random.chance(0.5)) return '\u0000\u0001 <?xml';
    return this.#random.chance(0.7)
      ? JSON.stringify({ payment: { status } })
      : new URLSearchParams({ status });
  }
}
