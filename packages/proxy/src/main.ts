import { assemble } from './app.ts';
import { readConfig, type Config } from './config/config.ts';
import { secretNames } from './config/environment.ts';
import { reloadSecrets } from './config/reload-secrets.ts';
import { ConfigFaults } from './config/variables.ts';
import { systemUser, UsageError } from './terminal/arguments.ts';
import { readCommand } from './program/command-line.ts';
import { OperatorError } from './program/operate.ts';
import { StoreError } from './store/database.ts';

/** Copies the environment and removes its secrets, which child processes would inherit. */
function takeEnvironment(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of secretNames) delete process.env[name];
  return env;
}

/**
 * Serves until SIGTERM or SIGINT, then lets payments in flight end and exits with 0. On SIGHUP it reads
 * the files of secrets again.
 */
async function serve(config: Config): Promise<void> {
  const { app: proxy, log } = assemble(config);
  const flags = preventReports(process);
  if (flags.length > 0) log.emit('memory_open', { flags });
  process.on('SIGHUP', () => {
    const { changed, kept } = reloadSecrets(config.secrets, process.env);
    log.emit('secrets_reloaded', { changed });
    for (const secret of kept) log.emit('secret_kept', secret);
  });
  // Node would print the error with its message, which may quote a card (OWASP ASVS 5.0, 16.5.4).
  process.once('uncaughtException', (error) => {
    log.emit('crashed', { error });
    process.exit(1);
  });
  const listening = proxy.listen({ host: config.host, port: config.port });
  // Closed before it listens, Fastify would still open the port, and the process would never end.
  const close = () =>
    void listening.then(
      async () => proxy.close(),
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

/** Lets a command go on to its end although `head` has read enough. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
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
    const env = takeEnvironment();
    for (const stream of [process.stdout, process.stderr]) {
      stream.off('error', ignoreClosedPipe).on('error', ignoreClosedPipe);
    }
    if (command === 'serve') await serve({ ...readConfig(env), ...shortened });
    else process.stdout.write(`${await command(env)}\n`);
  } catch (error) {
    if (error instanceof UsageError) return stop(error.message, 2);
    const isExplained =
      error instanceof ConfigFaults ||
      error instanceof OperatorError ||
      error instanceof StoreError;
    if (!isExplained) throw error;
    stop(error.message);
  }
}
