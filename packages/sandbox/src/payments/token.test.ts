import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Faults } from '../web/faults.ts';
import { startPaymentsApi, type PaymentsApi } from './payments-api.ts';

const faults: Faults = {};
let service: PaymentsApi;

beforeAll(async () => {
  service = await startPaymentsApi({ apiToken: 'abc', merchantId: 1, tokenSlowMs: 1, faults });
});
afterAll(() => service.stop());

function getToken(query: string): Promise<Response> {
  return fetch(`${service.url}/api/3ds/token/${query}`, {
    headers: { origin: 'http://shop.example' },
  });
}

describe('GET /api/3ds/token/', () => {
  it.each(['cielo', 'rede', 'getnet'])('gives any page a token for %s', async (provider) => {
    const response = await getToken(`?provider=${provider}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 1200,
    });
  });

  it('gives a new token each time', async () => {
    const first = await (await getToken('?provider=cielo')).json();
    const second = await (await getToken('?provider=cielo')).json();
    expect(first).not.toEqual(second);
  });

  it.each([
    ['', 'Este campo é obrigatório.'],
    ['?provider=other', 'provider inválido'],
  ])('refuses "%s"', async (query, message) => {
    const response = await getToken(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ errors: { provider: [message] } });
  });
});

describe('a faulty GET /api/3ds/token/', () => {
  afterEach(() => {
    faults.fault = undefined;
  });

  it.each([
    ['token-slow', 200],
    ['token-429', 429],
    ['token-502', 502],
  ] as const)('%s answers %i', async (fault, status) => {
    faults.fault = fault;
    const response = await getToken('?provider=cielo');
    expect(response.status).toBe(status);
  });
});
