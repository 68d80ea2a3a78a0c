import { randomBytes, randomUUID } from 'node:crypto';
import { createSigner } from 'fast-jwt';

export const shop = 'https://shop.example';
export const orderSecret = 'an order secret of at least 32 bytes';

/** A card from Cielo's sandbox; its security code differs from every other number in the tests. */
export const card = {
  number: '4000000000002701',
  holder: 'MARIA DA SILVA',
  expiry: '2030-12',
  securityCode: '739',
  kind: 'credit',
};

export const payer = { docType: 'cpf', document: '52998224725' };

/** Creates a fresh proof as a Visa issuer would. */
export function newProof() {
  return { Cavv: randomBytes(20).toString('base64'), Eci: '05', Version: '2.2.0' };
}

/** Creates a valid body with all optional members, except for the order. */
export function newWholeBody() {
  return {
    card,
    payer: {
      ...payer,
      name: 'Maria da Silva',
      email: 'maria@example.com',
      phone: '11987654321',
      address: { street: 'Rua das Jabuticabeiras', number: '120', state: 'SP', country: 'BR' },
    },
    installments: 1,
    threeDSecure: newProof(),
    fraud: { sessionId: '0b7f6f7e-7a55-4a1e-8a0f-3f0f5e0d7c21', completed: true },
  };
}

/** Fetch Metadata as browsers send it with a script's request. */
export const fetchMetadata = {
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Mode': 'cors',
  'Sec-Fetch-Dest': 'empty',
};

/** An order's claims; `currency`, `iat` and `exp` have defaults. */
interface OrderClaims {
  sub?: string;
  amount?: number;
  currency?: 'BRL';
  iat?: number;
  exp?: number;
  installments?: object;
  fields?: object;
  metadata?: object;
  payer?: object;
}

export interface CheckoutOptions {
  /** Idempotency key. */
  key?: string;
  headers?: Record<string, string | undefined>;
  /** Members that replace those of a valid body; `undefined` removes one. */
  body?: Record<string, unknown>;
  order?: OrderClaims;
  secret?: string;
}

export function signedOrder(order: OrderClaims, secret = orderSecret): string {
  const { iat = Math.floor(Date.now() / 1000) } = order;
  const sign = createSigner({ key: secret, algorithm: 'HS256' });
  return sign({ currency: 'BRL', exp: iat + 1800, ...order, iat });
}

interface AskingOptions extends Pick<CheckoutOptions, 'order' | 'secret'> {
  headers?: Record<string, string>;
}

/** Creates a valid `GET /api/order`, except for the options. */
export function asking({ headers, order, secret }: AskingOptions = {}) {
  const token = signedOrder({ sub: 'order-1', amount: 12_990, ...order }, secret);
  return { headers: { Origin: shop, 'Checkout-Order': token, ...headers } };
}

/** Creates a valid `POST /api/checkout/`, except for the options. */
export async function paying(options: CheckoutOptions = {}) {
  const order = { sub: 'order-1', amount: 12_990, installments: { max: 12 }, ...options.order };
  const headers = {
    Origin: shop,
    ...fetchMetadata,
    'Content-Type': 'application/json',
    'Idempotency-Key': options.key ?? randomUUID(),
    ...options.headers,
  };
  const token = signedOrder(order, options.secret);
  const sent = Object.entries(headers).filter((pair): pair is [string, string] => !!pair[1]);
  return {
    method: 'POST',
    headers: Object.fromEntries(sent),
    body: JSON.stringify({ order: token, card, payer, ...options.body }),
  };
}
