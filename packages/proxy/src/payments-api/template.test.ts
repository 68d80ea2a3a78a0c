import { CheckoutRequest, type Json } from '@card-checkout/contract';
import { cardBrands } from '@card-checkout/contract/checkout';
import { describe, expect, it } from 'vitest';
import { card } from '@card-checkout/testing/checkout-request';
import { purchaseOf } from '../order/purchase.ts';
import { templateValues } from './template-paths.ts';
import { createHeaders, createTemplate } from './template.ts';

const times = { signedAt: 0, expiresAtMs: 0 };
const order = { id: 'o-1', amountCentavos: 1_905, maxInstallments: 1, ...times };
const address = { street: 'Rua A', city: 'São Paulo' };
const request = CheckoutRequest.parse({
  order: 'x',
  card,
  payer: { docType: 'cpf', document: '52998224725', address },
});
const ids = { merchantId: '4711', paymentId: 'p-1', postbackUrl: undefined };
const values = templateValues(purchaseOf(order, request), ids);

const brandsOf = (word: Json) => createTemplate({ a: '$card.number', word }).brands;

describe('a template', () => {
  it('replaces paths in texts, alone or among other words', () => {
    const template = createTemplate({
      a: '$order.amountDecimal',
      b: 'Pedido $order.id.',
      c: [1, '$order.amount', '$card.expiryMonth/$card.expiryYear'],
      d: null,
      e: 'R$ 1 e R$$ $$order.id',
      f: '$card.kind_card',
    });

    expect(template.fillIn(values)).toEqual({
      a: '19.05',
      b: 'Pedido o-1.',
      c: [1, 1905, '12/2030'],
      d: null,
      e: 'R$ 1 e R$ $order.id',
      f: 'credit_card',
    });
  });

  it('names the brands that it has a word for, and a Maestro as Mastercard', () => {
    const words = { visa: 'Visa', mastercard: 'Master' };

    expect(brandsOf({ '$card.brand': words })).toEqual(['visa', 'mastercard', 'maestro']);
    expect(brandsOf('$card.brand')).toEqual(cardBrands);
    expect(brandsOf({ '$card.brand': { ...words, '*': 'Other' } })).toBeUndefined();
    expect(brandsOf('none')).toBeUndefined();
    const maestro = { ...request.card, number: '5612345678901237' };
    const template = createTemplate({ brand: { '$card.brand': words } });
    const purchase = purchaseOf(order, { ...request, card: maestro });
    expect(template.fillIn(templateValues(purchase, ids))).toEqual({ brand: 'Master' });
  });

  it('makes numbers, and chooses by a value', () => {
    const template = createTemplate({
      month: { $number: '$card.expiryMonth' },
      reais: { $number: '$order.amountDecimal' },
      none: { $number: '$payer.phone.area' },
      kind: { '$payer.docType': { cpf: 'CPF', cnpj: 'CNPJ' } },
      pay: { '$card.kind': { credit: { credit_card: '$card.number' }, debit: { debit_card: 1 } } },
      other: { '$card.brand': { elo: 'Elo' } },
      rest: { '$card.brand': { elo: 'Elo', '*': 'not $card.brand' } },
      proof: { '$threeDSecure.Cavv': { '*': '3DS' } },
    });

    expect(template.fillIn(values)).toEqual({
      month: 12,
      reais: 19.05,
      kind: 'CPF',
      pay: { credit_card: card.number },
      rest: 'not visa',
    });
  });

  it.each([
    ['+55 (11) 98765-4321', ['55', '11', '987654321']],
    ['11 3456-7890', ['55', '11', '34567890']],
    ['5511987654321', ['55', '11', '987654321']],
    ['55 98765-4321', ['55', '55', '987654321']],
    ['011 98765 4321', ['55', '11', '987654321']],
    ['+1 415 555 2671', []],
    ['98765-4321', []],
  ])('takes the telephone number %s apart', (phone, parts) => {
    const typed = { ...request, payer: { ...request.payer, phone, name: ' Ana de Sá Lima ' } };
    const template = createTemplate({
      phone: ['$payer.phone.country', '$payer.phone.area', '$payer.phone.number'],
      name: '$payer.lastName, $payer.firstName',
    });

    const filled = template.fillIn(templateValues(purchaseOf(order, typed), ids));

    expect(filled).toEqual({ name: 'de Sá Lima, Ana', ...(parts.length > 0 && { phone: parts }) });
  });

  it('knows what is charged, and what the order costs without the interest of a plan', () => {
    const plans = [{ count: 1, amount: 2_005, total: 2_005 }];
    const template = createTemplate({
      all: '$order.amount',
      reais: '$order.amountDecimal',
      comma: '$order.amountComma',
      cash: '$order.cashAmount',
    });

    const filled = template.fillIn(templateValues(purchaseOf({ ...order, plans }, request), ids));

    expect(filled).toEqual({ all: 2_005, reais: '20.05', comma: '20,05', cash: 1_905 });
  });

  it('leaves out absent members, and the objects that they leave empty', () => {
    const template = createTemplate({
      tds: { cavv: '$threeDSecure.Cavv', more: { xid: '$threeDSecure.Xid' } },
      list: ['$payer.name', ['$payer.email']],
      text: 'Para $payer.name',
      address: ['$payer.address.street', '$payer.address.number', '$payer.address.city'],
      constants: { list: [], object: {} },
    });

    expect(template.fillIn(values)).toEqual({
      address: ['Rua A', 'São Paulo'],
      constants: { list: [], object: {} },
    });
  });

  it('adds the order’s own fields at the top', () => {
    const template = createTemplate({ id: '$order.id' });

    expect(template.fillIn(values, { description: 'Shoes' })).toEqual({
      id: 'o-1',
      description: 'Shoes',
    });
  });

  it.each([
    ['payments.0.card.month', 'card.expiry'],
    ['order.payments[0].card.number', 'card.number'],
    ['card.number', 'card.number'],
    ['customer.document', 'payer.document'],
    ['document', 'payer.document'],
    ['The Card Number is too long', undefined],
    ['threeDSecure.Cavv', 'threeDSecure'],
    ['proof', 'threeDSecure'],
    ['number', undefined],
    ['Number is invalid', undefined],
    ['seller.document', undefined],
    ['constant', undefined],
    ['payments[0].card', 'card.number'],
    ['card', 'card.number'],
    ['customer', undefined],
  ])('knows that an error about %s is about %s', (said, field) => {
    const template = createTemplate({
      payments: [
        {
          card: {
            number: '$card.number',
            holder_name: '$card.holder',
            validity: '$card.expiryMonth/$card.expiryYear',
            month: { $number: '$card.expiryMonth' },
          },
        },
      ],
      customer: { document: '$payer.document', phone: { number: '$payer.phone.number' } },
      proof: '$threeDSecure.Cavv',
      constant: 1,
    });

    expect(template.fieldOf(said)).toBe(field);
  });

  it('knows which values it takes, however deep', () => {
    const template = createTemplate({ notify: [{ url: '$postbackUrl' }], b: 'card.number' });

    expect([template.uses('postbackUrl'), template.uses('card.number')]).toEqual([true, false]);
  });

  it('leaves out the postback’s address where there is none', () => {
    const template = createTemplate({ id: '$order.id', postbackUrl: '$postbackUrl' });
    const url = 'https://proxy.example/api/postback/x';
    const reachable = (path: string) => (path === 'postbackUrl' ? url : values(path));

    expect(template.fillIn(values)).toEqual({ id: 'o-1' });
    expect(template.fillIn(reachable)).toEqual({ id: 'o-1', postbackUrl: url });
  });
});

const secrets = (path: string) => (path === 'apiToken' ? 'tok' : values(path));

describe('a request’s headers', () => {
  it('hold the token, the seller and the payment', () => {
    const headers = createHeaders({
      MerchantId: '$merchantId',
      MerchantKey: '$apiToken',
      Authorization: { $base64: '$apiToken:' },
      'Idempotency-Key': '$paymentId',
    });

    expect(headers.fillIn(secrets)).toEqual({
      MerchantId: '4711',
      MerchantKey: 'tok',
      Authorization: `Basic ${Buffer.from('tok:').toString('base64')}`,
      'Idempotency-Key': 'p-1',
    });
    expect([headers.has('merchantid'), headers.uses('apiToken')]).toEqual([true, true]);
  });

  it('take nothing of the card, and leave out what has no value', () => {
    const headers = createHeaders({ A: '$apiToken', B: 'b' });

    expect(headers.fillIn(() => undefined)).toEqual({ B: 'b' });
    expect(() => createHeaders({ A: '$card.number' })).toThrow(
      'uses $card.number in headers, where only $apiToken, $merchantId, $paymentId, $fraud.sessionId may stand',
    );
  });
});
