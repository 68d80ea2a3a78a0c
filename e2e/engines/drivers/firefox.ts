import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memberOf } from '@card-checkout/contract/json';
import { startProgram } from '@card-checkout/testing/program';
import { clickActions, keyActions, typeActions } from './actions.ts';
import { jsonOf, type Engine, type Tab } from './engine.ts';

type Members = Readonly<Record<string, unknown>>;

/** Drives an installed Firefox by WebDriver BiDi, which it speaks by itself. */
export async function openFirefox(program: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'card-checkout-firefox-'));
  const firefox = await startProgram({
    command: program,
    args: [
      '--headless',
      '--no-remote',
      '--remote-debugging-port=0',
      // Its accessibility tree is the browser's own, which pages cannot read.
      '--remote-allow-system-access',
      '--profile',
      profile,
    ],
    env: process.env,
    isReady: /^WebDriver BiDi listening/,
  });
  const [address] = /ws:\S+/.exec(firefox.said.err) ?? [];
  const bidi = await connect(`${address}/session`);
  const session = await bidi.send('session.new', { capabilities: {} });
  const version = memberOf(memberOf(session, 'capabilities'), 'browserVersion');
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
  return {
    open: async () => openTab(bidi, `firefox ${String(version)}`),
    close: async () => {
      await firefox.stop();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

type BiDi = Awaited<ReturnType<typeof connect>>;

async function connect(address: string) {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<unknown, PromiseWithResolvers<unknown>>();
  /** Receive every event. */
  const listeners = new Set<(params: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message: unknown = JSON.parse(String(data));
    const answered = waiting.get(memberOf(message, 'id'));
    if (!answered) for (const listener of listeners) listener(memberOf(message, 'params'));
    else if (memberOf(message, 'type') === 'success') answered.resolve(memberOf(message, 'result'));
    else answered.reject(new Error(String(memberOf(message, 'message'))));
  });
  let id = 0;
  /** Resolves with the result of a command, and throws the error that it answers. */
  const send = async (method: string, params: Members) => {
    const answered = Promise.withResolvers<unknown>();
    waiting.set(++id, answered);
    socket.send(JSON.stringify({ id, method, params }));
    return answered.promise;
  };
  return { send, listeners };
}

async function openTab({ send, listeners }: BiDi, browser: string): Promise<Tab> {
  // A container of its own, with a storage of its own.
  const userContext = memberOf(await send('browser.createUserContext', {}), 'userContext');
  const created = await send('browsingContext.create', { type: 'tab', userContext });
  const context = memberOf(created, 'context');
  const lines: string[] = [];
  const note = (entry: unknown): void => {
    const isOurs = memberOf(memberOf(entry, 'source'), 'context') === context;
    if (isOurs && /warn|error/.test(String(memberOf(entry, 'level'))))
      lines.push(String(memberOf(entry, 'text')));
  };
  listeners.add(note);
  const perform = async (actions: unknown): Promise<void> =>
    void (await send('input.performActions', { context, actions }));
  return {
    browser,
    console: lines,
    goto: async (url) =>
      void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    eval: async (expression) => evaluate(send, context, expression),
    evalInFrame: async (expression) => {
      let frame: unknown = memberOf(
        await send('browsingContext.getTree', { root: context }),
        'contexts',
      );
      let innermost: unknown;
      while ((frame = [frame].flat().at(-1))) {
        innermost = memberOf(frame, 'context');
        frame = memberOf(frame, 'children');
      }
      return evaluate(send, innermost, expression);
    },
    accessible: async () => {
      const chrome = await send('browsingContext.getTree', { 'moz:scope': 'chrome' });
      const [window] = [memberOf(chrome, 'contexts')].flat();
      return JSON.parse(await evaluate(send, memberOf(window, 'context'), readAccessible));
    },
    key: async (combination) => perform(keyActions(combination)),
    type: async (text) => perform(typeActions(text)),
    click: async (x, y) => perform(clickActions(x, y)),
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    screenshot: async () => {
      const shot = await send('browsingContext.captureScreenshot', { context });
      return Buffer.from(String(memberOf(shot, 'data')), 'base64');
    },
    close: async () => {
      listeners.delete(note);
      await send('browser.removeUserContext', { userContext });
    },
  };
}

/** Evaluates an expression in a page, or in the browser's own window, to JSON. */
async function evaluate(send: BiDi['send'], context: unknown, expression: string): Promise<string> {
  const script = { expression: jsonOf(expression), target: { context }, awaitPromise: true };
  const answer = await send('script.evaluate', script);
  const result = memberOf(answer, 'result');
  if (!result) throw new Error(JSON.stringify(memberOf(answer, 'exceptionDetails')));
  return String(memberOf(result, 'value'));
}

/** Reads the tab's accessibility tree, in the browser's own window (nsIAccessible). */
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
  // The tree is made when it is first asked for.
  while (!page()?.childCount) await new Promise((resolve) => setTimeout(resolve, 20));
  return read(page());
})()`;
