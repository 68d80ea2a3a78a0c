import { readFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { OrderClaims, requirement, unknownClaimsIn } from '@card-checkout/contract';
import { isObject, memberOf } from '@card-checkout/contract/json';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { readConfig, readConnection, readOrderSecret } from '../config/config.ts';
import { wholeNumber } from '../config/environment.ts';
import { misspellingsIn } from '../config/misspellings.ts';
import { risksOf } from '../config/risks.ts';
import { ConfigFaults } from '../config/variables.ts';
import { operatorCommands } from '../operator/commands.ts';
import { orderKeysIn } from '../order/order-token.ts';
import { verifyOrder } from '../order/verify-order.ts';
import { installmentPlans } from '../server-sdk/installment-plans.ts';
import { signOrder } from '../server-sdk/sign-order.ts';
import {
  asksForHelp,
  flag,
  readArguments,
  secondsIn,
  UsageError,
  value,
  type Command,
  type Operation,
  type ReadCommand,
} from '../terminal/arguments.ts';
import { operate } from './operate.ts';
import {
  answerReport,
  orderReportText,
  pathsReport,
  requestReport,
  wordsReport,
} from './reports.ts';
import { jsonOf, warn } from '../terminal/terminal.ts';

export const help = `card-checkout-proxy [check | --help | --version]
card-checkout-proxy COMMAND …

Without arguments it serves payments until SIGTERM or SIGINT. Environment variables configure it.
If some are invalid, it doesn't start, and prints a line for each.

  check                     checks the environment and exits; prints "ok" and warnings, or each mistake
  template [--paths]        prints the API_FILE in force, ready to change; with --paths what its request
                            may hold
  dry-run [--status 400]    prints the request of an example, card masked; with --status it reads the body
                            of an answer from the standard input and prints how the proxy reads it;
                            with --words it lists the words of a status
  sign-order --id ID --amount CENTAVOS [--description TEXT] [--expires-in 30m] [--claims FILE]
             [--installments 12 [--plans 3:1.99]]
                            prints an order for <card-checkout order="…">, signed with ORDER_SECRET;
                            with --link a link to the payment page (PUBLIC_URL, PAYMENT_PAGE=on); 3:1.99
                            is no interest up to 3 installments, then 1,99% a month; FILE holds claims
  verify-order TOKEN        prints what an order says, and which claim or signature is wrong

These ask the running proxy over ADMIN_SOCKET:

  order ORDER_ID            prints everything that happened to an order; also takes the id of one of
                            its payments
  payments [--locking] [--status declined,failed] [--since 2d] [--until "2026-11-22 13:12"] [--limit 100]
                            lists payments, newest change first; --locking only those that lock their order
  resolve PAYMENT_ID… approved|declined --note TEXT
                            records the outcome of unresolved payments, and closes their alarms; the note
                            says how you know; - reads the ids at the start of the standard input's lines
  alarms [--all]            lists open alarms; --acknowledge ID or --acknowledge all closes them
  resend PAYMENT_ID         sends the outcome's webhook again
  purge --older-than 400d   counts resolved orders of that age; --yes deletes them
  backup FILE               copies the SQLite file while the proxy runs

  --json                    prints JSON: verify-order, order, payments, resolve, alarms, purge
  -h, --help                prints this text
  -v, --version             prints the version

Exit codes: 0, 1 for an invalid environment or a refused command, 2 for invalid arguments.`;

const commands = new Map<string, ReadCommand>([
  ['check', readCheck],
  ['template', readTemplate],
  ['dry-run', readDryRun],
  ['sign-order', readSignOrder],
  ['verify-order', readVerifyOrder],
  ...operatorCommands.map((name): [string, ReadCommand] => [
    name,
    (args, operation) => operate([name, ...args], operation),
  ]),
]);

/** Returns `serve` without a command. Throws `UsageError`. */
export function readCommand(
  args: string[],
  operation: Operation = { now: new Date(), by: '' },
): Command | 'serve' {
  if (asksForHelp(args)) return () => help;
  const [first = '', ...others] = args;
  const read = commands.get(first);
  if (read) return read(others, operation);
  if (/^\w/.test(first)) {
    const names = [...commands.keys()].join(', ');
    throw new UsageError(`Unknown command '${first}'\nCommands: ${names}; see --help`);
  }
  const { values } = readArguments(args, { version: { ...flag, short: 'v' } });
  return values.version ? () => packageJson.version : 'serve';
}

function readCheck(args: string[]): Command {
  readArguments(args, {});
  return (env) => {
    misspellingsIn(env).forEach(warn);
    risksOf(readConfig(env)).forEach(warn);
    return 'ok';
  };
}

function readTemplate(args: string[]): Command {
  const { paths } = readArguments(args, { paths: flag }).values;
  return (env) => {
    const rules = readConnection(env);
    return paths ? pathsReport(rules) : jsonOf(rules.apiFile);
  };
}

function readDryRun(args: string[]): Command {
  const { status, words } = readArguments(args, { status: value, words: flag }).values;
  if (status !== undefined && !/^[2-5]\d\d$/.test(status)) {
    throw new UsageError(`--status '${status}' must be the HTTP status of an answer, 200 to 599`);
  }
  return async (env) => {
    const rules = readConnection(env);
    if (words) return wordsReport(rules.words);
    if (status === undefined) return requestReport(rules);
    if (process.stdin.isTTY) process.stderr.write('Paste the body, then press Ctrl-D.\n');
    return answerReport(rules, Number(status), await textOf(process.stdin));
  };
}

/** Messages complete a sentence that starts with the name. */
const SignOrderArguments = z.object({
  id: z
    .string()
    .min(1, 'must not be empty')
    .max(128, 'must have at most 128 characters')
    .optional(),
  amount: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  description: z.string().optional(),
  installments: wholeNumber(1, 99).optional(),
  plans: z
    .string()
    .regex(/^[1-9]\d?:\d{1,2}(\.\d{1,2})?$/, 'must be like 3:1.99')
    .optional(),
  claims: z
    .string()
    .transform(claimsIn)
    .refine(isObject, 'must name a file that holds a JSON object')
    .optional(),
  'expires-in': z
    .string()
    .transform((text) => secondsIn(text) ?? 0)
    .refine((seconds) => seconds > 0, 'must be a number and s, m, h or d, e.g. 30m')
    .default(30 * 60),
  link: z.boolean().default(false),
});

function claimsIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function readSignOrder(args: string[], { now }: Operation): Command {
  const options = { id: value, amount: value, description: value, installments: value };
  const more = { plans: value, claims: value, 'expires-in': value, link: flag };
  const { values } = readArguments(args, { ...options, ...more });
  const { data, error } = SignOrderArguments.safeParse(values);
  if (!data) {
    const [{ path, message } = { path: [], message: '' }] = error.issues;
    const name = String(path[0]);
    throw new UsageError(`--${name} '${String(memberOf(values, name))}' ${message}`);
  }

  const { id, amount, description, link: asLink } = data;
  if (data.plans && !data.installments) throw new UsageError('--plans needs --installments');
  const iat = Math.floor(now.getTime() / 1000);
  const times = { currency: 'BRL', iat, exp: iat + data['expires-in'] };
  const sum = { ...data.claims, ...(amount && { amount }) };
  const given = {
    ...times,
    ...sum,
    ...(id && { sub: id }),
    ...(description && { description }),
    ...installmentsOf(data, memberOf(sum, 'amount')),
  };
  const { data: claims, error: fault } = OrderClaims.safeParse(given, { error: requirement });
  if (!claims) {
    const faults = fault.issues.map(({ path, message }) => `${nameOf(path)} ${message}`);
    throw new UsageError(faults.join('\n'));
  }
  return async (env) => {
    const [newest] = orderKeysIn(readOrderSecret(env).reveal());
    const { PUBLIC_URL: publicUrl, PAYMENT_PAGE: page } = env;
    if (asLink && !publicUrl)
      throw new ConfigFaults(["PUBLIC_URL is required with --link: the proxy's address"]);
    if (asLink && page !== 'on') warn('PAYMENT_PAGE is not on, so the link leads nowhere');
    for (const name of unknownClaimsIn(given)) warn(`${name} is no claim, so it is ignored`);
    const signed = signOrder(claims, newest?.secret ?? '', { kid: newest?.kid });
    const token = await signed.catch((reason: unknown) => {
      throw reason instanceof RangeError ? new UsageError(reason.message) : reason;
    });
    return asLink ? `${publicUrl?.replace(/\/+$/, '')}/pay#${token}` : token;
  };
}

/** Names a claim by its option, if it has one. */
function nameOf(path: readonly PropertyKey[]): string {
  const name = path.join('.');
  if (name === 'sub') return '--id';
  return name === 'amount' || name === 'description' ? `--${name}` : name;
}

/** `3:1.99` means up to 3 installments without interest, and more with 1.99 % a month. */
function installmentsOf(
  { installments: max, plans }: { installments?: number | undefined; plans?: string | undefined },
  amount: unknown,
) {
  if (max === undefined) return undefined;
  const [interestFree = 1, monthlyRate = 0] = plans?.split(':').map(Number) ?? [];
  const isWhole = typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0;
  if (plans === undefined || !isWhole) return { installments: { max } };
  return {
    installments: installmentPlans({ amount, max, interestFree, monthlyRate, minInstallment: 1 }),
  };
}

function readVerifyOrder(args: string[]): Command {
  const { values, given } = readArguments(args, { json: flag }, ['TOKEN']);
  return (env) => {
    const { reservedMembers } = readConnection(env).template;
    const rules = { orderSecret: readOrderSecret(env), reservedMembers };
    const report = verifyOrder(given[0] ?? '', rules, new Date());
    if (report.faults.length > 0) process.exitCode = 1;
    return values.json ? jsonOf(report) : orderReportText(report);
  };
}
