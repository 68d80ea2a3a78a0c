import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram, temporaryFolder } from '@card-checkout/testing/during-test';
import type { Program } from '@card-checkout/testing/program';
import { environment } from '@card-checkout/testing/proxy-environment';
import { expect } from 'vitest';
import type { Config } from '../src/config/config.ts';

export const program = fileURLToPath(new URL('../src/server.ts', import.meta.url));

/** Makes a proxy send traces, as docs/monitoring.md says. */
export const tracingFlag = `--import=${new URL('../operations/tracing.mjs', import.meta.url).href}`;

const quickProgram = fileURLToPath(new URL('quick-server.ts', import.meta.url));

/** Caches compiled code, which halves startup time. */
const compileCache = join(tmpdir(), 'card-checkout-compile-cache');

export type ProxyProcess = ReturnType<typeof runProxy>;

export function runServer(
  args: readonly string[],
  env: Record<string, string | undefined>,
  cwd: string,
): Program {
  return runProgram({
    args: [program, ...args],
    env: { NODE_COMPILE_CACHE: compileCache, ...env },
    cwd,
  });
}

interface RunOptions {
  folder?: string;
  nodeFlags?: string[];
  /** Options that no environment variable sets. */
  config?: Partial<Config>;
}

/** Runs the proxy until the test ends, by default in a new folder. */
export function runProxy(
  overrides: Record<string, string | undefined>,
  { folder = temporaryFolder(), nodeFlags = [], config = {} }: RunOptions = {},
) {
  const env = environment({ PORT: '0', ...overrides });
  const { child, said, ended } = runProgram({
    args: [...nodeFlags, quickProgram, JSON.stringify(config)],
    env: { NODE_COMPILE_CACHE: compileCache, ...env },
    cwd: folder,
  });
  const url = async () => {
    await expect.poll(() => said.out).toMatch(/listening at http:/);
    return /listening at (http:\/\/[\d.:]+)/.exec(said.out)?.[1] ?? '';
  };
  return { child, said, ended: ended.then(({ code }) => code), url };
}
