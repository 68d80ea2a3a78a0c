import { freePort } from '@card-checkout/testing/free-port';
import { memberOf } from '@card-checkout/contract/json';
import { startProgram } from '@card-checkout/testing/program';
import { handsOf } from './actions.ts';
import { jsonOf, type Tab } from './tab.ts';

/** Time limit for a command, including browser startup. */
const commandTimeoutMs = 15_000;

/**
 * Drives WebKit through WebDriver classic: WebKitGTK's `WebKitWebDriver`, or `safaridriver` on a
 * Mac.
 */
export async function openWebKit(program: string): Promise<Tab> {
  // WebKitGTK needs a display, so it gets a virtual one.
  const screen = program.endsWith('WebKitWebDriver') ? await startScreen() : undefined;
  const env = {
    ...process.env,
    ...(screen && { DISPLAY: `:${screen.said.out.trim()}` }),
    LANGUAGE: 'pt_BR',
    // Without a GPU, compositing takes a fifth of the time.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
  let driver = await startDriver(program, env);
  let url = '';
  const begin = async (): Promise<unknown> => {
    const alwaysMatch = { timeouts: { pageLoad: 3_000, script: 10_000 } };
    const server = `${driver.url}/session`;
    const session = await send('POST', server, { capabilities: { alwaysMatch } });
    url = `${server}/${String(memberOf(session, 'sessionId'))}`;
    return memberOf(session, 'capabilities');
  };
  const beginAnew = async () =>
    begin().catch(async () => {
      // The browser died during startup, which happens in about 1% of sessions.
      await driver.stop();
      driver = await startDriver(program, env);
      return begin();
    });
  const capabilities = await beginAnew();
  const [name, version] = ['browserName', 'browserVersion'].map((one) =>
    memberOf(capabilities, one),
  );
  const post = async (command: string, body: object = {}) =>
    send('POST', `${url}/${command}`, body);
  const execute = async (script: string) =>
    post('execute/sync', { script: `return ${script}`, args: [] });
  return {
    browser: `webkit ${String(version)} (${String(name)})`,
    console: [],
    goto: async (to) => {
      const load = async () => post('url', { url: to });
      await inTime(load(), async () => inTime(load()));
    },
    reload: async () => inTime(post('refresh')),
    back: async () => inTime(post('back')),
    eval: async (expression, depth = 0) => {
      try {
        for (let left = depth; left > 0; left--)
          await post('frame', { id: await execute(lastFrame) });
        return String(await execute(jsonOf(expression)));
      } finally {
        if (depth > 0) await post('frame', { id: null });
      }
    },
    ...handsOf(async (actions) => post('actions', { actions })),
    resize: async (width, height) => void (await post('window/rect', { width, height })),
    screenshot: async () => Buffer.from(String(await send('GET', `${url}/screenshot`)), 'base64'),
    renew: async () => {
      await send('DELETE', url);
      await beginAnew();
    },
    close: async () => {
      await send('DELETE', url);
      await driver.stop();
      await screen?.stop();
    },
  };
}

/** The last frame in a document, including shadow roots. */
const lastFrame = `[document, ...[...document.querySelectorAll('card-checkout')].map((one) => one.shadowRoot)]
  .flatMap((root) => [...root.querySelectorAll('iframe')]).at(-1)`;

async function startDriver(command: string, env: NodeJS.ProcessEnv) {
  const port = await freePort();
  const args = command.endsWith('WebKitWebDriver') ? [`--port=${port}`] : ['--port', String(port)];
  const { stop } = await startProgram({ command, args, env, isReady: port });
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function startScreen() {
  const args = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  return startProgram({ command: 'Xvfb', args, env: process.env, isReady: /^\d+$/ });
}

/** Sends a command (WebDriver, 6.3 Processing model). Throws the error in its answer. */
async function send(method: string, url: string, body?: object): Promise<unknown> {
  // WebKit's driver closes idle connections without notice.
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

/** Ignores page load timeouts: the driver may miss that a page has loaded. */
async function inTime(loading: Promise<unknown>, again = async () => {}): Promise<void> {
  await loading.catch(async (error: unknown) => {
    if (!String(error).includes('timeout')) throw error;
    await again();
  });
}
