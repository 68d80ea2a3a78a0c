import { createSigner } from 'fast-jwt';
import { describe, expect, it } from 'vitest';
import { orderSecret } from '@card-checkout/testing/checkout-request';
import { apiFile } from '@card-checkout/testing/during-test';
import { startProxyWith as start } from '../../testing/running-proxy.ts';

const claims = { sub: 'order-1', amount: 1, currency: 'BRL', iat: 1, exp: 4_000_000_000 };
const dearer = { max: 2, plans: [{ count: 2, amount: 1, total: 2 }] };

function sign(changes: object): string {
  return createSigner({ key: orderSecret, algorithm: 'HS256' })({ ...claims, ...changes });
}

describe('the claims of an order', () => {
  it.each([1, 3_900_000_000])(
    "may say that it's not valid before %d, by the shop's clock",
    async (nbf) => {
      const { proxy } = await start();

      const { status } = await proxy.pay({ body: { order: sign({ nbf, jti: 'a', iss: 'shop' }) } });

      expect(status).toBe(200);
    },
  );

  it('may be null, or an empty list of PHP, if they are optional', async () => {
    const { proxy } = await start();
    const token = sign({
      aud: null,
      installments: { max: 1, plans: null },
      payer: { name: null, address: [] },
      description: null,
      fields: [],
    });

    const { status } = await proxy.pay({ body: { order: token } });

    expect(status).toBe(200);
  });

  it('takes a token for several audiences, one of which it is', async () => {
    const { proxy } = await start();
    const token = sign({ aud: ['shop.example', 'card-checkout'] });

    const answer = await proxy.pay({ body: { order: token } });

    expect(answer.status).toBe(200);
  });

  it.each([
    ['iat', { iat: Date.now() }, 'iat: must be in seconds since 1970, but is in milliseconds'],
    ['exp', { exp: Date.now() }, 'exp: must be in seconds since 1970, but is in milliseconds'],
    ['the id', { sub: '..' }, 'sub: must not have empty, . or .. parts between slashes'],
    ['the id', { sub: 'a//b' }, 'sub: must not have empty, . or .. parts between slashes'],
    ['the id', { sub: 'a/' }, 'sub: must not have empty, . or .. parts between slashes'],
    ['the id', { sub: 'a/../b' }, 'sub: must not have empty, . or .. parts between slashes'],
    ['the amount', { amount: 1.5 }, 'amount: must be a whole number'],
    [
      'a plan',
      { installments: dearer },
      'installments.plans.0.monthlyRate: is required, because the plan costs more than the order',
    ],
  ])('says of a signed token that %s is wrong, never its value', async (_name, claim, detail) => {
    const { proxy } = await start();

    const answer = await proxy.pay({ body: { order: sign(claim) } });

    expect([answer.status, answer.body['code']]).toEqual([401, 'order_invalid']);
    expect(answer.body['detail']).toBe(detail);
  });

  it.each(['user', 'amount', 'docType', 'installments', 'card', 'threeDSecure', 'postbackUrl'])(
    'refuses an order whose `fields` set %s',
    async (name) => {
      const { service, proxy } = await start();

      const answer = await proxy.pay({ order: { fields: { note: 'a', [name]: 'cpf' } } });

      expect([answer.status, answer.body['code']]).toEqual([401, 'order_invalid']);
      expect(answer.body['detail']).toBe(`fields: must not set ${name}`);
      expect(service.received).toHaveLength(0);
    },
  );

  it.each(['valor', 'cartao', 'parcelas'])(
    'refuses an order whose `fields` set %s, where a template charges by it',
    async (name) => {
      const request = {
        valor: '$order.amountDecimal',
        cartao: { numero: '$card.number' },
        parcelas: '$installments',
        nome: '$payer.name',
      };
      const answer = { status: { absent: 'paid' }, transactionId: ['/id'] };
      const { service, proxy } = await start(undefined, apiFile({ request, answer }));

      const other = await proxy.pay({ order: { fields: { nome: 'Maria' } } });
      const refused = await proxy.pay({ order: { sub: 'o-2', fields: { [name]: '0.01' } } });

      expect(other.status).toBe(200);
      expect([refused.status, refused.body['detail']]).toEqual([
        401,
        `fields: must not set ${name}`,
      ]);
      expect(service.received).toHaveLength(1);
    },
  );
});
