import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueToken, type Authentications, type TokenStore } from './authentication.ts';
import { startBank } from '../bank/bank-page.ts';
import { Journal } from '../web/journal.ts';
import type { Service } from '../web/service.ts';
import { startThreeDSProvider } from './provider.ts';

const anyPort = { host: '127.0.0.1', port: 0 };
const tokens: TokenStore = new Map();
const authentications: Authentications = new Map();
const order = { orderNumber: 'order1', currency: '986', amount: '12990' };
const fields = {
  ordernumber: 'order1',
  currency: '986',
  totalamount: '12990',
  installments: '1',
  paymentmethod: 'Credit',
  cardnumber: '4000000000002701',
  cardexpirationmonth: '12',
  cardexpirationyear: '2030',
  orderproductcode: 'PHY',
  merchanturl: 'http://shop.example',
  deviceipaddress: '127.0.0.1',
  browserInfo: {},
};

let bank: Service;
let provider: Service;

beforeAll(async () => {
  const journal = new Journal();
  bank = await startBank({ ...anyPort, authentications, journal, merchantName: 'Loja <b>' });
  provider = await startThreeDSProvider({
    ...anyPort,
    tokens,
    authentications,
    bankUrl: bank.url,
  });
});
afterAll(async () => {
  await provider.stop();
  await bank.stop();
});

async function call(name: string, token: string, body: object) {
  const response = await fetch(`${provider.url}/v2/3ds/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function initiate(): Promise<string> {
  const token = issueToken(tokens);
  await call('init', token, order);
  return token;
}

async function enroll(more: object) {
  return call('enroll', await initiate(), { ...fields, ...more });
}

describe('tokens', () => {
  it('accepts a token once', async () => {
    const token = issueToken(tokens);
    expect((await call('init', token, order)).status).toBe(200);
    expect((await call('init', token, order)).status).toBe(401);
  });

  it('refuses an unknown token', async () => {
    expect((await call('init', 'made.up', order)).status).toBe(401);
  });

  it('enforces the order of the calls', async () => {
    const token = issueToken(tokens);
    expect((await call('enroll', token, fields)).status).toBe(401);
    expect((await call('validate', token, fields)).status).toBe(401);
  });

  it('refuses an incomplete order', async () => {
    expect((await call('init', issueToken(tokens), { currency: '986' })).status).toBe(400);
  });
});

describe('enroll', () => {
  it.each([
    ['4000000000002701', { Status: 'AUTHENTICATED', Eci: '05', Version: '2.2.0' }],
    ['5200000000002235', { Status: 'AUTHENTICATED', Eci: '02', Version: '2.2.0' }],
    ['6505290000002000', { Status: 'AUTHENTICATED', Eci: '05', Version: '2.1.0' }],
    ['378282246310005', { Status: 'AUTHENTICATED', Eci: '05', Version: '2.1.0' }],
    ['4111111111111111', { Status: 'AUTHENTICATED', Eci: '05' }],
    ['4000000000002925', { Status: 'FAILED', Eci: '07', Cavv: null }],
    ['5200000000002276', { Status: 'FAILED', Eci: '00', Cavv: null }],
  ])('judges %s without a challenge', async (cardnumber, authentication) => {
    const { body } = await enroll({ cardnumber });
    expect(body).toMatchObject({
      Status: 'AUTHENTICATION_CHECK_NEEDED',
      Authentication: authentication,
    });
  });

  it('gives a Cavv of 28 characters', async () => {
    const { body } = await enroll({});
    expect(body.Authentication.Cavv).toMatch(/^[\d+/A-Za-z]{27}=$/);
  });

  it.each([
    ['4000000000002503', { Status: 'ENROLLED' }],
    ['6505290000002208', { Status: 'ENROLLED' }],
    ['4000000000002420', { Status: 'VALIDATION_NEEDED' }],
    ['5200000000002656', { Status: 'ERROR', ReturnCode: '150' }],
    ['4000000000002024', { Status: 'NOT_ENROLLED', Eci: '07' }],
    ['5200000000002805', { Status: 'NOT_ENROLLED', Eci: '04' }],
    ['6062825624254001', { Status: 'UNSUPPORTED_BRAND', ReturnCode: 'MPI600' }],
  ])('answers %s with %j', async (cardnumber, answer) => {
    expect((await enroll({ cardnumber })).body).toMatchObject(answer);
  });

  it('sends data only when the page asks for it', async () => {
    const { body } = await enroll({ authnotifyonly: 'true' });
    expect(body).toMatchObject({ Status: 'NOT_ENROLLED', Eci: '07' });
  });

  it.each([
    ['installments', '', '101'],
    ['merchanturl', undefined, '101'],
    ['deviceipaddress', '', '101'],
    ['cardexpirationyear', '30', '102'],
    ['paymentmethod', 'Pix', '102'],
  ])('refuses %s = %j', async (field, value, ReturnCode) => {
    expect((await enroll({ [field]: value })).body).toMatchObject({ Status: 'ERROR', ReturnCode });
  });

  it.each([
    ['totalamount', '12991'],
    ['ordernumber', 'order2'],
    ['currency', 'BRL'],
  ])('forbids another %s than at init', async (field, value) => {
    expect((await enroll({ [field]: value })).status).toBe(403);
  });
});

describe('the challenge', () => {
  const origin = 'http://shop.example';

  async function answerBank(cardnumber: string, form: Record<string, string>) {
    const token = await initiate();
    const { body: enrolled } = await call('enroll', token, { ...fields, cardnumber });
    const page = new URL(enrolled.AcsUrl);
    page.search = String(
      new URLSearchParams({ transaction: enrolled.AuthenticationTransactionId, origin }),
    );
    const asked = await (await fetch(page)).text();
    const answered = await (
      await fetch(page, { method: 'POST', body: new URLSearchParams(form) })
    ).text();
    const { body: validated } = await call('validate', token, fields);
    return { asked, answered, validated };
  }

  it('asks for the code and shows shop and amount', async () => {
    const { asked } = await answerBank('4000000000002503', { action: 'cancel' });
    expect(asked).toContain('Código SMS');
    expect(asked).toContain('Loja &lt;b&gt;');
    expect(asked).toMatch(/R\$\s129,90/);
  });

  it.each([
    ['4000000000002503', { action: 'confirm', code: '1234' }, 'AUTHENTICATED', 'SUCCESS'],
    ['4000000000002503', { action: 'confirm', code: '0000' }, 'FAILED', 'FAILURE'],
    ['4000000000002503', { action: 'cancel' }, 'FAILED', 'FAILURE'],
    ['4000000000002370', { action: 'confirm', code: '1234' }, 'FAILED', 'FAILURE'],
  ])('%s with %j is %s', async (cardnumber, form, status, actionCode) => {
    const { answered, validated } = await answerBank(cardnumber, form);
    expect(answered).toContain(`data-action-code="${actionCode}"`);
    expect(validated).toMatchObject({ Status: status });
  });

  it('fails if the buyer never answered the bank', async () => {
    const token = await initiate();
    await call('enroll', token, { ...fields, cardnumber: '4000000000002503' });
    expect((await call('validate', token, fields)).body).toMatchObject({ Status: 'FAILED' });
  });

  it('rejects an unknown transaction', async () => {
    expect((await fetch(`${bank.url}/challenge?transaction=other`)).status).toBe(404);
  });
});

describe('the scripts', () => {
  it.each(['/Scripts/BP.Mpi.3ds21.min.js', '/songbird/v2.0.0/songbird.js'])(
    'serves %s to any page',
    async (path) => {
      const response = await fetch(provider.url + path);
      expect(response.headers.get('content-type')).toMatch('javascript');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    },
  );
});
