import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { asking, card } from '@card-checkout/testing/checkout-request';
import { token } from '@card-checkout/testing/proxy-environment';
import {
  postbackUrlOf,
  type ReceivedRequest,
  type ScriptedAnswer,
} from '@card-checkout/testing/scripted-server';
import { retrying, startProxyWith, textOfFiles } from '../../testing/running-proxy.ts';
import { Secret } from './secret.ts';

describe('Secret', () => {
  it('is printed by nothing', () => {
    const secret = new Secret(token);

    const printed = [String(secret), JSON.stringify({ secret }), inspect({ secret })];

    expect(printed.join(' ')).not.toContain(token);
    expect(secret.reveal()).toBe(token);
  });
});

const escaped = (text: string) =>
  Array.from(Buffer.from(text), (byte) => String.raw`\u00${byte.toString(16)}`).join('');

const spaced = card.number.replaceAll(/(\d{4})/g, '$1 ').trim();

/** Services that say back what they got, in every place that the proxy reads. */
const echoes: [string, (request: ReceivedRequest) => ScriptedAnswer][] = [
  ['an approval', ({ text }) => ({ status: 200, json: { id: 'pay_1', ...JSON.parse(text) } })],
  ['text in an approval', ({ text }) => ({ status: 200, json: { id: 1, note: text } })],
  ['a list', () => ({ status: 200, json: { list: [[card.number], { cvc: 739 }, spaced] } })],
  ['a name', () => ({ status: 200, json: { [card.number]: { [token]: token } } })],
  ['headers', ({ headers }) => ({ status: 200, json: { headers } })],
  ['a decline', ({ text, headers }) => ({ status: 400, json: { error: text, headers } })],
  ['a grouped number', () => ({ status: 400, json: { error: `${spaced} / 739` } })],
  ['a field', () => ({ status: 400, json: { errors: { 'card.cvv': ['739'], [token]: ['x'] } } })],
  ['another field', () => ({ status: 400, json: { errors: { [card.number]: ['x'] } } })],
  [
    'a pending approval',
    ({ text }) => ({ status: 200, json: { ...JSON.parse(text), status: 'pending' } }),
  ],
  ['an address', (request) => ({ status: 200, json: { id: postbackUrlOf(request) } })],
  [
    'an escaped address',
    (request) => ({
      status: 200,
      text: `{"id":"${escaped(postbackUrlOf(request))}","url":${JSON.stringify(encodeURIComponent(postbackUrlOf(request)).replaceAll('.', '%2E'))}}`,
    }),
  ],
  [
    'an escaped address in an error',
    (request) => ({ status: 500, text: `{"detail":"${escaped(postbackUrlOf(request))}"}` }),
  ],
  ['an escaped token', () => ({ status: 401, text: `{"detail":"${escaped(token)}"}` })],
  [
    'a security code',
    () => ({ status: 200, json: { id: 1, status: 'refused: CVV 739 is wrong' } }),
  ],
  [
    'an address in an error',
    (request) => ({ status: 500, json: { detail: postbackUrlOf(request), id: card.number } }),
  ],
  ['a permission', ({ headers }) => ({ status: 401, json: { detail: headers.authorization } })],
  [
    'a broken page',
    ({ text, headers }) => ({ status: 500, text: `<p>${text}${headers.authorization}` }),
  ],
  ['a long page', ({ text }) => ({ status: 502, text: text.repeat(2000) })],
];

describe('the tokens, the card number and the security code', () => {
  it.each(echoes)(
    'are in no answer, log or database when a service echoes %s',
    async (_name, echo) => {
      const { service, proxy } = await startProxyWith((_number, request) => echo(request), {
        ...retrying,
        LOG_LEVEL: 'trace',
      });

      const { body } = await proxy.pay({ headers: { Prefer: 'wait=1' } });
      const echoed = service.received.map((request) => ({ ...JSON.parse(request.text) }));
      await proxy.postBack(service.received[0], { status: 'pending', ...echoed[0], cvc: '739' });
      await proxy.call(`/api/checkout/${String(body['id'])}`);
      await Promise.all(['/healthz', '/readyz', '/no'].map((path) => proxy.call(path)));
      await proxy.call('/api/order', asking());
      const running = textOfFiles(proxy.folder);
      await proxy.close();

      expect(service.received.length).toBeGreaterThan(0);
      const answers = proxy.answers.map(({ text, headers }) => text + JSON.stringify([...headers]));
      const said = [...answers, ...proxy.logLines, running, textOfFiles(proxy.folder)].join('\n');
      const postbackTokens = service.received.map((each) => postbackUrlOf(each).slice(-43));
      for (const secret of [token, card.number, spaced, ...postbackTokens]) {
        expect(said).not.toContain(secret);
      }
      expect(withoutIds(said)).not.toMatch(/(?<![\w-])739(?![\w-])/);
    },
  );
});

describe('an order id', () => {
  it('that holds a card number is refused, one like its security code is not', async () => {
    const { service, proxy } = await startProxyWith();

    const ids = [card.number, `no. ${spaced}`, 'x374651829304177', card.securityCode];
    const answers = await Promise.all(ids.map(async (sub) => proxy.pay({ order: { sub } })));

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 200]);
    expect(answers[0]?.body['code']).toBe('order_invalid');
    expect(service.received).toHaveLength(1);
  });

  it.each(['', '4'])('is not taken for a card number that is %j', async (number) => {
    const { proxy } = await startProxyWith();

    const answer = await proxy.pay({ body: { card: { ...card, number } }, order: { sub: '4711' } });

    expect(answer.status).toBe(422);
    expect(Object.keys(Object(answer.body['fields']))).toEqual(['card.number']);
  });
});

/** Takes out what may hold any three digits: UUIDs, hashes, times and ports. */
function withoutIds(text: string): string {
  return text
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64}|\.\d{3}Z/g, '')
    .replaceAll(/"(durationMs|pid|time)":\d+/g, '');
}
