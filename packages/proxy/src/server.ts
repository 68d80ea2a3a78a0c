#!/usr/bin/env node
import { createProxy } from './app.ts';
import { ConfigFaults, readConfig, secretNames, type Config } from './config.ts';

/** Reads the environment once; secrets do not stay where child processes would inherit them. */
function configFrom(env: NodeJS.ProcessEnv): Config | undefined {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigFaults)) throw error;
    return stop(error.message);
  } finally {
    for (const name of secretNames) delete env[name];
  }
}

/** Serves until SIGTERM or SIGINT; then lets running attempts end and exits with 0. */
async function serve(config: Config): Promise<void> {
  const proxy = createProxy(config);
  try {
    await proxy.listen({ host: config.host, port: config.port });
  } catch (error) {
    await proxy.close().catch(() => undefined);
    return stop(explained(error, config));
  }
  const close = () => void proxy.close();
  process.once('SIGTERM', close).once('SIGINT', close);
}

function explained(error: unknown, { host, port }: Config): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const syscall = error instanceof Error && 'syscall' in error ? error.syscall : undefined;
  if (code === 'EADDRINUSE') return `PORT ${port} of ${host} is in use by another program`;
  if (syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo') {
    return `HOST ${host} and PORT ${port} must be an address of this machine that may be listened on`;
  }
  return error instanceof Error ? error.message : 'The proxy could not start';
}

/** Says why there is no start; pending work may end before the process does. */
function stop(message: string): undefined {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

const config = configFrom(process.env);
if (config) await serve(config);
