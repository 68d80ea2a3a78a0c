import { chromium, firefox, webkit } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** An engine, and where its browsers are. */
interface Engine {
  name: string;
  variable: string;
  /** Paths, and names in `PATH`; the first one that is there is taken. */
  programs: readonly string[];
  /** Debian's packages. */
  packages: readonly string[];
}

const chromiums: Engine = {
  name: 'Chromium',
  variable: 'CHROMIUM_PATH',
  programs: [
    // It draws no window, so the tests take two thirds of the time; Playwright prefers its own too.
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'chrome.exe',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    chromium.executablePath(),
  ],
  packages: ['chromium-headless-shell'],
};
const firefoxes: Engine = {
  name: 'Firefox',
  variable: 'FIREFOX_PATH',
  programs: [firefox.executablePath(), 'firefox-esr', 'firefox'],
  packages: ['firefox-esr'],
};
const webkits = (): Engine => ({
  name: 'WebKit',
  variable: 'WEBKIT_PATH',
  // WebKitGTK needs a screen.
  programs: [webkit.executablePath(), ...(find('Xvfb') ? ['WebKitWebDriver'] : []), 'safaridriver'],
  packages: ['webkit2gtk-driver', 'xvfb'],
});

/** Returns a Chromium: `CHROMIUM_PATH`, an installed one or Playwright's own. */
export function findBrowser(): string {
  const found = browserOf(chromiums);
  if (found !== undefined) return found;
  throw new Error(
    'No Chromium was found. Install Chrome or Chromium, or set CHROMIUM_PATH to its program.',
  );
}

/**
 * Finds a browser of each engine. Tries to install what is missing: all of it by apt-get, as root on
 * Debian; else a Chromium by Playwright.
 */
export async function findEngines(): Promise<{ paths: Record<string, string>; missing: string[] }> {
  const engines = () => [chromiums, firefoxes, webkits()];
  const missing = () => engines().filter((engine) => browserOf(engine) === undefined);
  const packages = missing().flatMap((engine) => engine.packages);
  if (packages.length > 0 && process.getuid?.() === 0 && find('apt-get') !== undefined) {
    await run('apt-get', 'update', '--quiet');
    await run('apt-get', 'install', '--yes', '--quiet', '--no-install-recommends', ...packages);
  }
  if (browserOf(chromiums) === undefined) await run('playwright', 'install', 'chromium');
  const found = engines().map((engine) => [engine.variable, browserOf(engine)]);
  return {
    paths: Object.fromEntries(found.filter(([, path]) => path !== undefined)),
    missing: missing().map(
      ({ name, packages: debian }) =>
        `every engine: no ${name} here; npx playwright install ${name.toLowerCase()}, or apt-get install ${debian.join(' ')}`,
    ),
  };
}

function browserOf({ variable, programs }: Engine): string | undefined {
  const named = process.env[variable];
  if (named === undefined) return find(...programs);
  if (existsSync(named)) return named;
  throw new Error(`${variable} names ${named}, but there is no file.`);
}

function find(...programs: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return programs
    .flatMap((name) => (isAbsolute(name) ? name : folders.map((folder) => join(folder, name))))
    .find((path) => existsSync(path));
}

/** Runs a program to its end, however that may be. */
async function run(command: string, ...args: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const shell = process.platform === 'win32';
  await once(spawn(command, args, { stdio: 'ignore', env, shell }), 'close');
}
