import { text as textOf } from 'node:stream/consumers';
import packageJson from '../package.json' with { type: 'json' };
import { createProxy } from './app.ts';
import {
  readApiRules,
  readConfig,
  readOrderSecret,
  type ApiRules,
  type Config,
} from './config/config.ts';
import { secretNames } from './config/environment.ts';
import { misspellingsIn } from './config/misspellings.ts';
import { reloadSecrets } from './config/reload-secrets.ts';
import { risksOf } from './config/risks.ts';
import { ConfigFaults } from './config/variables.ts';
import { orderKeysIn } from './order/order-token.ts';
import { verifyOrder } from './order/verify-order.ts';
import { systemUser, UsageError } from './program/arguments.ts';
import { help, readCommand, type Command } from './program/command-line.ts';
import { operate } from './program/operate.ts';
import { OperatorError } from './program/operator-commands.ts';
import {
  answerReport,
  orderReportText,
  requestReport,
  templateReport,
  wordsReport,
} from './program/reports.ts';
import { jsonOf } from './program/terminal.ts';
import { signOrder } from './server-sdk/sign-order.ts';
import { EventLog } from './telemetry/log.ts';

async function run(
  command: Command,
  env: NodeJS.ProcessEnv,
  shortened: Partial<Config>,
): Promise<void> {
  switch (command.name) {
    case 'help':
      return say(help);
    case 'version':
      return say(packageJson.version);
    case 'check':
      return check(env);
    case 'template':
      return say(templateReport(readApiRules(env), command.isJson));
    case 'dry-run':
      return dryRun(command, readApiRules(env));
    case 'sign-order':
      return sign(command, env);
    case 'verify-order':
      return verify(command, env);
    case 'operate':
      return say(await operate(command.operate, env));
    case 'serve':
      return serve({ ...readConfig(env), ...shortened });
    default:
      return command satisfies never;
  }
}

function check(env: NodeJS.ProcessEnv): void {
  misspellingsIn(env).forEach(warn);
  const risks = risksOf(readConfig(env));
  say('ok');
  for (const { text } of risks) warn(text);
}

async function sign({ order, asLink }: Command & { name: 'sign-order' }, env: NodeJS.ProcessEnv) {
  const [newest] = orderKeysIn(readOrderSecret(env).reveal());
  const { PUBLIC_URL: publicUrl, PAYMENT_PAGE: page } = env;
  if (asLink && !publicUrl)
    throw new ConfigFaults(["PUBLIC_URL is required with --link: the proxy's address"]);
  if (asLink && page !== 'on') warn('PAYMENT_PAGE is not on, so the link leads nowhere');
  const token = await signOrder(order, newest?.secret ?? '', { kid: newest?.kid });
  say(asLink ? `${publicUrl?.replace(/\/+$/, '')}/pay#${token}` : token);
}

function verify({ token, isJson }: Command & { name: 'verify-order' }, env: NodeJS.ProcessEnv) {
  const { reservedMembers } = readApiRules(env).template;
  const rules = { orderSecret: readOrderSecret(env), reservedMembers };
  const report = verifyOrder(token, rules, new Date());
  say(isJson ? jsonOf(report) : orderReportText(report));
  if (report.faults.length > 0) process.exitCode = 1;
}

async function dryRun(command: Command & { name: 'dry-run' }, rules: ApiRules) {
  const { status, listsWords } = command;
  if (listsWords) return say(wordsReport(rules.words));
  if (status === undefined) return say(requestReport(rules));
  if (process.stdin.isTTY) process.stderr.write('Paste the body, then press Ctrl-D.\n');
  return say(answerReport(rules, status, await textOf(process.stdin)));
}

/** Copies the environment and removes its secrets, which child processes would inherit. */
function takeEnvironment(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of secretNames) delete process.env[name];
  return env;
}

const tracingMissing =
  'OTEL_EXPORTER_OTLP_ENDPOINT needs @fastify/otel, @opentelemetry/exporter-trace-otlp-http, ' +
  '@opentelemetry/resources and @opentelemetry/sdk-trace-node; install them beside the proxy';

/**
 * Serves until SIGTERM or SIGINT, then lets payments in flight end and exits with 0. On SIGHUP it reads
 * the files of secrets again.
 */
async function serve(config: Config): Promise<void> {
  const isTraced = config.otlpEndpoint !== undefined;
  const tracing = isTraced && (await import('./program/tracing.ts').catch(() => undefined));
  if (tracing === undefined) return stop(tracingMissing);
  const stopTracing = tracing ? tracing.startTracing() : undefined;
  const proxy = createProxy(config);
  const log = new EventLog(proxy.log);
  log.memoryExposedBy(preventReports(process));
  process.on('SIGHUP', () => log.secretsReloaded(reloadSecrets(config.secrets, process.env)));
  // Node would print the error with its message, which may quote a card (OWASP ASVS 5.0, 16.5.4).
  process.once('uncaughtException', (error) => {
    log.crashed(error);
    process.exit(1);
  });
  const listening = proxy.listen({ host: config.host, port: config.port });
  // Closed before it listens, Fastify would still open the port, and the process would never end.
  const close = () =>
    void listening.then(
      async () => proxy.close().then(stopTracing),
      () => undefined,
    );
  process.once('SIGTERM', close).once('SIGINT', close);
  try {
    await listening;
  } catch (error) {
    await proxy.close().catch(() => undefined);
    return stop(explanationOf(error, config));
  }
}

const exposingFlags = /^--(inspect|heapsnapshot-|heap-prof|abort-on-uncaught-exception)/;

/**
 * Turns off Node's diagnostic reports, which contain the environment and error messages. Returns the
 * flags in use that expose the memory: inspector, heap snapshots, core dumps.
 */
function preventReports({ report, execArgv, env }: NodeJS.Process): string[] {
  report.excludeEnv = true;
  report.reportOnFatalError = false;
  report.reportOnSignal = false;
  report.reportOnUncaughtException = false;
  const flags = [...execArgv, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)];
  return flags.filter((flag) => exposingFlags.test(flag));
}

function explanationOf(error: unknown, { host, port }: Config): string {
  const fault: Partial<NodeJS.ErrnoException> = error instanceof Error ? error : {};
  if (fault.code === 'EADDRINUSE') return `PORT ${port} of ${host} is in use by another program`;
  if (['listen', 'bind', 'getaddrinfo'].includes(fault.syscall ?? '')) {
    return `HOST ${host} and PORT ${port} must be an address of this machine that the proxy may listen on`;
  }
  return fault.message ?? 'The proxy could not start';
}

function warn(text: string): void {
  process.stderr.write(`warning: ${text}\n`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Sets the exit code, so that pending work can end first. */
function stop(message: string, exitCode = 1): undefined {
  process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}

/** Runs the program. `args` follow its name; tests shorten its waits. */
export async function main(args: string[], shortened: Partial<Config> = {}): Promise<void> {
  try {
    const command = readCommand(args, { now: new Date(), by: systemUser() });
    await run(command, takeEnvironment(), shortened);
  } catch (error) {
    if (error instanceof UsageError) return stop(error.message, 2);
    if (!(error instanceof ConfigFaults || error instanceof OperatorError)) throw error;
    stop(error.message);
  }
}
