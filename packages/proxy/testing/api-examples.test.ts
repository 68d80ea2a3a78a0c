import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { newProof, paying } from '@card-checkout/testing/checkout-request';
import {
  runProgram,
  startScriptedServer,
  temporaryFolder,
} from '@card-checkout/testing/during-test';
import { environment, token } from '@card-checkout/testing/proxy-environment';
import { examplePayment } from '../src/program/reports.ts';

const built = fileURLToPath(new URL('../dist/server.js', import.meta.url));
const folder = new URL('../../../examples/api/', import.meta.url);
const pathOf = (name: string) => fileURLToPath(new URL(name, folder));
const jsonIn = (name: string): unknown => JSON.parse(readFileSync(pathOf(name), 'utf8'));

const publicUrl = 'https://pay.shop.example';
const { order: _, threeDSecure, ...others } = examplePayment;
const refusedCard = Object.fromEntries(
  ['number', 'holder', 'expiry', 'securityCode'].map((name) => [`card.${name}`, ['refused']]),
);

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

const invalid = { status: 'invalid', code: 'invalid_input', fields: refusedCard };

/** Where each API takes a payment, how it knows the shop, and how its error reads. */
const apis = {
  cielo: ['/1/sales/', { merchantid: '4711', merchantkey: token }, { code: 'declined' }],
  pagarme: ['/core/v5/orders', { authorization: basic(`${token}:`) }, invalid],
  pagbank: ['/orders', { authorization: `Bearer ${token}` }, invalid],
  'return-codes': ['/v2/autorizacoes', { authorization: basic(`4711:${token}`) }, invalid],
} as const;

/** Starts the built proxy before a fake of the API, which answers an order with the file of its name. */
async function startWith(api: string) {
  const answers = new Map(
    readdirSync(pathOf(api)).map((file) => [file.split('.')[0], file] as const),
  );
  let answered = '';
  const script = () => {
    const file = answers.get(answered) ?? '';
    return { status: Number(file.split('.')[1]), json: jsonIn(`${api}/${file}`) };
  };
  const service = await startScriptedServer(script);
  const env = { API_BASE_URL: service.url, API_FILE: pathOf(`${api}/api.json`), PORT: '0' };
  const { said } = runProgram({
    args: [built],
    env: environment({ ...env, PUBLIC_URL: publicUrl }),
    cwd: temporaryFolder(),
  });
  await expect.poll(() => said.out).toMatch(/listening at http:/);
  const url = /listening at (http:\/\/[\d.:]+)/.exec(said.out)?.[1] ?? '';
  const call = async (path: string, init?: RequestInit) => {
    const answer = await fetch(url + path, init);
    const body: Record<string, unknown> = { ...JSON.parse(await answer.text()) };
    return body;
  };
  const pay = async (answer: string, { sub = answer, headers = {} } = {}) => {
    answered = answer;
    // A proof is good for one order.
    const proof = sub === 'order-1' ? threeDSecure : { ...newProof(), ReferenceId: randomUUID() };
    const order = { sub };
    const body = { ...others, threeDSecure: proof };
    return call('/api/checkout/', await paying({ body, order, headers }));
  };
  return { service, said, call, pay };
}

it('is a file for each API', () => {
  expect(readdirSync(folder).filter((name) => !name.includes('.'))).toEqual(Object.keys(apis));
});

describe.each(Object.entries(apis))('the file for %s', (api, [place, headers, wrong]) => {
  it('makes the request, and reads what is paid, refused, open and wrong', async () => {
    const { service, said, call, pay } = await startWith(api);

    const paid = await pay('paid', { sub: 'order-1' });
    const declined = await pay('declined');
    const pending = await pay('pending', { headers: { Prefer: 'wait=0' } });
    await expect.poll(() => said.out).toMatch(/payment_moved.*"pending"/);
    const error = await pay('error');

    expect(paid).toMatchObject({ status: 'approved' });
    expect(declined).toMatchObject({ status: 'declined', code: 'declined', retryable: true });
    expect(pending).toMatchObject({ status: 'processing' });
    expect(error).toMatchObject(wrong);
    expect(service.received[0]).toMatchObject({ path: place, headers });
    expect(said.out).not.toContain(token);
    expect(said.out).not.toContain(basic(`${token}:`).slice(6));
    const [first = '{}', , third = ''] = service.received.map(({ text }) => text);
    const shown = first
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.[\w-]{43}/g, '…')
      .replaceAll(String(paid['id']), '3f0f5e0d-7a55-4a1e-8a0f-0b7f6f7e7c21');
    expect(JSON.parse(shown)).toEqual(jsonIn(`${api}/request.json`));

    const [path] = /\/api\/postback\/[\w.-]+/.exec(third) ?? [];
    if (path === undefined) return;
    const file = readdirSync(pathOf(api)).find((name) => name.startsWith('paid'));
    await call(path, { method: 'POST', body: JSON.stringify(jsonIn(`${api}/${file}`)) });
    const after = await call(`/api/checkout/${String(pending['id'])}`);
    expect(after).toMatchObject({ status: 'approved' });
  });
});
