import { randomUUID } from 'node:crypto';
import { paying } from '@card-checkout/testing/checkout-request';

/** All that a checkout really sends, beside card and order. */
const body = {
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

/** Makes a payment of a new order. */
export async function newPayment() {
  return paying({ order: { sub: randomUUID() }, body });
}
