import { chromium } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

// The shell draws no window, so the tests take two thirds of the time; Playwright prefers its own too.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome.exe',
];
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds a Chromium for the browser tests: `CHROMIUM_PATH`, an installed one, Playwright's own; else
 * tries to install one by Playwright, and as root on Debian by apt-get.
 * @throws Error with a sentence for the person at the keyboard when there is none to be had.
 */
export function findBrowser(): string {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, but there is no file.`);
  }
  const found = installed() ?? playwrightsOwn();
  if (found !== undefined) return found;

  run('playwright', ['install', 'chromium']);
  const downloaded = playwrightsOwn();
  if (downloaded !== undefined) return downloaded;

  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '--quiet']);
    run('apt-get', ['install', '--yes', '--quiet', 'chromium-headless-shell']);
  }
  const packaged = installed();
  if (packaged !== undefined) return packaged;
  throw new Error(
    'No Chromium was found and none could be installed. Install Chrome or Chromium, or set CHROMIUM_PATH to its program.',
  );
}

function installed(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...usualPlaces].find((path) => existsSync(path));
}

function playwrightsOwn(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, { stdio: 'ignore', shell: process.platform === 'win32' });
}
