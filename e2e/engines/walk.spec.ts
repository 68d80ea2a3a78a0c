import { existsSync, readFileSync } from 'node:fs';
import axe from 'axe-core';
import { levels, violations } from '../support/access-audit.ts';
import { scriptTag } from '../support/own-page.ts';
import type { Accessible } from './drivers/tab.ts';
import { expect, test } from './test.ts';
import { challenged, often, typed, type Till } from './till.ts';

const roles: Readonly<Record<string, string>> = {
  entry: 'textbox',
  pushbutton: 'button',
  radiobutton: 'radio',
  grouping: 'group',
  statusbar: 'status',
  graphic: 'image',
  'internal frame': 'Iframe',
  'text leaf': 'StaticText',
  label: 'LabelText',
};
const said =
  /^(textbox|button|radio|group|combobox|link|image|dialog|alert|status|Iframe|heading)$/;
const states = ['required', 'invalid', 'checked', 'readonly', 'disabled', 'unavailable'];
/** The content of these is their name, or another document's. */
const closed = /^(textbox|button|link|image|combobox|Iframe|heading)$/;

function linesOf(part: Accessible, parent = ''): string[] {
  const role = roles[part.role] ?? part.role;
  const around = /^(LabelText|Legend)$/.test(parent) ? parent : role;
  const children = closed.test(role)
    ? []
    : part.children.flatMap((child) => linesOf(child, around));
  const name = part.name
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^[\da-f]{8}-[\da-f-]{27}$/, '(id)')
    .replace(/^[\dA-F]{4}-[\dA-F]{4}$/, '(short code)')
    .replace(/^\d+\/\d+\/\d+, [\d:]+( [AP]M)?$/, '(date)');
  if (role === 'StaticText')
    return name && parent !== 'LabelText' && parent !== 'Legend' ? [`“${name}”`] : [];
  if (!said.test(role)) return children;
  const facts = [
    role.toLowerCase(),
    name && `“${name}”`,
    // Only Chromium reports this for a frame whose document has the focus.
    ...states.filter((state) => part.states.includes(state) && role !== 'Iframe'),
    role !== 'link' && part.value && `= ${part.value}`,
    part.description && `(${part.description.replaceAll(/\s+/g, ' ')})`,
  ];
  const line = facts.filter(Boolean).join(' ');
  // An empty live region is silent.
  return [...(/alert|status/.test(role) ? [] : [line]), ...children.map((child) => `  ${child}`)];
}

/** Makes a payment with a challenge, after submitting an empty form, and stops at each state. */
async function walk(
  till: Till,
  { markup, approved }: { markup: string; approved: string },
  stop: (state: string) => Promise<void>,
): Promise<void> {
  await till.openOwn(markup);
  await till.expectReady();
  await stop('empty');
  await till.click('.pay');
  await expect.poll(async () => till.focused(), often).toBe('cc-number');
  await stop('pressed while empty');
  await till.fillIn({ ...typed, '#cc-number': challenged });
  await stop('filled');
  await till.click('.pay');
  await till.expectBank();
  // The dialog shows its hints after eight seconds.
  await till.tab.eval(`void (() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 8_000;
  })()`);
  await stop('at the bank');
  await till.answerBank('1234');
  await till.expectText(approved);
  await stop('approved');
}

test.skip(({ isolated }) => isolated, '`access/` reads its frame, which these drivers can’t');

const query = { amount: '12990', kinds: 'credit debit' };

for (const [locale, approved] of [
  ['pt-BR', 'Pagamento aprovado'],
  ['en', 'Payment approved'],
  ['es', 'Pago aprobado'],
] as const) {
  test(`a payment in ${locale} is said by the browser as recorded`, async ({
    till,
    tab,
    demo,
  }, info) => {
    const file = `${locale}.txt`;
    const path = info.snapshotPath(file);
    const kept = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const read = async (state: string): Promise<string> => {
      const page = await tab.accessible?.();
      return page ? `# ${state}\n${linesOf(page).join('\n')}\n` : '';
    };
    const walked: string[] = [];
    const markup = (await till.markup({ ...query, locale })) + scriptTag(demo);
    await walk(till, { markup, approved }, async (state) => {
      // The browser updates the accessibility tree a moment after the page.
      const isKept = expect.poll(async () => kept.includes(await read(state)), often).toBe(true);
      await isKept.catch(() => undefined);
      walked.push(await read(state));
    });
    if (tab.accessible) expect(walked.join('\n')).toMatchSnapshot(file);
  });
}

/** Waits for all finite animations, since colors in transition have a different contrast. */
const still = `(async () => {
  const moving = document.querySelector('card-checkout').shadowRoot.getAnimations();
  const ending = moving.filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  return true;
})()`;

test('axe finds nothing in any state of a payment, light or dark', async ({ till, tab, demo }) => {
  const markup = (await till.markup(query)) + scriptTag(demo);
  await walk(till, { markup, approved: 'Pagamento aprovado' }, async (state) => {
    // axe can't order headings whose place changes while it runs; the frame prepared for the press goes.
    await expect.poll(async () => till.has('[hidden] > iframe'), often).toBe(false);
    await tab.eval(`void (self.axe || (() => {${axe.source}})())`);
    for (const [scheme, rules] of [
      // Only colors depend on the color scheme.
      ['dark', ['color-contrast']],
      ['light', levels],
    ] as const) {
      const style = `color-scheme: ${scheme}; background: Canvas`;
      await tab.eval(`void (document.documentElement.style = '${style}')`);
      await tab.eval(still);
      const call = `(${String(violations)})(${JSON.stringify([rules, 'card-checkout'])})`;
      expect(JSON.parse(await tab.eval(call)), `${state}, ${scheme}`).toEqual([]);
    }
  });
});
