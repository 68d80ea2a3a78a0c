import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { newProof } from '@card-checkout/testing/checkout-request';
import { examplePayment } from '../src/program/reports.ts';
import { startProxyWith } from './running-proxy.ts';

const folder = new URL('../../../examples/api/', import.meta.url);
const pathOf = (name: string) => fileURLToPath(new URL(name, folder));
const jsonIn = (name: string): unknown => JSON.parse(readFileSync(pathOf(name), 'utf8'));

const publicUrl = 'https://pay.shop.example';
const { order: _, threeDSecure, ...others } = examplePayment;
const refusedCard = Object.fromEntries(
  ['number', 'holder', 'expiry', 'securityCode'].map((name) => [`card.${name}`, ['refused']]),
);

/** Starts the proxy before a fake of the API, which answers an order with the file of its name. */
async function startWith(api: string) {
  const answers = new Map(
    readdirSync(pathOf(api)).map((file) => [file.split('.')[0], file] as const),
  );
  let answered = '';
  const script = () => {
    const file = answers.get(answered) ?? '';
    return { status: Number(file.split('.')[1]), json: jsonIn(`${api}/${file}`) };
  };
  const env = { API_FILE: pathOf(`${api}/api.json`), PUBLIC_URL: publicUrl };
  const { service, proxy } = await startProxyWith(script, env);
  const pay = async (answer: string, { sub = answer, headers = {} } = {}) => {
    answered = answer;
    // A proof is good for one order.
    const proof = sub === 'order-1' ? threeDSecure : newProof();
    const order = { sub };
    return (await proxy.pay({ body: { ...others, threeDSecure: proof }, order, headers })).body;
  };
  return { service, proxy, pay };
}

describe.each(readdirSync(folder).filter((name) => !name.includes('.')))(
  'the file for %s',
  (api) => {
    it('makes the request, and reads what is paid, refused, open and wrong', async () => {
      const { service, proxy, pay } = await startWith(api);

      const paid = await pay('paid', { sub: 'order-1' });
      const declined = await pay('declined');
      const pending = await pay('pending', { headers: { Prefer: 'wait=0' } });
      await expect.poll(() => proxy.logged('payment_moved')).toMatchObject([{ status: 'pending' }]);
      const error = await pay('error');

      expect(paid).toMatchObject({ status: 'approved' });
      expect(declined).toMatchObject({ status: 'declined', code: 'declined', retryable: true });
      expect(pending).toMatchObject({ status: 'processing' });
      expect(error).toMatchObject({
        status: 'invalid',
        code: 'invalid_input',
        fields: refusedCard,
      });
      const [first = '{}', , third = ''] = service.received.map(({ text }) => text);
      const shown = first
        .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.[\w-]{43}/g, '…')
        .replaceAll(String(paid['id']), '3f0f5e0d-7a55-4a1e-8a0f-0b7f6f7e7c21');
      expect(JSON.parse(shown)).toEqual(jsonIn(`${api}/request.json`));

      const [path] = /\/api\/postback\/[\w.-]+/.exec(third) ?? [];
      if (path === undefined) return;
      const file = readdirSync(pathOf(api)).find((name) => name.startsWith('paid'));
      await proxy.call(path, { method: 'POST', body: JSON.stringify(jsonIn(`${api}/${file}`)) });
      const after = await proxy.call(`/api/checkout/${String(pending['id'])}`);
      expect(after.body).toMatchObject({ status: 'approved' });
    });
  },
);
