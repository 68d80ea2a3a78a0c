import type { BrowserType, LaunchOptions, Page } from '@playwright/test';
import { jsonOf, type Accessible, type Tab } from './tab.ts';

/** Drives an installed Chromium or one of Playwright's own builds; without a profile, a private window. */
export async function openWithPlaywright(
  type: BrowserType,
  options: LaunchOptions,
  profile?: string,
): Promise<Tab> {
  const locale = 'pt-BR';
  const browser =
    profile === undefined
      ? await type.launch(options)
      : await type.launchPersistentContext(profile, { ...options, locale });
  const page = await ('version' in browser ? browser.newPage({ locale }) : browser.newPage());
  const { keyboard, mouse } = page;
  const lines: string[] = [];
  page.on('pageerror', ({ message }) => lines.push(`uncaught: ${message}`));
  page.on('console', (message) => {
    if (/warning|error/.test(message.type())) lines.push(message.text());
  });
  return {
    browser: `${type.name()} ${'version' in browser ? browser.version() : ''}`,
    ...(profile !== undefined && { profile }),
    console: lines,
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    eval: async (expression, depth = 0) => {
      let frame = page.mainFrame();
      for (let left = depth; left > 0; left--) {
        const inner = frame.childFrames().at(-1);
        if (!inner) throw new Error('no such frame');
        frame = inner;
      }
      return frame.evaluate<string>(jsonOf(expression));
    },
    // Chromium doesn't confirm a key press that removed its own out-of-process frame.
    key: async (combination) => {
      const detached = new Promise((resolve) => page.once('framedetached', resolve));
      await Promise.race([keyboard.press(combination), detached]);
    },
    type: async (text) => keyboard.type(text),
    click: async (x, y) => mouse.click(x, y),
    resize: async (width, height) => page.setViewportSize({ width, height }),
    screenshot: async () => page.screenshot(),
    ...(type.name() === 'chromium' && { accessible: async () => accessibleOf(page) }),
    close: async () => browser.close(),
  };
}

async function accessibleOf(page: Page): Promise<Accessible> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const read = (node: (typeof nodes)[number] | undefined): Accessible => ({
    role: String(node?.role?.value),
    name: String(node?.name?.value ?? ''),
    description: String(node?.description?.value ?? ''),
    value: String(node?.value?.value ?? ''),
    states: (node?.properties ?? [])
      .filter(({ value }) => String(value.value) === 'true')
      .map(({ name }) => name),
    children: (node?.childIds ?? []).map((id) => read(nodes.find(({ nodeId }) => nodeId === id))),
  });
  return read(nodes[0]);
}
