import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';

const packages = ['widget', 'proxy', 'sandbox'] as const;

/**
 * Builds every package, silently: all that is published, or only the programs (`bundle`), which is faster.
 * @throws Error with the build's output when it fails.
 */
export function build(script: 'build' | 'bundle'): void {
  const { status, stdout, stderr, error } = spawnSync('pnpm', ['run', script], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`The build failed.\n${error?.message ?? stdout + stderr}`);
}

/** Builds what is published unless every build is newer than every source. */
export function buildIfStale(): void {
  const sources = ['packages', 'scripts', 'pnpm-lock.yaml'].map(newestChange);
  const builds = packages.map((name) => newestChange(`packages/${name}/dist`));
  if (Math.max(...sources) > Math.min(...builds)) build('build');
}

/** Returns when a file, or anything in a folder but its builds and packages, last changed; 0 for none. */
function newestChange(path: string): number {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  const names = readdirSync(path).filter((name) => name !== 'node_modules' && name !== 'dist');
  return Math.max(0, ...names.map((name) => newestChange(`${path}/${name}`)));
}
