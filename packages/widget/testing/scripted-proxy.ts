import type { CheckoutRequest } from '@card-checkout/contract/checkout';
import type { ClientConfig } from '@card-checkout/contract/client-config';
import type { Payment } from '@card-checkout/contract/payment';

export interface SentCall {
  /** Method and path, e.g. `POST /api/checkout/`. */
  name: string;
  headers: Headers;
  signal: AbortSignal | undefined;
}

/**
 * What happens to a request: it passes, is lost on the way there or back, hangs, or gets another
 * answer.
 */
type Fate = 'passes' | 'request lost' | 'answer lost' | 'hangs' | { json: unknown };

export function isPost({ name }: SentCall): boolean {
  return name.startsWith('POST');
}

export const proxyUrl = 'https://proxy.example';

/** Replaces `fetch` with a proxy in memory that keeps payments by key, as the real one does. */
export class ScriptedProxy {
  readonly calls: SentCall[] = [];
  readonly received: CheckoutRequest[] = [];
  readonly payments = new Map<string, Payment>();
  config: Partial<ClientConfig> = {};
  outcome: Partial<Payment> = {};
  /** A payment for the same order from another device. */
  elsewhere: Payment | undefined;
  /** The time by the proxy's clock; by default it tells none. */
  clock: Date | undefined;
  /** Decides what happens to a request before the proxy receives it. */
  meets: (call: SentCall) => Fate = () => 'passes';

  get methods(): string[] {
    const names = this.calls.map(({ name }) => name).filter((name) => name.includes('checkout'));
    return names.map((name) => name.split(' ')[0] ?? '');
  }

  readonly fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(url);
    const name = `${init.method ?? 'GET'} ${pathname}`;
    const call = { name, headers: new Headers(init.headers), signal: init.signal ?? undefined };
    this.calls.push(call);
    const fate = this.meets(call);
    if (typeof fate === 'object') return Response.json(fate.json);
    if (fate === 'hangs') return this.#hang(call);
    if (fate === 'request lost') throw new TypeError('no route');
    const answer = this.#answer(call, init.body);
    if (fate === 'answer lost') throw new TypeError('cut off');
    const headers = { ...(this.clock && { Date: this.clock.toUTCString() }) };
    return answer
      ? Response.json(answer, { headers })
      : new Response(null, { status: 204, headers });
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

  #answer({ name, headers }: SentCall, body: unknown): unknown {
    if (name === 'GET /api/config') return { ...config, ...this.config };
    if (name === 'GET /api/order/payment') return this.elsewhere;
    if (name !== 'POST /api/checkout/') {
      return this.payments.get(name.split('/').at(-1) ?? '') ?? { code: 'not_found' };
    }
    this.received.push(JSON.parse(String(body)));
    const key = headers.get('Idempotency-Key') ?? '';
    return this.payments.get(key) ?? this.keep(key, this.outcome);
  }

  async #hang({ signal }: SentCall): Promise<never> {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }
}

const config: ClientConfig = {
  apiUrl: 'https://payments.example',
  provider: 'cielo',
  threeDSScriptUrl: 'https://mpi.example/script.js',
  threeDSEnvironment: 'sandbox',
  merchantId: 7,
  clientIp: '192.0.2.1',
};
