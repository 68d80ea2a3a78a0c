import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memberOf } from '@card-checkout/contract/json';
import { startProgram } from '@card-checkout/testing/program';
import { handsOf } from './actions.ts';
import { jsonOf, type Tab } from './tab.ts';

/** Brazilian Portuguese; no start page, no preallocated processes. */
const preferences = `
  user_pref('browser.startup.page', 0);
  user_pref('browser.newtab.preload', false);
  user_pref('intl.accept_languages', 'pt-BR');
  user_pref('dom.ipc.processPrelaunch.enabled', false);`;

/** Drives an installed Firefox through its built-in WebDriver BiDi. */
export async function openFirefox(program: string): Promise<Tab> {
  const profile = mkdtempSync(join(tmpdir(), 'card-checkout-firefox-'));
  writeFileSync(join(profile, 'user.js'), preferences);
  // Reading the accessibility tree requires system access.
  const remote = ['--remote-debugging-port=0', '--remote-allow-system-access'];
  const firefox = await startProgram({
    command: program,
    args: ['--headless', '--no-remote', ...remote, '--profile', profile],
    env: process.env,
    isReady: /^WebDriver BiDi listening/,
  });
  const [address] = /ws:\S+/.exec(firefox.said.err) ?? [];
  const lines: string[] = [];
  const send = await connect(`${address}/session`, (entry) => {
    if (/warn|error/.test(String(memberOf(entry, 'level'))))
      lines.push(String(memberOf(entry, 'text')));
  });
  const session = await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });

  /** Returns the id of the tab, of a frame in it, or of the browser window. */
  const contextAt = async (depth: number, params = {}): Promise<unknown> => {
    let at = await send('browsingContext.getTree', params);
    for (let left = depth; left >= 0; left--)
      at = [memberOf(at, 'contexts') ?? memberOf(at, 'children')].flat().at(-1);
    return memberOf(at, 'context');
  };
  const context = memberOf(await send('browsingContext.create', { type: 'tab' }), 'context');
  const frameAt = async (depth: number) => (depth === 0 ? context : contextAt(depth));
  /** Evaluates an expression in a page or the browser window, to JSON. */
  const evaluate = async (target: unknown, expression: string): Promise<string> => {
    const answer = await send('script.evaluate', {
      expression: jsonOf(expression),
      target: { context: target },
      awaitPromise: true,
    });
    const result = memberOf(answer, 'result');
    if (!result) throw new Error(JSON.stringify(memberOf(answer, 'exceptionDetails')));
    return String(memberOf(result, 'value'));
  };
  return {
    browser: `firefox ${String(memberOf(memberOf(session, 'capabilities'), 'browserVersion'))}`,
    console: lines,
    profile,
    goto: async (url) =>
      void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    eval: async (expression, depth = 0) => evaluate(await frameAt(depth), expression),
    accessible: async () =>
      JSON.parse(await evaluate(await contextAt(0, { 'moz:scope': 'chrome' }), readAccessible)),
    // Keys go to the process of the given document.
    ...handsOf(async (actions, depth) =>
      send('input.performActions', { context: await frameAt(depth), actions }),
    ),
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    screenshot: async () => {
      const shot = await send('browsingContext.captureScreenshot', { context });
      return Buffer.from(String(memberOf(shot, 'data')), 'base64');
    },
    close: async () => {
      await firefox.stop();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Returns a function that sends a command and resolves with its result, or throws its error. */
async function connect(address: string, onEvent: (params: unknown) => void) {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<unknown, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const message: unknown = JSON.parse(String(data));
    const answered = waiting.get(memberOf(message, 'id'));
    if (!answered) onEvent(memberOf(message, 'params'));
    else if (memberOf(message, 'type') === 'success') answered.resolve(memberOf(message, 'result'));
    else answered.reject(new Error(String(memberOf(message, 'message'))));
  });
  let id = 0;
  return async (method: string, params: object): Promise<unknown> => {
    const answered = Promise.withResolvers<unknown>();
    waiting.set(++id, answered);
    socket.send(JSON.stringify({ id, method, params }));
    return answered.promise;
  };
}

/** Reads the tab's accessibility tree from the browser window (nsIAccessible). */
const readAccessible = `(async () => {
  const service = Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService);
  const read = (part) => {
    const [state, extra, children] = [{}, {}, []];
    part.getState(state, extra);
    for (let child = part.firstChild; child; child = child.nextSibling) children.push(read(child));
    const { name, description, value } = part;
    const states = [...service.getStringStates(state.value, extra.value)];
    return { role: service.getStringRole(part.role), name: name ?? '', description, value, states, children };
  };
  const page = () => service.getAccessibleFor(gBrowser.selectedBrowser)?.firstChild;
  // The tree is created on first access.
  while (!page()?.childCount) await new Promise((resolve) => setTimeout(resolve, 20));
  return read(page());
})()`;
