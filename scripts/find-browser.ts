import { chromium, firefox, webkit } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

interface Engine {
  name: string;
  variable: string;
  /** Paths, and names in `PATH`; the first one found is used. */
  programs: readonly string[];
  /** Argument of `playwright install`. */
  playwright: 'chromium' | 'firefox' | 'webkit';
  packages: readonly string[];
  tests: string;
}

const inBothChromiums = 'storage, frames, focus and autofill in both Chromiums';

const headlessShell: Engine = {
  name: 'Chromium headless shell',
  variable: 'CHROMIUM_PATH',
  // It draws no window, which saves a third of the time; Playwright prefers its own, too.
  programs: [
    'chromium-headless-shell',
    // Installed next to Playwright's full Chromium.
    chromium
      .executablePath()
      .replace(
        /chromium-(\d+)([\\/])chrome-([^\\/]+)[\\/].*?(\.exe)?$/,
        'chromium_headless_shell-$1$2chrome-headless-shell-$3$2chrome-headless-shell$4',
      ),
  ],
  playwright: 'chromium',
  packages: ['chromium-headless-shell'],
  tests: inBothChromiums,
};
const fullChromium: Engine = {
  name: 'full Chromium',
  variable: 'FULL_CHROMIUM_PATH',
  programs: [
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
  playwright: 'chromium',
  packages: ['chromium'],
  tests: inBothChromiums,
};
const firefoxes: Engine = {
  name: 'Firefox',
  variable: 'FIREFOX_PATH',
  programs: [firefox.executablePath(), 'firefox-esr', 'firefox'],
  playwright: 'firefox',
  packages: ['firefox-esr'],
  tests: 'every engine',
};
const webkits = (): Engine => ({
  name: 'WebKit',
  variable: 'WEBKIT_PATH',
  // WebKitGTK needs a display.
  programs: [webkit.executablePath(), ...(find('Xvfb') ? ['WebKitWebDriver'] : []), 'safaridriver'],
  playwright: 'webkit',
  packages: ['webkit2gtk-driver', 'xvfb'],
  tests: 'every engine',
});

/** Finds a Chromium: `CHROMIUM_PATH`, a headless shell or a full one. */
export function findBrowser(): string {
  const found = anyChromium();
  if (found !== undefined) return found;
  throw new Error(
    'No Chromium found. Install Chrome or Chromium, or set CHROMIUM_PATH to its executable.',
  );
}

/**
 * Finds the browsers for all tests. Tries to install missing ones: all with apt-get if root on
 * Debian; otherwise, in CI or if no Chromium was found, both Chromiums with Playwright.
 */
export async function findEngines(): Promise<{ paths: Record<string, string>; missing: string[] }> {
  const engines = () => [headlessShell, fullChromium, firefoxes, webkits()];
  const missing = () => engines().filter((engine) => browserOf(engine) === undefined);
  const packages = missing().flatMap((engine) => engine.packages);
  if (packages.length > 0 && process.getuid?.() === 0 && find('apt-get') !== undefined) {
    await run('apt-get', 'update', '--quiet');
    await run('apt-get', 'install', '--yes', '--quiet', '--no-install-recommends', ...packages);
  }
  const chromiums = missing().filter(({ playwright }) => playwright === 'chromium');
  if (chromiums.length > (process.env['CI'] === undefined ? 1 : 0))
    await run('playwright', 'install', 'chromium');
  const found = engines().map((engine) => [engine.variable, browserOf(engine)]);
  const all = [...found, [headlessShell.variable, anyChromium()]];
  return {
    paths: Object.fromEntries(all.filter(([, path]) => path !== undefined)),
    missing: missing().map(
      ({ tests, name, playwright, packages: debian }) =>
        `${tests}: no ${name} here; npx playwright install ${playwright}, or apt-get install ${debian.join(' ')}`,
    ),
  };
}

function anyChromium(): string | undefined {
  return browserOf(headlessShell) ?? browserOf(fullChromium);
}

function browserOf({ variable, programs }: Engine): string | undefined {
  const named = process.env[variable];
  if (named === undefined) return find(...programs);
  if (existsSync(named)) return named;
  throw new Error(`${variable} is ${named}, but this file doesn’t exist.`);
}

function find(...programs: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return programs
    .flatMap((name) => (isAbsolute(name) ? name : folders.map((folder) => join(folder, name))))
    .find((path) => existsSync(path));
}

/** Runs a program to its end, ignoring failure. */
async function run(command: string, ...args: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const shell = process.platform === 'win32';
  await once(spawn(command, args, { stdio: 'ignore', env, shell }), 'close');
}
