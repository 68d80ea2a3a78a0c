import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { plansFor } from './plans.ts';
import type { ShopQuery } from './query.ts';

/** The buyer whom the shop knows. */
const payer = {
  name: 'Maria da Silva',
  email: 'maria@exemplo.com.br',
  phone: '11987654321',
  address: {
    street: 'Rua das Jabuticabeiras',
    number: '120',
    complement: 'Apto 31',
    district: 'Vila Mariana',
    city: 'São Paulo',
    state: 'SP',
    zipCode: '04101000',
    country: 'BR',
  },
};

/** Signs what the buyer is to pay (contract section 4). */
export function signOrder(
  amountCentavos: number,
  { order = randomUUID(), installments: max, plans, expires }: ShopQuery,
  orderSecret: string,
): Promise<string> {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return new SignJWT({
    amount: amountCentavos,
    currency: 'BRL',
    installments: { max, ...(plans && { plans: plansFor(amountCentavos, max) }) },
    payer,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(order)
    .setAudience('card-checkout')
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + expires)
    .sign(new TextEncoder().encode(orderSecret));
}
