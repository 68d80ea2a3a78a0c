import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPaymentsApi, type PaymentsApi } from './payments-api.ts';
import { createServer, listen, type Service } from '../web/service.ts';

const apiToken = 'abc123';
const merchantId = 4242;
const authorized = { authorization: `Token ${apiToken}` };
const card = {
  number: '4000000000002701',
  holder: 'APPROVED',
  expirationMonth: '12',
  expirationYear: '2030',
  cvv: '737',
};
const checkout = {
  user: merchantId,
  amount: 12_990,
  docType: 'cpf',
  document: '52998224725',
  card,
  paymentMethod: 'credit',
  installments: 3,
};

let service: PaymentsApi;
let chargesBefore: number;

beforeAll(async () => {
  service = await startPaymentsApi({
    apiToken,
    merchantId,
    slowMs: 1,
    postbackDelayMs: 1,
    tokenSlowMs: 1,
  });
});
beforeEach(() => {
  chargesBefore = service.ledger.length;
});
afterAll(() => service.stop());

function pay(body: unknown, headers: Record<string, string> = authorized): Promise<Response> {
  return fetch(`${service.url}/api/checkout/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function payAs(holder: string, more: object = {}): Promise<Response> {
  return pay({ ...checkout, ...more, card: { ...card, holder } });
}

function newCharges() {
  return service.ledger.slice(chargesBefore);
}

describe('authentication', () => {
  it.each([
    [{}, 'Authentication credentials were not provided.'],
    [{ authorization: `Bearer ${apiToken}` }, 'Authentication credentials were not provided.'],
    [{ authorization: 'Token wrong' }, 'Invalid token.'],
  ])('refuses %j', async (headers, detail) => {
    const response = await pay(checkout, headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ detail });
  });

  it('refuses a merchant that doesn’t match the credentials', async () => {
    const response = await pay({ ...checkout, user: checkout.user + 1 });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({
      detail: 'You do not have permission to perform this action.',
    });
  });
});

describe('validation', () => {
  it('answers 404 for an unknown merchant', async () => {
    const response = await pay({ ...checkout, user: 1 });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'Seller not found' });
  });

  const required = ['Este campo é obrigatório.'];
  const incomplete = ['Cavv, Eci e Version são obrigatórios para pagamento 3DS.'];

  it.each([
    ['user', undefined, required],
    ['amount', undefined, required],
    ['docType', undefined, required],
    ['document', undefined, required],
    ['document', '', required],
    ['card', undefined, required],
    ['card', { ...card, cvv: undefined }, required],
    ['paymentMethod', undefined, required],
    ['amount', '129.90', ['Um número inteiro válido é exigido.']],
    ['docType', 'CPF', ['docType inválido']],
    ['docType', 'cpF', ['docType inválido']],
    ['threeDSecure', {}, incomplete],
    ['threeDSecure', { Cavv: 'AAAB', Eci: '05' }, incomplete],
    ['threeDSecure', { Cavv: '', Eci: '05', Version: '2.2.0' }, incomplete],
    ['postbackUrl', 'nowhere', ['Informe uma URL válida.']],
  ])('refuses %s = %j', async (field, value, messages) => {
    const response = await pay({ ...checkout, [field]: value });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ errors: { [field]: messages } });
    expect(newCharges()).toEqual([]);
  });

  it('names every wrong field at once', async () => {
    const response = await pay({});
    const fields = ['user', 'amount', 'docType', 'document', 'card', 'paymentMethod'];
    expect(await response.json()).toEqual({
      errors: Object.fromEntries(fields.map((field) => [field, required])),
    });
  });

  it('refuses a body that is not JSON', async () => {
    const response = await pay('{');
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('detail');
  });

  it('refuses other media types', async () => {
    const response = await pay('a=1', { ...authorized, 'content-type': 'text/plain' });
    expect(response.status).toBe(415);
    expect(await response.json()).toEqual({
      detail: 'Unsupported media type "text/plain" in request.',
    });
  });

  it('refuses other methods and paths', async () => {
    const otherMethod = await fetch(`${service.url}/api/checkout/`, { headers: authorized });
    expect(otherMethod.status).toBe(405);
    expect((await fetch(`${service.url}/api/checkout`)).status).toBe(404);
  });
});

describe('the name on the card', () => {
  it('approves any name and charges once', async () => {
    const threeDSecure = { Cavv: 'AAABBBCCC', Eci: '05', Version: '2.2.0' };
    const response = await payAs('MARIA DA SILVA', { threeDSecure });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      status: 'paid',
      amount: 12_990,
      installments: 3,
      card: { brand: 'visa', lastDigits: '2701' },
    });
    expect(newCharges()).toEqual([
      expect.objectContaining({
        holder: 'MARIA DA SILVA',
        first6: '400000',
        last4: '2701',
        eci: '05',
      }),
    ]);
  });

  it.each([
    ['RISK', 400, { error: 'Recusado por análise de risco' }, 0],
    ['risk', 400, { error: 'Recusado por análise de risco' }, 0],
    ['SELLER', 400, { error: 'Seller not found' }, 0],
    ['SUCCESS_FALSE', 200, { success: false, message: 'Cartão recusado' }, 0],
    ['LIMIT', 429, { detail: 'Request was throttled.' }, 0],
    ['ERROR_500', 500, { detail: 'Internal server error.' }, 0],
    ['CHARGED_THEN_500', 500, { detail: 'Internal server error.' }, 1],
    ['CHARGED_THEN_500_LATE', 500, { detail: 'Internal server error.' }, 1],
    ['CHARGED_THEN_500_SILENT', 500, { detail: 'Internal server error.' }, 1],
  ])('%s answers %i', async (holder, status, body, charges) => {
    const response = await payAs(holder);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual(body);
    expect(newCharges()).toHaveLength(charges);
  });

  it.each([
    ['REFUSED', 'refused', 0],
    ['UNKNOWN_STATUS', 'em disputa', 1],
    ['SLOW_8S', 'paid', 1],
  ])('%s answers 201 and says %s', async (holder, status, charges) => {
    const response = await payAs(holder);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ status });
    expect(newCharges()).toHaveLength(charges);
  });

  it('HTML_502 answers with HTML', async () => {
    const response = await payAs('HTML_502');
    expect(response.status).toBe(502);
    expect(response.headers.get('content-type')).toMatch('text/html');
  });

  it.each([
    ['RESET', 0],
    ['CHARGED_THEN_RESET', 1],
  ])('%s closes the connection without an answer', async (holder, charges) => {
    await expect(payAs(holder)).rejects.toThrow('fetch failed');
    expect(newCharges()).toHaveLength(charges);
  });

  it.each([
    ['LIMIT_ONCE', 429],
    ['ERROR_502_ONCE', 502],
  ])('%s answers %i once to each buyer', async (holder, status) => {
    const first = { document: '11144477735' };
    const second = { document: '39053344705' };
    expect((await payAs(holder, first)).status).toBe(status);
    expect((await payAs(holder, second)).status).toBe(status);
    expect((await payAs(holder, first)).status).toBe(201);
    expect((await payAs(holder, second)).status).toBe(201);
    expect(newCharges()).toHaveLength(2);
  });
});

describe('postbacks', () => {
  const postbacks = new EventEmitter();
  let shop: Service;
  let postbackUrl: string;

  beforeAll(async () => {
    const app = createServer();
    app.post<{ Params: { holder: string } }>('/postback/:holder', async ({ params, body }) =>
      postbacks.emit(params.holder, body),
    );
    shop = await listen(app, { host: '127.0.0.1', port: 0 });
    postbackUrl = `${shop.url}/postback`;
  });
  afterAll(() => shop.stop());

  it.each([
    ['APPROVED', 'paid', 1],
    ['CHARGED_THEN_500', 'paid', 1],
    ['PENDING', 'paid', 1],
    ['UNKNOWN_STATUS', 'paid', 1],
    ['REFUSED', 'refused', 0],
  ])('%s posts back %s', async (holder, status, charges) => {
    const received = once(postbacks, holder);
    await payAs(holder, { postbackUrl: `${postbackUrl}/${holder}` });
    expect(await received).toEqual([
      { id: expect.stringMatching(/^pay_/), status, amount: 12_990 },
    ]);
    expect(newCharges()).toHaveLength(charges);
  });

  it('survives a shop that doesn’t answer', async () => {
    await payAs('APPROVED', { postbackUrl: 'http://127.0.0.1:1/' });
    expect((await payAs('APPROVED')).status).toBe(201);
  });
});

describe('what it keeps', () => {
  it('shows its ledger to any page', async () => {
    const response = await fetch(`${service.url}/_sandbox/ledger`, {
      headers: { origin: 'http://shop.example' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toEqual({ charges: service.ledger });
    const requests = await fetch(`${service.url}/_sandbox/requests`);
    expect(await requests.json()).toEqual({ requests: service.requests });
  });

  it('keeps neither a card number nor a security code', async () => {
    await payAs('APPROVED', { extra: 'whole' });
    const kept = JSON.stringify([service.ledger, service.requests]);
    expect(kept).not.toContain(card.number);
    // An id may contain the same three digits by chance.
    expect(kept).not.toMatch(new RegExp(`(?<![\\w-])${card.cvv}(?![\\w-])`));
    expect(service.requests.at(-1)).toMatchObject({
      extra: 'whole',
      amount: 12_990,
      card: { first6: '400000', last4: '2701', expirationYear: '2030' },
    });
  });
});

it('stops while a request hangs', async () => {
  const hanging = await startPaymentsApi({ apiToken, merchantId });
  const answer = fetch(`${hanging.url}/api/checkout/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorized },
    body: JSON.stringify({ ...checkout, card: { ...card, holder: 'HANG' } }),
  });
  const refused = expect(answer).rejects.toThrow('fetch failed');
  await expect.poll(() => hanging.requests.length).toBe(1);
  expect(hanging.ledger).toEqual([]);
  await hanging.stop();
  await refused;
});
