import { randomUUID } from 'node:crypto';
import {
  installmentPlans,
  signOrder as sign,
  type InstallmentOffer,
} from '@card-checkout/proxy/server-sdk';
import { z } from 'zod';
import { cartTotal, fillCart } from './catalogue.ts';
import { languages } from './texts/texts.ts';

const wholeNumber = z
  .string()
  .regex(/^-?\d{1,9}$/)
  .transform(Number);
const orderId = z.string().regex(/^[\w-]{1,64}$/);

/** The parameters of the shop's address. */
export const ShopQuery = z.strictObject({
  /** Centavos of a cart with one line. */
  amount: wholeNumber.pipe(z.number().min(1)).optional(),
  /** The order's id. Default: a fresh one for each page. */
  order: orderId.default(randomUUID),
  installments: wholeNumber.pipe(z.number().min(1).max(99)).default(12),
  /** Whether the order has plans, one of them with interest. */
  plans: z.literal('1').optional(),
  /** How many seconds the order is valid; a negative number makes one that has expired. */
  expires: wholeNumber.default(1_800),
  fault: z.enum(['token-slow', 'token-429', 'token-502', 'file-lost']).optional(),
  fraud: z.literal('blocked').optional(),
  'three-ds': z.enum(['required', 'preferred', 'off']).optional(),
  /** Whether the form asks for what the order then does not tell of the buyer. */
  ask: z.literal('all').optional(),
  kinds: z.enum(['credit', 'debit', 'credit debit']).optional(),
  /** The isolated form instead of the ordinary one. */
  form: z.literal('isolated').optional(),
  locale: z.enum(['pt-BR', 'en', 'es']).optional(),
  /** The page's language, which the form's follows. Default: what the browser prefers. */
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

export function signOrder(query: ShopQuery, orderSecret: string): Promise<string> {
  const { order: sub, installments: max, plans, expires, ask } = query;
  const known = ask ? { name: payer.name } : payer;
  const amount = cartTotal(fillCart(query.amount));
  const installments = plans ? plansFor(amount, max) : { max };
  const iat = Math.floor(Date.now() / 1000);
  const times = { iat, exp: iat + expires };
  const claims = { sub, aud: 'card-checkout' as const, ...times, amount, installments };
  return sign({ ...claims, payer: known, fields: { reference: sub } }, orderSecret);
}

/** Offers 1x, 3x without and 12x with interest, as far as `max` and the amount go. */
function plansFor(amount: number, max: number): InstallmentOffer {
  const terms = { interestFree: 3, monthlyRate: 1.99, minInstallment: 1, lender: 'Banco Exemplo' };
  const { plans = [] } = installmentPlans({ amount, max, ...terms });
  return { max, plans: plans.filter(({ count }) => [1, 3, 12].includes(count)) };
}
