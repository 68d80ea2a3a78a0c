import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { environment, temporaryFolder } from './running-proxy.ts';

const program = fileURLToPath(new URL('../src/server.ts', import.meta.url));

/** The proxy as a process of its own, with everything that it said. */
export interface ProxyProcess {
  child: ChildProcess;
  said: { out: string; err: string };
  /** Resolves with the exit code, or `null` after a kill. */
  ended: Promise<unknown>;
  /** Resolves with its address, once it listens. */
  url: () => Promise<string>;
}

/** Says how a process is started, beside its environment. */
interface ProcessOptions {
  /** Its working directory; a new one by default. */
  folder?: string;
  /** Flags of Node. */
  nodeFlags?: string[];
}

/** Runs the program with an environment of its own, for the length of a test. */
export function runProxy(
  overrides: Record<string, string | undefined>,
  { folder = temporaryFolder(), nodeFlags = [] }: ProcessOptions = {},
): ProxyProcess {
  const given = Object.entries({ ...environment({ PORT: '0' }), ...overrides });
  const env = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  const child = spawn(process.execPath, [...nodeFlags, program], { env, cwd: folder });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr.on('data', (chunk) => (said.err += String(chunk)));
  const ended = once(child, 'close').then(([code]: unknown[]) => code);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const url = async () => {
    // Many start at once on a busy machine; the test's own limit ends this.
    await expect.poll(() => said.out, { timeout: 20_000 }).toMatch(/listening at http:/);
    return /listening at (http:\/\/[\d.:]+)/.exec(said.out)?.[1] ?? '';
  };
  return { child, said, ended, url };
}
