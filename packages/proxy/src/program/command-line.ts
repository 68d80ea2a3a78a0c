import { parseArgs } from 'node:util';
import { z } from 'zod';
import { wholeNumber } from '../config/environment.ts';
import type { OrderToSign } from '../server-sdk/sign-order.ts';

/** A parsed command line. */
export type Command =
  { name: 'serve' | 'help' | 'version' | 'check' } | { name: 'sign-order'; order: OrderToSign };

/** Explains in one line why the arguments are invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What `--help` prints. */
export const help = `card-checkout-proxy [check | --help | --version]
card-checkout-proxy sign-order --id ID --amount CENTAVOS [--installments N] [--expires-in 30m]

Without arguments it serves payments until SIGTERM or SIGINT. Environment variables configure it;
docs/environment.md lists them. Invalid ones stop the start, with one line for each.

  check               checks the environment and exits; prints "ok" and warnings, or what is wrong
  -h, --help          prints this text
  -v, --version       prints the version

sign-order prints an order for <card-checkout order="…">, signed with ORDER_SECRET or ORDER_SECRET_FILE:

  --id ID             the order's id
  --amount CENTAVOS   the amount, e.g. 12990 for R$ 129,90
  --installments N    the maximum number of installments; default 1
  --expires-in TIME   a number and s, m, h or d; default 30m

Exit codes: 0, 1 for an invalid environment, 2 for invalid arguments.`;

const secondsOf = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
]);

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
    .regex(/^[1-9]\d{0,5}[smhd]$/, 'must be a number and s, m, h or d, e.g. 30m')
    .transform((time) => Number.parseInt(time, 10) * (secondsOf.get(time.slice(-1)) ?? 0))
    .default(30 * 60),
});

/** Parses the arguments after the program's name. Throws `UsageError`. */
export function readCommand(args: string[], now: Date = new Date()): Command {
  const [first, ...others] = args;
  if (first === 'sign-order') return signOrderCommand(others, now);
  return plainCommand(first === 'check' ? ['--check-config', ...others] : args);
}

function plainCommand(args: string[]): Command {
  const given = parsed(() =>
    parseArgs({
      args,
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
        'check-config': { type: 'boolean' },
      },
    }),
  );
  const { help: isHelp, version, 'check-config': isCheck } = given.values;
  if (isHelp) return { name: 'help' };
  if (version) return { name: 'version' };
  return { name: isCheck ? 'check' : 'serve' };
}

function signOrderCommand(args: string[], now: Date): Command {
  const { values } = parsed(() =>
    parseArgs({
      args,
      options: {
        id: { type: 'string' },
        amount: { type: 'string' },
        installments: { type: 'string' },
        'expires-in': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }),
  );
  if (values.help) return { name: 'help' };

  const given = SignOrderArguments.safeParse(values);
  const fault = given.error?.issues[0];
  if (!given.success) throw new UsageError(`--${fault?.path.join('.')} ${fault?.message}`);

  const { id: sub, amount, installments: max } = given.data;
  const iat = Math.floor(now.getTime() / 1000);
  const exp = iat + given.data['expires-in'];
  return {
    name: 'sign-order',
    order: { sub, amount, iat, exp, ...(max && { installments: { max } }) },
  };
}

function parsed<Arguments>(parse: () => Arguments): Arguments {
  try {
    return parse();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : 'Unknown arguments';
    throw new UsageError(`${reason}; see --help`);
  }
}
