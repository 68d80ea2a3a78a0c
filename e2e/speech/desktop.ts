import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, copyFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProgram, runProgram, type Program } from '@card-checkout/testing/program';

/** What the desktop consists of, as packages of Debian. */
const packages =
  'orca xvfb openbox xdotool dbus dconf-gsettings-backend gsettings-desktop-schemas at-spi2-core';
const launcher = '/usr/libexec/at-spi-bus-launcher';

/** How long Orca has to be silent before it has said everything, and how long that may take. */
const [silenceMs, patienceMs] = [1_500, 60_000];

/** Starts a screen without a monitor, a window manager and Orca, whose speech becomes text. */
export async function openDesktop() {
  if (!existsSync('/usr/bin/orca') || !existsSync(launcher))
    throw new Error(`No Orca here. On Debian: apt-get install ${packages}`);
  const home = mkdtempSync(join(tmpdir(), 'card-checkout-speech-'));
  const heardFile = join(home, 'heard');
  mkdirSync(join(home, 'orca'));
  copyFileSync(
    new URL('orca-customizations.py', import.meta.url),
    join(home, 'orca/orca-customizations.py'),
  );
  const programs: Program[] = [];
  const start = async (
    command: string,
    args: string[],
    env: NodeJS.ProcessEnv,
    isReady: RegExp,
  ) => {
    const program = await startProgram({ command, args, env, isReady });
    programs.unshift(program);
    return program.said.out.trim();
  };
  const own = {
    ...process.env,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_DATA_HOME: home,
    HEARD_FILE: heardFile,
  };
  const bus = await start(
    'dbus-daemon',
    ['--session', '--nofork', '--print-address'],
    own,
    /^unix:/,
  );
  const screen = await start(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1280x1000x24'],
    own,
    /^\d+$/,
  );
  const env = {
    ...own,
    DBUS_SESSION_BUS_ADDRESS: bus,
    DISPLAY: `:${screen}`,
    LANG: 'C.UTF-8',
    // For GTK, Firefox and Chromium.
    GNOME_ACCESSIBILITY: '1',
    ACCESSIBILITY_ENABLED: '1',
  };
  const run = (command: string, ...args: string[]): void =>
    void programs.unshift(runProgram({ command, args, env }));
  run(launcher, '--launch-immediately', '--a11y=1', '--screen-reader=1');
  run('openbox');
  run('orca', '--replace', '--disable', 'braille');

  /** What was said since the desktop opened; null where Orca was told to stop. */
  const everything = (): (string | null)[] =>
    existsSync(heardFile)
      ? readFileSync(heardFile, 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line))
      : [];
  let from = 0;
  /** Returns what Orca says until it is silent, but at least until it has said `text`. */
  const listen = async (text?: RegExp, limitMs = patienceMs): Promise<string[]> => {
    const until = performance.now() + limitMs;
    let [before, quietSince] = [-1, performance.now()];
    for (;;) {
      const said = everything();
      if (said.length !== before) [before, quietSince] = [said.length, performance.now()];
      const now = performance.now();
      const fresh = said.slice(from).filter((line) => line !== null);
      const isComplete = text === undefined || fresh.some((line) => text.test(line));
      if ((isComplete && now - quietSince > silenceMs) || now > until) {
        from = said.length;
        return fresh;
      }
      await pause(50);
    }
  };
  await listen(/Screen reader on/);
  const hand = async (...args: string[]): Promise<void> => {
    await once(spawn('xdotool', args, { env, stdio: 'ignore' }), 'close');
  };
  return {
    env,
    home,
    listen,
    everything,
    /** Presses keys, by X's names. */
    press: async (...keys: string[]) => hand('key', '--delay', '60', ...keys),
    type: async (text: string) => hand('type', '--delay', '60', text),
    close: () => {
      // What they have started may keep their output open.
      for (const { child } of programs) child.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
