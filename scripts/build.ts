import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';

/** The packages that are published, in the order in which they need each other. */
export const published = ['widget', 'proxy', 'sandbox'] as const;

/** Builds all that is published, or only the programs (`bundle`), which is faster. */
export function build(script: 'build' | 'bundle'): void {
  pnpm('run', script);
}

/** Runs a command of pnpm silently. Throws an error with its output when it fails. */
export function pnpm(...args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync('pnpm', args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  throw new Error(`pnpm ${args.join(' ')} failed.\n${error?.message ?? stdout + stderr}`);
}

/** Tells whether a source is newer than a build. */
export function isBuildStale(): boolean {
  const exclude = ['**/node_modules', '**/dist'];
  const sources = globSync(['{packages,scripts}/**', 'pnpm-lock.yaml'], { exclude });
  const builds = published.map((name) => newestChange(globSync(`packages/${name}/dist/**`)));
  return newestChange(sources) > Math.min(...builds);
}

/** Returns when one of these files last changed; 0 for none. */
function newestChange(paths: readonly string[]): number {
  const files = paths.map((path) => statSync(path)).filter((stat) => stat.isFile());
  return Math.max(0, ...files.map(({ mtimeMs }) => mtimeMs));
}
