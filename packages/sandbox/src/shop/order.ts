import { createHmac, randomUUID } from 'node:crypto';
import { installmentPlans, signOrder as sign, type InstallmentOffer } from '@card-checkout/server';
import { z } from 'zod';
import { cartTotal, fillCart } from './catalogue.ts';
import { languages } from './texts/texts.ts';

const wholeNumber = z
  .string()
  .regex(/^-?\d{1,9}$/)
  .transform(Number);
const orderId = z.string().regex(/^[\w-]{1,64}$/);

export const ShopQuery = z.strictObject({
  /** Total in centavos, of a cart with one line. */
  amount: wholeNumber.pipe(z.number().min(1)).optional(),
  /** The order's id. Default: a new one for each page. */
  order: orderId.default(randomUUID),
  installments: wholeNumber.pipe(z.number().min(1).max(99)).default(12),
  /** Whether the order has plans, one of them with interest. */
  plans: z.literal('1').optional(),
  /** Seconds until the order expires; a negative number makes an expired order. */
  expires: wholeNumber.default(1_800),
  fault: z.enum(['token-slow', 'token-429', 'token-502']).optional(),
  fraud: z.literal('blocked').optional(),
  'three-ds': z.enum(['required', 'preferred', 'off']).optional(),
  /** Whether the form asks for buyer details, which the order then leaves out. */
  ask: z.literal('all').optional(),
  kinds: z.enum(['credit', 'debit', 'credit debit']).optional(),
  form: z.enum(['isolated', 'ordinary']).default('isolated'),
  locale: z.enum(['pt-BR', 'en', 'es']).optional(),
  /** Language of the page and the form. Default: the browser's preference. */
  lang: z.enum(languages).optional(),
});
export type ShopQuery = z.infer<typeof ShopQuery>;

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

export async function signOrder(query: ShopQuery, orderSecret: string): Promise<string> {
  const { order: sub, installments: max, plans, expires, ask } = query;
  const known = ask ? { name: payer.name } : payer;
  const amount = cartTotal(fillCart(query.amount));
  const installments = plans ? plansFor(amount, max) : { max };
  const iat = Math.floor(Date.now() / 1000);
  const times = { iat, exp: iat + expires };
  const about = { payer: known, fields: { reference: sub } };
  const claims = { sub, aud: 'card-checkout' as const, ...times, amount, installments, ...about };
  return expires > 0 ? sign(claims, orderSecret) : signExpired(claims, orderSecret);
}

/** Signs claims that `sign` refuses because they have expired. */
function signExpired(claims: object, orderSecret: string): string {
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { ...claims, currency: 'BRL' },
  ];
  const signed = parts
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${createHmac('sha256', orderSecret).update(signed).digest('base64url')}`;
}

/** Offers 1x, 3x without interest and 12x with interest, up to `max` and if the amount allows. */
function plansFor(amount: number, max: number): InstallmentOffer {
  const terms = { interestFree: 3, monthlyRate: 1.99, minInstallment: 1, lender: 'Banco Exemplo' };
  const { plans = [] } = installmentPlans({ amount, max, ...terms });
  return { max, plans: plans.filter(({ count }) => [1, 3, 12].includes(count)) };
}
