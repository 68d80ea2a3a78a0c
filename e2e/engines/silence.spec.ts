import { scriptTag } from '../support/own-page.ts';
import { expect, test } from './test.ts';
import { often, type Till } from './till.ts';

test.use({ isolated: true });

/**
 * Notes what a page can see and hear around the frame: every event, everything through the form's port,
 * performance entries; and reads what has no event.
 */
const recorder = `<script>
  const heard = [];
  const note = ({ type }) => heard.push(type);
  const names = new Set('selectionchange textInput focusin focusout DOMActivate'.split(' '));
  for (const target of [window, document, HTMLElement.prototype])
    for (const name in target) if (name.startsWith('on')) names.add(name.slice(2));
  // Fired by the questions about commands below.
  for (const name of ['beforecopy', 'beforecut', 'beforepaste']) names.delete(name);
  for (const part of ['start', 'update', 'end']) names.add('composition' + part);
  for (const name of names) addEventListener(name, note, true);
  const Channel = MessageChannel;
  MessageChannel = class extends Channel {
    port1 = Object.assign(super.port1, { onmessage: note });
  };
  for (const type of ['event', 'first-input', 'layout-shift', 'largest-contentful-paint', 'resource'])
    new PerformanceObserver((list) => list.getEntries().forEach(() => note({ type }))).observe({ type });
  // Firefox enables copying as long as \`navigator.userActivation\` lasts, which no frame can hide.
  const commands = 'undo redo delete insertText selectAll'.split(' ');
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const look = () => {
    const scrollers = [...document.querySelectorAll('html, body, div')];
    const selection = getSelection();
    const { offsetTop, height, scale } = visualViewport;
    return JSON.stringify({
      places: scrollers.map((one) => [one.scrollTop, one.scrollLeft, one.scrollHeight]),
      frame: document.querySelector('iframe').getBoundingClientRect(),
      view: [scrollX, scrollY, Math.round(offsetTop), height, scale],
      focus: [document.activeElement.localName, document.hasFocus()],
      selection: [selection.type, selection.anchorOffset, String(selection)],
      commands: commands.map((name) => [name, document.queryCommandEnabled(name)]),
      counts: [history.length, frames.length, ...(performance.eventCounts?.values() ?? [])],
    });
  };
</script>`;

/** Types and corrects, then selects, copies, cuts and pastes, then undoes and redoes. */
const keys = `4 1 1 1 Backspace ArrowLeft 2 Delete Home 3 End
  Shift+ArrowLeft Control+c Control+x Control+v Control+a ArrowUp ArrowDown PageUp PageDown Shift+Home
  Control+z Control+z Control+y Control+Backspace Control+z`.split(/\s+/);

async function show(till: Till, proxy: string, tag: string): Promise<void> {
  const markup = (await till.markup()).replace(/proxy-url="[^"]*"/, `proxy-url="${proxy}"`);
  const space = '<p style="height: 3000px">Loja</p>';
  await till.openOwn(
    `${recorder}<textarea></textarea>${space}
     <div tabindex="-1" style="height: 500px; overflow: auto">${space}${markup}${space}</div>${space}${tag}`,
  );
  await till.expectReady();
}

for (const site of ['the same site', 'another site']) {
  for (const place of ['in view', 'out of view']) {
    test(`a page hears no key in a frame ${place}, of ${site}`, async ({ till, tab, demo }) => {
      const host = site === 'another site' ? 'localhost' : '127.0.0.1';
      const proxy = demo.urls.proxy.replace('127.0.0.1', host);
      const urls = { ...demo.urls, proxy };
      await show(till, proxy, scriptTag({ ...demo, urls }, true));
      await tab.eval(`void document.querySelector('textarea').focus()`);
      await tab.key('Tab');
      const focus = async () => till.ask(() => document.hasFocus());
      await expect.poll(focus, often).toBe(true);
      const scroll =
        place === 'in view'
          ? `document.querySelector('iframe').scrollIntoView({ block: 'center' })`
          : 'scroller.scrollTo(0, 0), scrollTo(0, 0)';
      const around = async () => tab.eval(`drawn().then(() => [look(), heard.splice(0).join()])`);
      for (const field of ['#cc-number', '#cc-name', '#document'] as const) {
        await till.ask(({ shadowRoot }, part) => {
          shadowRoot.querySelector<HTMLElement>(part)?.focus({ preventScroll: true });
        }, field);
        await tab.eval(`((scroller) => void (${scroll}))(document.querySelector('div'))`);
        const before = await tab.eval(`drawn().then(() => [look(), ''])`);
        await expect.poll(around, often).toBe(before);
        for (const key of keys) {
          await tab.key(key, 1);
          expect(await around(), `${key} in ${field}`).toBe(before);
        }
        expect(await till.picture(field)).toMatch(/\d/);
      }
      // It hears what has waited, once the buyer leaves the fields.
      await tab.key('Tab', 1);
      await expect.poll(around, often).toContain('message');
    });
  }
}

test('number and code are copied and cut by the buyer’s own key, not by a command of the page', async ({
  till,
  tab,
}) => {
  await till.open();
  const press = async (...pressed: string[]) => {
    for (const key of pressed) await tab.key(key);
  };
  const expectCopied = async (text: string) => {
    await till.click('#cc-name');
    await press('Control+a', 'Control+v');
    await expect.poll(async () => till.picture('#cc-name'), often).toBe(`${text}|`);
  };
  await till.type('#cc-name', 'MARIA');
  await press('Control+a', 'Control+c');
  for (const [field, text, shown] of [
    ['#cc-number', '41112', '4111 2'],
    ['#cc-csc', '123', '123'],
  ] as const) {
    await till.type(field, text);
    await tab.key('Control+a');
    for (const command of ['copy', 'cut']) await tab.eval(`document.execCommand('${command}')`);
    expect((await till.picture(field)).replace('|', '')).toBe(shown);
    await expectCopied('MARIA');
  }
  await till.click('#cc-number');
  await press('Control+a', 'Control+x');
  expect(await till.picture('#cc-number')).toBe('|');
  await expectCopied('4111 2');
});
