import type { CDPSession, Frame, Locator, Page } from '@playwright/test';

const address = {
  ADDRESS_HOME_STREET_NAME: 'Rua das Jabuticabeiras',
  ADDRESS_HOME_HOUSE_NUMBER: '120',
  ADDRESS_HOME_STREET_ADDRESS: 'Rua das Jabuticabeiras, 120\nApto 31',
  ADDRESS_HOME_DEPENDENT_LOCALITY: 'Vila Mariana',
  ADDRESS_HOME_CITY: 'São Paulo',
  ADDRESS_HOME_STATE: 'SP',
  ADDRESS_HOME_ZIP: '04101-000',
  ADDRESS_HOME_COUNTRY: 'BR',
  EMAIL_ADDRESS: 'maria@exemplo.com.br',
  PHONE_HOME_WHOLE_NUMBER: '+5511987654321',
};

/**
 * Makes Chromium fill in a form as if the buyer had chosen a saved card and address. `place` is the
 * page, or the isolated form's frame.
 */
export async function autofill(page: Page, place: Page | Frame, number: string): Promise<void> {
  const inPlace = await page.context().newCDPSession(place);
  const { frameTree } = await inPlace.send('Page.getFrameTree');
  const frameId = frameTree.frame.id;
  const browser = await page.context().newCDPSession(page);
  const card = { number, name: 'APPROVED', expiryMonth: '12', expiryYear: '2030', cvc: '123' };
  const fields = Object.entries(address).map(([name, value]) => ({ name, value }));
  const cardField = await nodeOf(inPlace, 'cc-number');
  await browser.send('Autofill.trigger', { fieldId: cardField, frameId, card });
  const fieldId = await nodeOf(inPlace, 'email');
  await browser.send('Autofill.trigger', { fieldId, frameId, address: { fields } });
}

type Node = Awaited<ReturnType<typeof documentOf>>;

async function documentOf(browser: CDPSession) {
  const { root } = await browser.send('DOM.getDocument', { depth: -1, pierce: true });
  return root;
}

/** Finds an input by `id`, including in shadow roots. */
async function nodeOf(browser: CDPSession, id: string): Promise<number> {
  const found = [await documentOf(browser)].flatMap(inputsIn).find(({ attributes = [] }) => {
    return attributes[attributes.indexOf('id') + 1] === id;
  });
  if (!found) throw new Error(`no field ${id}`);
  return found.backendNodeId;
}

function inputsIn(node: Node): Node[] {
  const { nodeName, children = [], shadowRoots = [] } = node;
  return [
    ...(nodeName === 'INPUT' ? [node] : []),
    ...[...children, ...shadowRoots].flatMap(inputsIn),
  ];
}

/**
 * Fills in a form like browsers that only know a field by its autofill token, and no separate house
 * number.
 */
export async function fillByTokens(form: Locator, number: string): Promise<void> {
  const texts = {
    'cc-number': number,
    'cc-exp': '12/2030',
    'cc-csc': '123',
    'cc-name': 'APPROVED',
    email: address.EMAIL_ADDRESS,
    tel: address.PHONE_HOME_WHOLE_NUMBER,
    'postal-code': address.ADDRESS_HOME_ZIP,
    'address-line1': 'Rua das Jabuticabeiras, 120',
    'address-line2': 'Apto 31',
    'address-level3': address.ADDRESS_HOME_DEPENDENT_LOCALITY,
    'address-level2': address.ADDRESS_HOME_CITY,
  };
  for (const [token, text] of Object.entries(texts))
    await form.locator(`input[autocomplete="${token}"]`).fill(text);
  await form.locator('select[autocomplete="address-level1"]').selectOption('SP');
}
