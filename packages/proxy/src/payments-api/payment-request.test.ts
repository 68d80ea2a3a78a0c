import { describe, expect, it } from 'vitest';
import { card } from '@card-checkout/testing/checkout-request';
import { apiFile } from '@card-checkout/testing/during-test';
import { postbackUrlOf } from '@card-checkout/testing/scripted-server';
import { token } from '@card-checkout/testing/proxy-environment';
import { retrying, startProxyWith as start } from '../../testing/running-proxy.ts';

const holder = 'JOANA CANARIA';
const payer = {
  docType: 'cpf',
  document: '52998224725',
  name: 'Joana C. Silva',
  email: 'joana@example.com',
  phone: '11999990000',
};
const payment = {
  order: { fields: { description: 'Shoes' } },
  body: {
    card: { ...card, holder, expiry: '2031-07' },
    payer,
    installments: 3,
    threeDSecure: { Cavv: 'canaryCavv', Eci: '05', Version: '2.2.0', Xid: 'xid', ReferenceId: 'r' },
    fraud: { sessionId: 's-1' },
  },
};

const nothingOfTheCard =
  /CANARIA|2031|expir|cvv|security|canaryCavv|4000000000|(?<![\d.])739(?!\d)/i;

describe('the log of a 5xx', () => {
  it('holds the request, and of the card its first six and last four digits', async () => {
    const { service, proxy } = await start(() => ({ status: 500 }), retrying);

    await proxy.pay(payment);

    const failures = proxy.logged('try_failed');
    expect(failures.map((line) => line['try'])).toEqual([1, 2, 3, 4]);
    expect(failures[0]).toMatchObject({ level: 50, order: 'order-1', amountCentavos: 12_990 });
    expect(failures[0]?.['request']).toEqual({
      user: 4711,
      amount: 12_990,
      docType: 'cpf',
      document: '52998224725',
      card: { number: '400000…2701' },
      customer: { name: 'Joana C. Silva', email: 'joana@example.com', phone: '11999990000' },
      paymentMethod: 'credit',
      installments: 3,
      threeDSecure: { Eci: '05', Version: '2.2.0' },
      fraudSessionId: 's-1',
      description: 'Shoes',
    });
    const said = failures.map(({ request }) => JSON.stringify(request)).join('\n');
    expect(said).not.toMatch(nothingOfTheCard);
    const tokens = service.received.map((request) => postbackUrlOf(request).split('/').at(-1));
    for (const secret of tokens) expect(proxy.logLines.join('\n')).not.toContain(secret);
  });

  it('holds no card data under the names of another template either', async () => {
    const request = {
      valor: '$order.amountDecimal',
      cartao: ['$card.number', '$card.holder', '$card.expiry', '$card.securityCode', '$card.kind'],
      validade: { mes: '$card.expiryMonth', ano: '$card.expiryYear' },
      texto: ['Cartão $card.number de $card.holder', '$card.expiryMonth/$card.expiryYear'],
      bandeira: { '$card.brand': { visa: 'Visa $card.number' } },
      ano: { $number: '$card.expiryShortYear' },
      prova: '$threeDSecure.Cavv',
      avise: '$postbackUrl',
    };
    const settings = { ...retrying, ...apiFile({ request }) };
    const { service, proxy } = await start(() => ({ status: 503 }), settings);

    await proxy.pay({ body: payment.body });

    expect(service.received[0]?.text).toContain('canaryCavv');
    expect(proxy.logged('try_failed')[0]?.['request']).toEqual({
      valor: '129.90',
      cartao: ['400000…2701', 'credit'],
      bandeira: 'Visa 400000…2701',
    });
    expect(proxy.logLines.join('\n')).not.toMatch(/CANARIA|2031|canaryCavv|4000000000002701/);
  });

  it.each([500, 409, 401])('holds the whole answer of %i, masked', async (status) => {
    const end = 'the end of the page';
    const { service, proxy } = await start(
      (_number, { text, headers }) => ({
        status,
        text: `${JSON.stringify(text)} ${headers.authorization} 11.222.333/0001-81 ${'x'.repeat(9000)}${end}`,
      }),
      retrying,
    );

    await proxy.pay(payment);

    const body = String(proxy.logged('try_failed')[0]?.['body']);
    expect(body).toContain(end);
    expect(body).toContain('joana@example.com');
    // A key may hold the security code's digits by chance.
    const said = body.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'key');
    expect(said).not.toMatch(/CANARIA|2031|739|canaryCavv|4000000000|52998224725|11\.222/);
    expect(body).not.toContain(postbackUrlOf(service.received[0]).split('/').at(-1));
    expect(body).not.toContain(token);
  });

  it('is not written after any other answer', async () => {
    const { proxy } = await start((number) => (number === 1 ? { status: 429 } : 'reset'), retrying);

    await proxy.pay(payment);

    expect(proxy.logged('try_failed')).toEqual([]);
    expect(proxy.logged('try_ended')).toHaveLength(2);
  });
});

describe('the request to the payments API', () => {
  it.each([
    ['https://proxy.example', 'https://proxy.example/api/postback/'],
    ['https://shop.example/pay/', 'https://shop.example/pay/api/postback/'],
  ])('says where to post back, below PUBLIC_URL=%s', async (PUBLIC_URL, prefix) => {
    const { service, proxy } = await start(undefined, { PUBLIC_URL });

    await proxy.pay();

    const url = postbackUrlOf(service.received[0]);
    expect(url.slice(0, prefix.length)).toBe(prefix);
    expect(url.slice(prefix.length)).toMatch(/^[\da-f-]{36}\.[\w-]{43}$/);
  });
});
