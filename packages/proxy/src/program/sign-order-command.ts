import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { OrderToSign } from '../server-sdk/sign-order.ts';
import { wholeNumber } from '../config/environment.ts';
import { parsed, secondsIn, UsageError } from './arguments.ts';

/** The arguments of `sign-order`. Messages continue a sentence that starts with the name. */
const SignOrderArguments = z.object({
  id: z
    .string({ error: "is required: the order's id" })
    .min(1, 'must not be empty')
    .max(128, 'must have at most 128 characters'),
  amount: z
    .string({ error: 'is required: integer centavos' })
    .pipe(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
  installments: wholeNumber(1, 99).optional(),
  'expires-in': z
    .string()
    .transform((text) => secondsIn(text) ?? 0)
    .refine((seconds) => seconds > 0, 'must be a number and s, m, h or d, e.g. 30m')
    .default(30 * 60),
  link: z.boolean().default(false),
});

/** An order to sign, and whether to print a link to the payment page instead of the order itself. */
export interface SignOrderCommand {
  order: OrderToSign;
  asLink: boolean;
}

/** Parses the arguments of `sign-order`. Throws `UsageError`. */
export function readSignOrder(args: string[], now: Date): SignOrderCommand {
  const { values } = parsed(() =>
    parseArgs({
      args,
      options: {
        id: { type: 'string' },
        amount: { type: 'string' },
        installments: { type: 'string' },
        'expires-in': { type: 'string' },
        link: { type: 'boolean' },
      },
    }),
  );
  const given = SignOrderArguments.safeParse(values);
  const fault = given.error?.issues[0];
  if (!given.success) {
    const [name = ''] = fault?.path ?? [];
    const value = Object.entries(values).find(([each]) => each === name)?.[1];
    const quoted = value === undefined ? '' : ` '${value}'`;
    throw new UsageError(`--${String(name)}${quoted} ${fault?.message}`);
  }

  const { id: sub, amount, installments: max } = given.data;
  const iat = Math.floor(now.getTime() / 1000);
  const exp = iat + given.data['expires-in'];
  const order = { sub, amount, iat, exp, ...(max && { installments: { max } }) };
  return { order, asLink: given.data.link };
}
