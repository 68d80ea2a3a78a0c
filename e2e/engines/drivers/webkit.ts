import { freePort } from '@card-checkout/testing/free-port';
import { memberOf } from '@card-checkout/contract/json';
import { startProgram } from '@card-checkout/testing/program';
import { clickActions, keyActions, typeActions } from './actions.ts';
import { jsonOf, type Engine, type Tab } from './engine.ts';

/** How long a command may take, the start of a browser included. */
const commandTimeoutMs = 15_000;

/** Drives WebKit by its classic WebDriver: WebKitGTK's `WebKitWebDriver`, or `safaridriver` on a Mac. */
export async function openWebKit(program: string): Promise<Engine> {
  // WebKitGTK draws into a window, on a screen that nobody sees.
  const screen = program.endsWith('WebKitWebDriver') ? await startScreen() : undefined;
  const env = {
    ...process.env,
    ...(screen && { DISPLAY: `:${screen.said.out.trim()}` }),
    // Without a GPU, compositing takes a fifth of the time.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
  let driver = await startDriver(program, env);
  return {
    open: async () => {
      try {
        return await openTab(driver.url);
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
        // Its browser has died before it was reached (seen in one of some hundred sessions).
        await driver.stop();
        driver = await startDriver(program, env);
        return openTab(driver.url);
      }
    },
    close: async () => {
      await driver.stop();
      await screen?.stop();
    },
  };
}

async function startDriver(command: string, env: NodeJS.ProcessEnv) {
  // `fetch` refuses this one.
  const port = await freePort(undefined, new Set([10_080]));
  const args = command.endsWith('WebKitWebDriver') ? [`--port=${port}`] : ['--port', String(port)];
  const { stop } = await startProgram({ command, args, env, isReady: port });
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function startScreen() {
  const args = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  return startProgram({ command: 'Xvfb', args, env: process.env, isReady: /^\d+$/ });
}

/** Sends a command (WebDriver, 6.3 Processing model); throws the error that it answers. */
async function send(method: string, url: string, body?: object): Promise<unknown> {
  // WebKit's driver closes idle connections without a word.
  const headers = { connection: 'close' };
  const response = await fetch(url, {
    method,
    headers,
    signal: AbortSignal.timeout(commandTimeoutMs),
    ...(body && { body: JSON.stringify(body) }),
  });
  const value = memberOf(await response.json(), 'value');
  if (response.ok) return value;
  throw new Error(`${String(memberOf(value, 'error'))}: ${String(memberOf(value, 'message'))}`);
}

/** Ignores that a page takes longer: the driver may miss that it has loaded. */
async function inTime(loading: Promise<void>, again = async () => {}): Promise<void> {
  await loading.catch(async (error: unknown) => {
    if (!String(error).includes('timeout')) throw error;
    await again();
  });
}

/** Opens a session, which is a browser of its own with an empty storage. */
async function openTab(driver: string): Promise<Tab> {
  const timeouts = { pageLoad: 3_000, script: 10_000 };
  const alwaysMatch = { timeouts, pageLoadStrategy: 'normal' };
  const session = await send('POST', `${driver}/session`, { capabilities: { alwaysMatch } });
  const capabilities = memberOf(session, 'capabilities');
  const version = String(memberOf(capabilities, 'browserVersion'));
  const url = `${driver}/session/${String(memberOf(session, 'sessionId'))}`;
  const post = async (command: string, body: object = {}): Promise<void> =>
    void (await send('POST', `${url}/${command}`, body));
  const execute = async (expression: string): Promise<string> => {
    const script = `return ${jsonOf(expression)}`;
    return String(await send('POST', `${url}/execute/sync`, { script, args: [] }));
  };
  const perform = async (actions: unknown): Promise<void> => post('actions', { actions });
  return {
    browser: `webkit ${version} (${String(memberOf(capabilities, 'browserName'))})`,
    console: [],
    goto: async (to) => {
      const load = async () => post('url', { url: to });
      await inTime(load(), async () => inTime(load()));
    },
    reload: async () => inTime(post('refresh')),
    back: async () => inTime(post('back')),
    eval: execute,
    evalInFrame: async (expression) => {
      try {
        for (const parent of [`document.querySelector('card-checkout').shadowRoot`, 'document']) {
          const script = `return ${parent}.querySelector('iframe')`;
          await post('frame', {
            id: await send('POST', `${url}/execute/sync`, { script, args: [] }),
          });
        }
        return await execute(expression);
      } finally {
        await post('frame', { id: null });
      }
    },
    key: async (combination) => perform(keyActions(combination)),
    type: async (text) => perform(typeActions(text)),
    click: async (x, y) => perform(clickActions(x, y)),
    resize: async (width, height) => post('window/rect', { width, height }),
    screenshot: async () => Buffer.from(String(await send('GET', `${url}/screenshot`)), 'base64'),
    close: async () => void (await send('DELETE', url)),
  };
}
