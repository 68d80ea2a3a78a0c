import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { ShopQuery } from './query.ts';

/** The buyer, as the shop knows her. */
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

/** Signs what the buyer is to pay: the order token of docs/integration.md. */
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

const monthlyRate = 1.99;

/** Offers 1x, 3x without and 12x with interest, as far as `max` and the amount go. */
function plansFor(total: number, max: number) {
  const equal = [1, 3].map((count) => ({ count, amount: Math.floor(total / count), total }));
  return [...equal, planWithInterest(total, 12)].filter(
    ({ count, amount }) => count <= max && amount >= 1,
  );
}

/**
 * Computes equal installments by compound interest, each rounded to the centavo, the first due after a
 * month. With no taxes or fees the CET is the effective rate of a year.
 */
function planWithInterest(amountCentavos: number, count: number) {
  const rate = monthlyRate / 100;
  const amount = Math.round((amountCentavos * rate) / (1 - (1 + rate) ** -count));
  const annualRate = Math.round(((1 + rate) ** 12 - 1) * 10_000) / 100;
  const rates = { monthlyRate, annualRate, cet: annualRate };
  return { count, amount, total: amount * count, ...rates, agent: 'Banco Exemplo' };
}
