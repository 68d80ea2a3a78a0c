import { readFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { OrderClaims, requirement, unknownClaimsIn } from '@card-checkout/contract';
import { isObject, memberOf } from '@card-checkout/contract/json';
import packageJson from '../../package.json' with { type: 'json' };
import { jsonIn, readConfig, readConnection, readOrderSecret } from '../config/config.ts';
import { misspellingsIn } from '../config/misspellings.ts';
import { risksOf } from '../config/risks.ts';
import { ConfigFaults } from '../config/variables.ts';
import { operatorCommands } from '../operator/commands.ts';
import { orderKeysIn } from '../order/order-token.ts';
import { verifyOrder } from '../order/verify-order.ts';
import { installmentPlans, signOrder } from '@card-checkout/server';
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
  postbackReport,
  requestReport,
} from './reports.ts';
import { readExport, readImport } from './transfer.ts';
import { findTables, verdictOf } from '../store/table-version.ts';
import { jsonOf, warn } from '../terminal/terminal.ts';

export const help = `card-checkout-proxy [check | --help | --version]
card-checkout-proxy COMMAND …

Without arguments it serves payments until SIGTERM or SIGINT. Environment variables configure it.
If some are invalid, it doesn't start, and prints a line for each.

  check                     checks the environment and exits; prints "ok", whether the database fits this
                            release, and warnings, or each mistake
  template [--paths]        prints the API_FILE in force, ready to change; with --paths what its request
                            may hold
  dry-run [--status 400 | --postback]
                            prints the request of an example, card masked; with --status it reads the body
                            of an answer from the standard input, with --postback the body of a postback,
                            and prints how the proxy reads it
  sign-order --id ID --amount CENTAVOS [--description TEXT] [--expires-in 30m] [--claims FILE]
             [--installments 12 [--plans 3:1.99]]
                            prints an order for <card-checkout order="…">, signed with ORDER_SECRET;
                            with --link a link to the payment page (PUBLIC_URL, PAYMENT_PAGE=on); 3:1.99
                            is no interest up to 3 installments, then 1,99% a month; FILE holds claims
  verify-order TOKEN        prints what an order says, and which claim or signature is wrong

These need a proxy that is stopped, and only DATABASE_URL:

  export                    prints the ledger as lines of JSON
  import                    reads them from the standard input into an empty database

These ask the running proxy over ADMIN_SOCKET:

  order ORDER_ID            prints everything that happened to an order; also takes the id of one of
                            its payments
  payments [--locking] [--status declined,failed] [--since 2d] [--until "2026-11-22 13:12"] [--limit 100]
                            lists payments, newest change first; --locking only those that lock their order
  resolve PAYMENT_ID… approved|declined --note TEXT
                            records the outcome of unresolved payments, and closes their alarms; the note
                            says how you know; - reads the ids at the start of the standard input's lines
  close ORDER_ID            ends an order that was paid in another way or canceled, for good: no token
                            of it pays any more; refused while a payment may be charged
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
  ['export', readExport],
  ['import', readImport],
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
  return async (env) => {
    misspellingsIn(env).forEach(warn);
    const config = readConfig(env);
    risksOf(config).forEach(warn);
    return verdictOf(await findTables(config.database));
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
  const { status, postback } = readArguments(args, { status: value, postback: flag }).values;
  if (status !== undefined && !/^[2-5]\d\d$/.test(status)) {
    throw new UsageError(`--status '${status}' must be the HTTP status of an answer, 200 to 599`);
  }
  return async (env) => {
    const rules = readConnection(env);
    if (status === undefined && !postback) return requestReport(rules);
    if (process.stdin.isTTY) process.stderr.write('Paste the body, then press Ctrl-D.\n');
    const body = (await textOf(process.stdin)).replace(/^\uFEFF/, '');
    return postback ? postbackReport(rules, body) : answerReport(rules, Number(status), body);
  };
}

function readSignOrder(args: string[], { now }: Operation): Command {
  const texts = { id: value, amount: value, description: value, claims: value };
  const more = { installments: value, plans: value, 'expires-in': value, link: flag };
  const { values } = readArguments(args, { ...texts, ...more });
  const { id: sub, description, claims: file, link: asLink } = values;
  const lifetime = secondsIn(values['expires-in'] ?? '30m');
  if (lifetime === undefined)
    throw new UsageError('--expires-in must be a number and s, m, h or d, e.g. 30m');
  const iat = Math.floor(now.getTime() / 1000);
  const ofFile = file === undefined ? {} : claimsIn(file);
  const amount = values.amount === undefined ? memberOf(ofFile, 'amount') : Number(values.amount);
  const claims = {
    currency: 'BRL',
    iat,
    exp: iat + lifetime,
    ...ofFile,
    amount,
    ...(sub !== undefined && { sub }),
    ...(description !== undefined && { description }),
    ...installmentsOf(values, amount),
  };
  const { data: order, error } = OrderClaims.safeParse(claims, { error: requirement });
  if (!order) {
    const faults = error.issues.map(({ path, message }) =>
      `${path.join('.')} ${message}`.replace(/^sub /, 'id ').replace(/^amount /, '$&in centavos '),
    );
    throw new UsageError(`The order is wrong: ${faults.join('; ')}`);
  }
  return async (env) => {
    const [newest] = orderKeysIn(readOrderSecret(env).reveal());
    const { PUBLIC_URL: publicUrl, PAYMENT_PAGE: page } = env;
    if (asLink && !publicUrl)
      throw new ConfigFaults(["PUBLIC_URL is required with --link: the proxy's address"]);
    if (asLink && page !== 'on') warn("PAYMENT_PAGE isn't on, so the link leads nowhere");
    for (const name of unknownClaimsIn(claims)) warn(`${name} is no claim, so it is ignored`);
    const signed = signOrder(order, newest?.secret ?? '', { kid: newest?.kid });
    const token = await signed.catch(asUsageError);
    return asLink ? `${publicUrl?.replace(/\/+$/, '')}/pay#${token}` : token;
  };
}

function claimsIn(file: string): object {
  try {
    const claims = jsonIn(readFileSync(file, 'utf8'));
    if (isObject(claims)) return claims;
  } catch {
    // The message below says it.
  }
  throw new UsageError(`--claims '${file}' must name a file that holds a JSON object`);
}

/** `3:1.99` means up to 3 installments without interest, and more with 1.99 % a month. */
function installmentsOf(
  { installments, plans }: { installments?: string; plans?: string },
  amount: unknown,
) {
  const max = installments === undefined ? undefined : Number(installments);
  if (plans === undefined) return max === undefined ? undefined : { installments: { max } };
  const [interestFree = 0, monthlyRate = Number.NaN] = plans.split(':').map(Number);
  const terms = { amount: Number(amount), max: max ?? 0, interestFree, monthlyRate };
  try {
    return { installments: installmentPlans({ ...terms, minInstallment: 1 }) };
  } catch (error) {
    return asUsageError(error, '--plans must be like 3:1.99, with --amount and --installments: ');
  }
}

function asUsageError(error: unknown, start = ''): never {
  throw error instanceof RangeError ? new UsageError(start + error.message) : error;
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
