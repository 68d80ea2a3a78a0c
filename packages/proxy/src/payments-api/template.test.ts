import { CheckoutRequest } from '@card-checkout/contract';
import { describe, expect, it } from 'vitest';
import { card } from '@card-checkout/testing/checkout-request';
import { purchaseOf } from '../order/purchase.ts';
import { templateValues } from './payment-request.ts';
import { createTemplate } from './template.ts';

const times = { signedAt: 0, expiresAtMs: 0 };
const order = { id: 'o-1', amountCentavos: 1_905, maxInstallments: 1, ...times };
const address = { street: 'Rua A', city: 'São Paulo' };
const request = CheckoutRequest.parse({
  order: 'x',
  card,
  payer: { docType: 'cpf', document: '52998224725', address },
});
const values = templateValues(4711, purchaseOf(order, request));

describe('a template', () => {
  it('replaces whole values, and nothing within a text', () => {
    const template = createTemplate({
      a: '$order.amountDecimal',
      b: 'R$ 1',
      c: [1, '$order.id'],
      d: null,
    });

    expect(template.fillIn(values)).toEqual({ a: '19.05', b: 'R$ 1', c: [1, 'o-1'], d: null });
  });

  it('knows what is charged, and what the order costs without the interest of a plan', () => {
    const plans = [{ count: 1, amount: 2_005, total: 2_005 }];
    const template = createTemplate({
      all: '$order.amount',
      reais: '$order.amountDecimal',
      cash: '$order.cashAmount',
    });

    const filled = template.fillIn(templateValues(4711, purchaseOf({ ...order, plans }, request)));

    expect(filled).toEqual({ all: 2_005, reais: '20.05', cash: 1_905 });
  });

  it('leaves out absent members, and the objects that they leave empty', () => {
    const template = createTemplate({
      tds: { cavv: '$threeDSecure.Cavv', more: { xid: '$threeDSecure.Xid' } },
      list: ['$payer.name'],
      address: '$payer.address',
    });

    expect(template.fillIn(values)).toEqual({ list: [], address });
  });

  it('adds the order’s own fields at the top', () => {
    const template = createTemplate({ id: '$order.id' });

    expect(template.fillIn(values, { description: 'Shoes' })).toEqual({
      id: 'o-1',
      description: 'Shoes',
    });
  });

  it('knows where each member came from', () => {
    const template = createTemplate({
      c: { month: '$card.expiryMonth' },
      doc: '$payer.document',
      x: 1,
    });

    const names = ['c.month', 'doc', 'x', 'c'].map((path) => template.fieldOf(path));

    expect(names).toEqual(['card.expiry', 'payer.document', undefined, undefined]);
  });

  it('knows which values it takes, however deep', () => {
    const template = createTemplate({ notify: [{ url: '$postbackUrl' }], b: 'card.number' });

    expect([template.uses('postbackUrl'), template.uses('card.number')]).toEqual([true, false]);
  });

  it('leaves out the postback’s address where there is none', () => {
    const template = createTemplate({ id: '$order.id', postbackUrl: '$postbackUrl' });
    const url = 'https://proxy.example/api/postback/x';
    const reachable = templateValues(4711, purchaseOf(order, request), url);

    expect(template.fillIn(values)).toEqual({ id: 'o-1' });
    expect(template.fillIn(reachable)).toEqual({ id: 'o-1', postbackUrl: url });
  });
});
