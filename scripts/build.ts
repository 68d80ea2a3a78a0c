import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';

/** The published packages, in dependency order. */
export const published = ['server', 'widget', 'proxy', 'sandbox'] as const;

/** Builds the published packages, or only the programs (`bundle`), which is faster. */
export function build(script: 'build' | 'bundle'): void {
  pnpm('run', script);
}

/** Runs pnpm silently. Throws with its output if it fails. */
export function pnpm(...args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync('pnpm', args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  throw new Error(`pnpm ${args.join(' ')} failed.\n${error?.message ?? stdout + stderr}`);
}

export function isBuildStale(): boolean {
  const exclude = ['**/node_modules', '**/dist'];
  const sources = globSync(['{packages,scripts}/**', 'pnpm-lock.yaml'], { exclude });
  const builds = published.map((name) => newestChange(globSync(`packages/${name}/dist/**`)));
  return newestChange(sources) > Math.min(...builds);
}

/** Returns the time of the latest change to these files, or 0 if there are none. */
function newestChange(paths: readonly string[]): number {
  const files = paths.map((path) => statSync(path)).filter((stat) => stat.isFile());
  return Math.max(0, ...files.map(({ mtimeMs }) => mtimeMs));
}
