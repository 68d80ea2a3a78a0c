import { createHmac, createSecretKey, randomUUID } from 'node:crypto';

/** Signs the orders of the load. */
export const orderSecret = 'an order secret of 32 bytes or more, for the benchmark';

/** The page that every payment comes from. */
export const shop = 'https://shop.example';

const key = createSecretKey(Buffer.from(orderSecret));
const tokenHeader = base64url({ alg: 'HS256', typ: 'JWT' });

/** What every request of the load has in common: all that a checkout really sends. */
const checkout = {
  card: {
    number: '4000000000002701',
    holder: 'MARIA DA SILVA',
    expiry: '2030-12',
    securityCode: '739',
    kind: 'credit',
  },
  payer: {
    docType: 'cpf',
    document: '52998224725',
    name: 'Maria da Silva',
    email: 'maria@example.com',
    phone: '+5511987654321',
  },
  installments: 1,
  threeDSecure: {
    Cavv: 'AAABBEg0VhI0VniQEjRWAAAAAAA=',
    Eci: '05',
    Version: '2.2.0',
    Xid: 'MDAwMDAwMDAwMDAwMDAwMDAwMDE=',
    ReferenceId: 'f6f5b6f2-4f5e-4b8b-9a1c-1f6f0a3f8f10',
  },
  fraud: { sessionId: '0b7f6f7e-7a55-4a1e-8a0f-3f0f5e0d7c21' },
};

/** One payment as it goes over the wire. */
export interface PaymentRequest {
  headers: Record<string, string>;
  body: string;
}

/** Makes a payment of a new order; an order may be paid only once, so none is like another. */
export function paymentRequest(): PaymentRequest {
  return {
    headers: {
      Origin: shop,
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'cors',
      'Sec-Fetch-Dest': 'empty',
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify({ order: orderToken(randomUUID()), ...checkout }),
  };
}

/** Signs an order as a merchant does (contract section 4). */
function orderToken(id: string): string {
  const iat = Math.floor(Date.now() / 1000);
  const installments = { max: 12 };
  const claims = { sub: id, amount: 12_990, currency: 'BRL', iat, exp: iat + 1800, installments };
  const signed = `${tokenHeader}.${base64url(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
