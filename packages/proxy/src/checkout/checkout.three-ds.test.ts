import { describe, expect, it } from 'vitest';
import { asking, card, newProof } from '@card-checkout/testing/checkout-request';
import { apiFile } from '@card-checkout/testing/during-test';
import type { ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import builtInFile from '../payments-api/built-in-api.json' with { type: 'json' };
import { startProxyWith as start } from '../../testing/running-proxy.ts';

const declined: ScriptedAnswer = { status: 400, json: { error: 'Recusado' } };
const orders = ['order-1', 'order-2', 'order-3', 'order-4'];

function answers(sent: readonly { status: number; body: Record<string, unknown> }[]) {
  return sent.map(({ status, body }) => `${status} ${String(body['code'] ?? body['status'])}`);
}

describe('THREE_DS=required', () => {
  it.each([
    ['no proof', undefined],
    ['a part of one', { ...newProof(), Version: undefined }],
    ['a toy Cavv', { ...newProof(), Cavv: 'x' }],
    ['19 bytes', { ...newProof(), Cavv: Buffer.alloc(19).toString('base64') }],
    ['ECI 07', { ...newProof(), Eci: '07' }],
    ['ECI 00', { ...newProof(), Eci: '00' }],
    ["Mastercard's ECI on a Visa card", { ...newProof(), Eci: '02' }],
    ['version 9', { ...newProof(), Version: '9' }],
  ])('sends no card with %s', async (_name, threeDSecure) => {
    const { service, proxy } = await start(undefined, { THREE_DS: 'required' });
    const debit = { card: { ...card, kind: 'debit' } };

    const refused = await proxy.pay({ body: { threeDSecure } });
    const refusedDebit = await proxy.pay({ body: { threeDSecure, ...debit } });
    const sentBefore = service.received.length;
    const paid = await proxy.pay({ body: { threeDSecure: newProof() } });

    expect(answers([refused, refusedDebit, paid])).toEqual([
      '422 three_ds_required',
      '422 three_ds_required',
      '200 approved',
    ]);
    expect([sentBefore, service.received.length]).toEqual([0, 1]);
  });

  it('takes the ECI of the card’s brand, and 05 where the brand is unknown', async () => {
    const { proxy } = await start(undefined, { THREE_DS: 'required' });
    const pay = async (sub: string, number: string, Eci: string) =>
      proxy.pay({
        order: { sub },
        body: { card: { ...card, number }, threeDSecure: { ...newProof(), Eci } },
      });

    const paid = [
      await pay('order-1', '5200000000002151', '02'),
      await pay('order-2', '5200000000002151', '05'),
      await pay('order-3', '9999990000000006', '05'),
    ];

    expect(answers(paid)).toEqual(['200 approved', '422 three_ds_required', '200 approved']);
  });
});

async function startWithReference(THREE_DS: string) {
  return start(undefined, { THREE_DS, ...apiFile({ ...builtInFile, proof: 'reference' }) });
}

describe('an API that wants a reference for a proof', () => {
  const ReferenceId = '3DS_15CB7893-4D23-44FA-97B7-AC1BE516D418';

  it('gets a card with a reference alone, once, and none without', async () => {
    const { service, proxy } = await startWithReference('required');
    const pay = async (sub: string, threeDSecure?: object) =>
      proxy.pay({ order: { sub }, body: { threeDSecure } });

    const sent = [
      await pay('order-1'),
      await pay('order-1', newProof()),
      await pay('order-1', { ReferenceId }),
      await pay('order-2', { ...newProof(), ReferenceId }),
    ];

    expect(answers(sent)).toEqual([
      '422 three_ds_required',
      '422 three_ds_required',
      '200 approved',
      '409 three_ds_used',
    ]);
    expect(service.received).toHaveLength(1);
  });

  it('tells the page so, and takes half a proof for a fault', async () => {
    const { proxy } = await startWithReference('preferred');

    const answer = await proxy.pay({ body: { threeDSecure: newProof() } });
    const { body } = await proxy.call('/api/order', asking());

    expect(answer.body).toMatchObject({ fields: { threeDSecure: ['incomplete'] } });
    expect(body['config']).toMatchObject({ threeDS: 'preferred', proof: 'reference' });
  });
});

describe('a proof of authentication', () => {
  it.each(['off', 'preferred', 'required'])(
    'pays one order, with THREE_DS=%s',
    async (THREE_DS) => {
      const { service, proxy } = await start(undefined, { THREE_DS });
      const body = { threeDSecure: newProof() };

      const sent = [];
      for (const sub of orders) sent.push(await proxy.pay({ order: { sub }, body }));

      const used = '409 three_ds_used';
      expect(answers(sent)).toEqual(['200 approved', used, used, used]);
      expect(service.received).toHaveLength(1);
    },
  );

  it('pays one of the orders that bring it at the same time', async () => {
    const { service, proxy } = await start();
    const body = { threeDSecure: newProof() };

    const sent = await Promise.all(orders.map(async (sub) => proxy.pay({ order: { sub }, body })));

    const used = '409 three_ds_used';
    expect(answers(sent).toSorted()).toEqual(['200 approved', used, used, used]);
    expect(service.received).toHaveLength(1);
  });

  it('may come again with a later payment of its order, and still with no other', async () => {
    const { service, proxy } = await start((number) => (number === 1 ? declined : { status: 200 }));
    const body = { threeDSecure: newProof() };

    const first = await proxy.pay({ body });
    const other = await proxy.pay({ order: { sub: 'order-2' }, body });
    const second = await proxy.pay({ body });

    expect(answers([first, other, second])).toEqual([
      '402 declined',
      '409 three_ds_used',
      '200 approved',
    ]);
    expect(service.received).toHaveLength(2);
  });

  const { Cavv } = newProof();
  const hex = Buffer.from(Cavv, 'base64').toString('hex');

  it.each([
    ['in hex', hex],
    ['in upper-case hex', hex.toUpperCase()],
    ['without padding', Cavv.slice(0, -1)],
    ['for URLs', Cavv.replaceAll('+', '-').replaceAll('/', '_')],
    ['with a space', ` ${Cavv}`],
  ])('is the same one %s', async (_name, spelling) => {
    const { service, proxy } = await start();
    const proof = newProof();
    await proxy.pay({ body: { threeDSecure: { ...proof, Cavv } } });

    const again = await proxy.pay({
      order: { sub: 'order-2' },
      body: { threeDSecure: { ...proof, Cavv: spelling } },
    });

    expect(answers([again])).toEqual(['409 three_ds_used']);
    expect(service.received).toHaveLength(1);
  });

  it('pays one order, too, when it is malformed and the API takes it', async () => {
    const { service, proxy } = await start();
    const pay = async (sub: string, text: string) =>
      proxy.pay({ order: { sub }, body: { threeDSecure: { ...newProof(), Cavv: text } } });

    const sent = [await pay('order-1', 'x'), await pay('order-2', 'x'), await pay('order-3', 'y')];

    expect(answers(sent)).toEqual(['200 approved', '409 three_ds_used', '200 approved']);
    expect(service.received).toHaveLength(2);
  });
});
