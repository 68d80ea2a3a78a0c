import { memberOf } from '@card-checkout/contract/json';
import { z } from 'zod';
import { wholeNumber } from '../config/environment.ts';
import type { OrderToSign } from '../server-sdk/sign-order.ts';
import { asksForHelp, flag, readArguments, secondsIn, UsageError, value } from './arguments.ts';
import { operatorCommands, type Operation, type OperatorCommand } from './operator-commands.ts';

export type Command =
  | { name: 'serve' | 'help' | 'version' | 'check' }
  | { name: 'sign-order'; order: OrderToSign; asLink: boolean }
  | { name: 'template'; isJson: boolean }
  | { name: 'dry-run'; status: number | undefined; listsWords: boolean }
  | { name: 'verify-order'; token: string; isJson: boolean }
  | { name: 'operate'; operate: OperatorCommand };

export const help = `card-checkout-proxy [check | --help | --version]
card-checkout-proxy COMMAND …

Without arguments it serves payments until SIGTERM or SIGINT. Environment variables configure it.
If some are invalid, it doesn't start, and prints a line for each.

  check                     checks the environment and exits; prints "ok" and warnings, or each mistake
  template                  prints the request template, every $path, and an example of a request
  dry-run [--status 400]    prints the request of an example, card masked; with --status it reads the body
                            of an answer from the standard input and prints how the proxy reads it;
                            with --words it lists the words of a status
  sign-order --id ID --amount CENTAVOS [--installments N] [--expires-in 30m]
                            prints an order for <card-checkout order="…">, signed with ORDER_SECRET;
                            with --link a link to the payment page (PUBLIC_URL, PAYMENT_PAGE=on)
  verify-order TOKEN        prints what an order says, and which claim or signature is wrong

These ask the running proxy over ADMIN_SOCKET; if no proxy is running, they open the database directly:

  order ORDER_ID            prints everything that happened to an order; the id of one of its payments
                            finds it, too
  payments [--status unknown,pending] [--since 2d] [--limit 100]
                            lists payments, newest change first
  resolve PAYMENT_ID approved|declined --note TEXT
                            records the outcome of an unresolved payment; the note says how you know
  alarms [--all]            lists open alarms; --acknowledge ID or --acknowledge all closes them
  resend PAYMENT_ID         sends the outcome's webhook again
  purge --older-than 400d   counts resolved orders of that age; --yes deletes them
  backup FILE               copies the SQLite file while the proxy runs

  --json                    prints JSON: template, verify-order, order, payments, resolve, alarms, purge
  -h, --help                prints this text
  -v, --version             prints the version

Exit codes: 0, 1 for an invalid environment or a refused command, 2 for invalid arguments.`;

/** Throws `UsageError`. */
export function readCommand(
  args: string[],
  operation: Operation = { now: new Date(), by: '' },
): Command {
  if (asksForHelp(args)) return { name: 'help' };
  const [first = '', ...others] = args;
  const readOperation = operatorCommands.get(first);
  if (readOperation) return { name: 'operate', operate: readOperation(others, operation) };
  switch (first) {
    case 'check':
      return plainCommand(['--check-config', ...others]);
    case 'sign-order':
      return readSignOrder(others, operation.now);
    case 'dry-run':
      return readDryRun(others);
    case 'template': {
      const { json: isJson = false } = readArguments(others, { json: flag }).values;
      return { name: 'template', isJson };
    }
    case 'verify-order': {
      const { values, given } = readArguments(others, { json: flag }, ['TOKEN']);
      return { name: 'verify-order', token: given[0] ?? '', isJson: values.json ?? false };
    }
    default:
      if (/^\w/.test(first)) throw unknownCommand(first);
      return plainCommand(args);
  }
}

function unknownCommand(name: string): UsageError {
  const commands = [...help.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, command]) => command);
  return new UsageError(`Unknown command '${name}'\nCommands: ${commands.join(', ')}; see --help`);
}

/** Messages complete a sentence that starts with the name. */
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

function readSignOrder(args: string[], now: Date): Command {
  const numbers = { amount: value, installments: value, 'expires-in': value };
  const { values } = readArguments(args, { id: value, ...numbers, link: flag });
  const { data, error } = SignOrderArguments.safeParse(values);
  if (!data) {
    const [{ path, message } = { path: [], message: '' }] = error.issues;
    const name = String(path[0]);
    const wrong = memberOf(values, name);
    const quoted = typeof wrong === 'string' ? ` '${wrong}'` : '';
    throw new UsageError(`--${name}${quoted} ${message}`);
  }

  const { id: sub, amount, installments: max, link: asLink } = data;
  const iat = Math.floor(now.getTime() / 1000);
  const exp = iat + data['expires-in'];
  const order = { sub, amount, iat, exp, ...(max && { installments: { max } }) };
  return { name: 'sign-order', order, asLink };
}

function readDryRun(args: string[]): Command {
  const { values } = readArguments(args, { status: value, words: flag });
  const { status, words: listsWords = false } = values;
  if (status === undefined) return { name: 'dry-run', status, listsWords };
  if (/^[2-5]\d\d$/.test(status)) return { name: 'dry-run', status: Number(status), listsWords };
  throw new UsageError(`--status '${status}' must be the HTTP status of an answer, 200 to 599`);
}

function plainCommand(args: string[]): Command {
  const options = { version: { ...flag, short: 'v' }, 'check-config': flag } as const;
  const { values } = readArguments(args, options);
  if (values.version) return { name: 'version' };
  return { name: values['check-config'] ? 'check' : 'serve' };
}
