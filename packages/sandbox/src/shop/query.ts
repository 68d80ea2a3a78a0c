import { z } from 'zod';
import { fraudFaults } from '../fraud/fraud-script.ts';
import { tokenFaults } from '../payments/token.ts';

const wholeNumber = z
  .string()
  .regex(/^-?\d{1,9}$/)
  .transform(Number);

/** The parameters of the shop's address. */
const ShopQuery = z.strictObject({
  /** Centavos of a cart with one line. */
  amount: wholeNumber.pipe(z.number().min(1)).optional(),
  /** The order's id. Default: a fresh one for each page. */
  order: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
  /** The most installments on offer. */
  installments: wholeNumber.pipe(z.number().min(1).max(99)).default(12),
  /** Whether the order has plans, one of them with interest. */
  plans: z.literal('1').optional(),
  /** How many seconds the order is valid; a negative number makes one that has expired. */
  expires: wholeNumber.default(1_800),
  fault: z.enum(tokenFaults).optional(),
  fraud: z.enum(fraudFaults).optional(),
  'three-ds': z.enum(['required', 'preferred', 'off']).optional(),
  kinds: z.enum(['credit', 'debit', 'credit debit']).optional(),
  locale: z.enum(['pt-BR', 'en', 'es']).optional(),
});
export type ShopQuery = z.infer<typeof ShopQuery>;

/** Reads the query, or says in one sentence what is wrong with it. */
export function parseShopQuery(query: unknown): { query: ShopQuery } | { fault: string } {
  const parsed = ShopQuery.safeParse(query);
  if (parsed.success) return { query: parsed.data };
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    return { fault: `The shop has no parameter "${issue.keys.join('", "')}".` };
  }
  return { fault: `The parameter "${issue?.path.join('.')}" has a wrong value.` };
}
