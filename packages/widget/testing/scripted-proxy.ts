import type { CheckoutRequest } from '@card-checkout/contract/checkout';
import type { ClientConfig } from '@card-checkout/contract/client-config';
import type { Payment } from '@card-checkout/contract/payment';
import { blocksOrder } from '../src/checkout/ending.ts';

export interface SentCall {
  /** Method and path, e.g. `POST /api/checkout/`. */
  name: string;
  headers: Headers;
  body: string;
  signal: AbortSignal | undefined;
}

/**
 * What happens to a request: it passes, is lost on the way there or back, hangs, or gets another
 * answer.
 */
type Fate = 'passes' | 'request lost' | 'answer lost' | 'hangs' | { json: unknown };

/** Whether the card is sent. */
export function isPost({ name }: SentCall): boolean {
  return name === 'POST /api/checkout/';
}

/** Whether the proxy is asked for the order. */
export function isForOrder({ name }: SentCall): boolean {
  return name === 'GET /api/order';
}

export const proxyUrl = 'https://proxy.example';

/** Replaces `fetch` with a proxy in memory that keeps payments by key, as the real one does. */
export class ScriptedProxy {
  readonly calls: SentCall[] = [];
  readonly received: CheckoutRequest[] = [];
  readonly payments = new Map<string, Payment>();
  config: Partial<ClientConfig> = {};
  outcome: Partial<Payment> = {};
  /** The time by the proxy's clock; by default it tells none. */
  clock: Date | undefined;
  /** Decides what happens to a request before the proxy receives it. */
  meets: (call: SentCall) => Fate = () => 'passes';

  get methods(): string[] {
    return this.calls.map((call) => (isForOrder(call) ? 'order' : (call.name.split(' ')[0] ?? '')));
  }

  readonly fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(url);
    const name = `${init.method ?? 'GET'} ${pathname}`;
    const call = {
      name,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : '',
      signal: init.signal ?? undefined,
    };
    this.calls.push(call);
    const fate = this.meets(call);
    if (typeof fate === 'object') return Response.json(fate.json);
    if (fate === 'hangs') return this.#hang(call);
    if (fate === 'request lost') throw new TypeError('no route');
    const answer = this.#answer(call);
    if (fate === 'answer lost') throw new TypeError('cut off');
    const headers = { ...(this.clock && { Date: this.clock.toUTCString() }) };
    return Response.json(answer, { headers });
  };

  /** Stores a payment as if another page had posted it. */
  keep(id: string, outcome: Partial<Payment> = {}): Payment {
    const payment = {
      id,
      orderId: 'order-1',
      status: 'approved',
      amount: 12_990,
      currency: 'BRL',
      installments: 1,
      retryable: false,
      tries: 1,
    } as const;
    const kept = { ...payment, ...outcome };
    this.payments.set(id, kept);
    return kept;
  }

  #answer(call: SentCall): unknown {
    const { name, headers, body } = call;
    if (isForOrder(call)) {
      const payment = [...this.payments.values()].find(blocksOrder);
      return { config: { ...config, ...this.config }, ...(payment && { payment }) };
    }
    if (!isPost(call)) {
      return this.payments.get(name.split('/').at(-1) ?? '') ?? { code: 'not_found' };
    }
    this.received.push(JSON.parse(body));
    const key = headers.get('Idempotency-Key') ?? '';
    return this.payments.get(key) ?? this.keep(key, this.outcome);
  }

  async #hang({ signal }: SentCall): Promise<never> {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }
}

export const config: ClientConfig = {
  threeDS: 'off',
  proof: 'cavv',
  tokenUrl: 'https://payments.example/api/3ds/token/',
  provider: 'cielo',
  threeDSScriptUrl: 'https://mpi.example/script.js',
  threeDSEnvironment: 'sandbox',
  merchantId: '7',
  clientIp: '192.0.2.1',
};
