import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { card, newProof, paying } from '@card-checkout/testing/checkout-request';
import { startProxyWith as start } from '../../testing/running-proxy.ts';

/** Adds a member of any name to an object of a valid body. */
function poisoned(place: string, name: string, value: unknown): (text: string) => string {
  return (text) =>
    JSON.stringify(JSON.parse(text), (key, member: unknown) =>
      key === place && typeof member === 'object' && member !== null
        ? Object.fromEntries([...Object.entries(member), [name, value]])
        : member,
    );
}

const places = ['', 'card', 'payer', 'address', 'threeDSecure', 'fraud'];
const poisons: [string, unknown][] = [
  ['__proto__', { polluted: true }],
  ['__proto__', null],
  ['constructor', { prototype: { polluted: true } }],
];
const wholeBody = {
  payer: { docType: 'cpf', document: '52998224725', address: { city: 'São Paulo' } },
  threeDSecure: newProof(),
  fraud: { sessionId: randomUUID() },
};

describe('a body', () => {
  it.each(places.flatMap((place) => poisons.map(([name, value]) => [name, place, value] as const)))(
    'with %s in its member "%s" is refused, and changes no prototype',
    async (name, place, value) => {
      const { service, proxy } = await start();
      const { body, ...request } = await paying({ body: wholeBody });

      const poison = poisoned(place, name, value);
      const answer = await proxy.call('/api/checkout/', { ...request, body: poison(body) });

      expect(poison(body)).toContain(name);
      expect([answer.status, answer.body['code']]).toEqual([400, 'malformed_body']);
      expect({}).not.toHaveProperty('polluted');
      expect(service.received).toHaveLength(0);
    },
  );

  it('is taken with a member in every place of it', async () => {
    const { proxy } = await start();

    expect((await proxy.pay({ body: wholeBody })).status).toBe(200);
  });

  it.each([
    ['lists', '['.repeat(8000) + ']'.repeat(8000)],
    ['objects', '{"a":'.repeat(2000) + '1' + '}'.repeat(2000)],
    ['lists without an end', '['.repeat(16_000)],
    ['lists behind a quote', `["\\\\",${'['.repeat(9)}${']'.repeat(9)}]`],
    ['lists in a member', `{"order":${'['.repeat(9)}${']'.repeat(9)}}`],
  ])('that nests %s deeply is refused', async (_name, body) => {
    const { service, proxy } = await start();

    const answer = await proxy.call('/api/checkout/', { ...(await paying({})), body });

    expect([answer.status, answer.body['code']]).toEqual([400, 'malformed_body']);
    expect(service.received).toHaveLength(0);
  });

  it('may hold brackets in its texts, as many as it likes', async () => {
    const { proxy } = await start();

    const payer = { docType: 'cpf', document: '52998224725', name: `"\\${'[{'.repeat(50)}` };
    const answer = await proxy.pay({ body: { payer } });

    expect(answer.status).toBe(200);
  });

  it.each([
    'text/plain',
    'text/plain; application/json',
    'application/json2',
    'application/problem+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
    'application/json, text/plain',
    ' ; application/json',
  ])('of the type %j is refused', async (type) => {
    const { service, proxy } = await start();

    const answer = await proxy.pay({ headers: { 'Content-Type': type } });

    expect([answer.status, answer.body['code']]).toEqual([415, 'unsupported_media_type']);
    expect(service.received).toHaveLength(0);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])(
    'of the type %j is read',
    async (type) => {
      const { proxy } = await start();

      expect((await proxy.pay({ headers: { 'Content-Type': type } })).status).toBe(200);
    },
  );

  it('that is compressed is refused: it is as small as it says', async () => {
    const { service, proxy } = await start();

    const body = new Blob([JSON.stringify({ card })]).stream();
    const packed = await new Response(body.pipeThrough(new CompressionStream('gzip'))).bytes();
    const request = await paying({ headers: { 'Content-Encoding': 'gzip' } });
    const answer = await proxy.call('/api/checkout/', { ...request, body: packed });

    expect([answer.status, answer.body['code']]).toEqual([400, 'malformed_body']);
    expect(service.received).toHaveLength(0);
  });
});
