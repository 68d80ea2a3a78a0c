import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

// What a screen reader gets. In the isolated form, a script writes the fields' values.
test.use({ isolated: true });

interface Described {
  name: string;
  value: string;
  description: string;
  invalid: string;
}

/** Lists the text fields of all frames as the browser describes them to a screen reader. */
async function fieldsIn(page: Page): Promise<Described[]> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const ids = [frameTree.frame.id, ...(frameTree.childFrames ?? []).map(({ frame }) => frame.id)];
  const fields = await Promise.all(ids.map(async (frameId) => fieldsOf(session, frameId)));
  await session.detach();
  return fields.flat();
}

async function fieldsOf(session: CDPSession, frameId: string): Promise<Described[]> {
  const { nodes } = await session.send('Accessibility.getFullAXTree', { frameId });
  return nodes
    .filter(({ role }) => role?.value === 'textbox')
    .map(({ name, value, description, properties = [] }) => ({
      name: String(name?.value),
      value: String(value?.value ?? ''),
      description: String(description?.value ?? ''),
      invalid: String(properties.find((each) => each.name === 'invalid')?.value.value ?? 'false'),
    }));
}

test('a screen reader gets each key, correction and error of the isolated form', async ({
  checkout,
  page,
}) => {
  await checkout.open();
  await checkout.number.pressSequentially('40000000000027');
  const valueOf = async (field: string) =>
    (await fieldsIn(page)).find(({ name }) => name === field)?.value;

  await expect.poll(() => valueOf('Número do cartão')).toBe('4000 0000 0000 27');
  await page.keyboard.press('Backspace');
  await expect.poll(() => valueOf('Número do cartão')).toBe('4000 0000 0000 2');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => valueOf('Número do cartão')).toBe('4000 0000 0000 27');
  await checkout.leaveFields();

  await expect
    .poll(async () => (await fieldsIn(page)).find(({ name }) => name === 'Número do cartão'))
    .toMatchObject({ invalid: 'true', description: expect.stringContaining('incompleto') });
});

test.describe('after a decline', () => {
  // The browser logs its status.
  test.use({ breaksSomething: true });

  test('a screen reader gets once that the code is needed again, with the name of its field', async ({
    checkout,
    page,
  }) => {
    await checkout.open({ 'three-ds': 'off' });
    await checkout.pay({ holder: 'REFUSED' });
    await expect(checkout.securityCode).toBeFocused();
    const codes = async () =>
      (await fieldsIn(page)).filter(({ name }) => name.startsWith('Código de segurança'));

    await expect.poll(codes).toEqual([
      {
        name: 'Código de segurança. Digite o código de novo.',
        value: '',
        description: '',
        invalid: 'true',
      },
    ]);
    await checkout.securityCode.press('1');
    await expect.poll(codes).toEqual([
      {
        name: 'Código de segurança',
        value: '1',
        description: expect.stringContaining('No verso do cartão'),
        invalid: 'false',
      },
    ]);
  });
});
