import { describe, expect, it } from 'vitest';
import { startScriptedServer } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import {
  oneByOne,
  postbackUrlOf,
  type ScriptedAnswer,
} from '@card-checkout/testing/scripted-server';
import { HeldRetries } from '../../testing/held-retries.ts';
import {
  retrying,
  startProxy,
  startProxyWith as start,
  storedRows,
  textOfFiles,
  waits,
} from '../../testing/running-proxy.ts';

const down = { status: 500, json: { error: 'down' } };
const approval = { status: 201, json: { id: 'pay_1' } };

describe('a 5xx', () => {
  it('is followed by another try, each with a postback address of its own', async () => {
    const { service, proxy } = await start(oneByOne(down, approval), retrying);

    const answer = await proxy.pay();
    await proxy.call(`/api/checkout/${String(answer.body['id'])}`);
    await proxy.close();

    expect(answer.body).toMatchObject({ status: 'approved', tries: 2, payment: { id: 'pay_1' } });
    const urls = service.received.map(postbackUrlOf);
    const tokens = urls.map((url) => url.replace('https://proxy.example/api/postback/', ''));
    expect(tokens).toEqual([
      expect.stringMatching(/^[\da-f-]{36}\.[\w-]{43}$/),
      expect.any(String),
    ]);
    expect(new Set(tokens).size).toBe(2);
    const said = [...proxy.answers.map(({ text }) => text), ...proxy.logLines];
    for (const token of tokens) {
      expect(said.join('\n') + textOfFiles(proxy.folder)).not.toContain(token);
    }
    expect(proxy.alarms()).toEqual(['unproven_retry', 'possible_duplicate_charge']);
  });

  it('leaves a note of each step', async () => {
    const { proxy } = await start(oneByOne(down, approval), retrying);
    await proxy.pay();
    await proxy.close();

    const [payment] = storedRows(proxy.folder, 'SELECT steps FROM payments');

    expect(JSON.parse(`[${String(payment?.['steps'])}]`)).toMatchObject([
      { kind: 'begun', tryNumber: 1, status: 'sending' },
      { kind: 'try_ended', tryNumber: 1, status: 'waiting' },
      { kind: 'try_started', tryNumber: 2, status: 'sending' },
      { kind: 'try_ended', tryNumber: 2, status: 'approved' },
    ]);
  });

  it('is tried four times at most; then support is alerted and the order stays closed', async () => {
    const { service, proxy } = await start(oneByOne({ status: 502, text: '<html>' }), retrying);

    const answer = await proxy.pay();
    const other = await proxy.pay();

    expect(answer.status).toBe(504);
    expect(answer.body).toMatchObject({
      status: 'unknown',
      code: 'unavailable',
      retryable: false,
      tries: 4,
    });
    expect(new Set(service.received.map(postbackUrlOf)).size).toBe(4);
    expect(other.body['code']).toBe('order_in_progress');
    expect(proxy.alarms()).toEqual(['unproven_retry', 'outcome_unknown']);
  });

  it('is tried once if strict, and the end is unknown', async () => {
    const strict = { ...retrying, RETRY_POLICY: 'strict' };
    const { service, proxy } = await start(oneByOne(down), strict);

    const answer = await proxy.pay();

    expect([answer.status, answer.body['status']]).toEqual([504, 'unknown']);
    expect(service.received).toHaveLength(1);
    expect(proxy.alarms()).toEqual(['outcome_unknown']);
  });

  it.each(['documented', 'strict'])(
    'is tried once where no postback can come (%s)',
    async (RETRY_POLICY) => {
      const { service, proxy } = await start(oneByOne(down), { RETRY_POLICY });

      const answer = await proxy.pay();

      const end = { status: 'unknown', code: 'unavailable', retryable: false, tries: 1 };
      expect(answer.body).toMatchObject(end);
      expect(service.received.map(postbackUrlOf)).toEqual(['']);
      expect(proxy.logged('risky_setting')).toContainEqual(
        expect.objectContaining({
          level: 40,
          msg: expect.stringMatching(/^PUBLIC_URL isn't set/),
        }),
      );
      expect(proxy.alarms()).toEqual(['outcome_unknown']);
    },
  );

  it('shares its four tries with what was limited or never left', async () => {
    const script = oneByOne({ status: 429 }, down, { status: 429 }, approval);
    const { service, proxy } = await start(script, retrying);

    const answer = await proxy.pay();

    expect(answer.body).toMatchObject({ status: 'approved', tries: 4 });
    expect(service.received).toHaveLength(4);
  });

  it.each<[string, ScriptedAnswer, object, string[]]>([
    ['no answer', 'reset', { status: 'unknown', code: 'no_answer' }, ['outcome_unknown']],
    ['a refusal', { status: 402 }, { status: 'unknown', code: 'unavailable' }, ['outcome_unknown']],
    [
      'a wrong token',
      { status: 401 },
      { status: 'unknown', code: 'unavailable' },
      ['outcome_unknown', 'configuration'],
    ],
  ])('stays in mind when %s follows it', async (_words, second, end, alarms) => {
    const { service, proxy } = await start(oneByOne(down, second), retrying);

    const answer = await proxy.pay();

    expect(answer.body).toMatchObject({ ...end, tries: 2 });
    expect(service.received).toHaveLength(2);
    expect(proxy.alarms()).toEqual(['unproven_retry', ...alarms]);
  });
});

describe('proof that comes while a 5xx waits', () => {
  it.each([
    ['that the payment was made', { status: 'paid', id: 'tx_1' }, 200, 'approved'],
    ['that it was refused', { status: 'refused' }, 402, 'declined'],
  ])('%s resolves it without another request', async (_words, posted, status, paymentStatus) => {
    const { service, proxy } = await start(oneByOne(down), retrying, { config: waits() });
    const waiting = proxy.pay();
    await expect.poll(() => proxy.logged('payment_moved').length).toBe(1);

    await proxy.postBack(service.received[0], posted);
    const answer = await waiting;

    expect([answer.status, answer.body['status']]).toEqual([status, paymentStatus]);
    expect(answer.body['tries']).toBe(1);
    expect(service.received).toHaveLength(1);
    expect(proxy.alarms()).toEqual([]);
  });

  it("and can't be read leaves it processing, without another request, until it can", async () => {
    const { service, proxy } = await start(oneByOne(down), retrying, { config: waits() });
    const waiting = proxy.pay();
    await expect.poll(() => proxy.logged('payment_moved').length).toBe(1);

    await proxy.postBack(service.received[0], { status: 'in transit' });
    const path = `/api/checkout/${String(proxy.logged('payment_started')[0]?.['payment'])}`;
    const unread = await proxy.call(path);
    await proxy.postBack(service.received[0], { status: 'paid' });
    const answer = await waiting;

    expect(unread.body['status']).toBe('processing');
    expect(answer.body).toMatchObject({ status: 'approved', tries: 1 });
    expect(service.received).toHaveLength(1);
  });
});

describe('proof that comes before the 5xx', () => {
  it.each([
    ['readable', { status: 'PAGO' }, { status: 'approved', tries: 1 }],
    ['readable', { status: 'Recusado' }, { status: 'declined', tries: 1 }],
    ['unreadable', '<xml/>', { status: 'processing', tries: 1 }],
    ['empty', '', { status: 'processing', tries: 1 }],
  ])('and is %s: nothing is sent again (%j)', async (_words, posted, end) => {
    const { service, proxy } = await start(oneByOne(down), retrying);
    service.script = async (_number, request) => {
      await proxy.postBack(request, posted);
      return down;
    };

    const { body } = await proxy.pay({ headers: { Prefer: 'wait=1' } });

    expect(body).toMatchObject(end);
    expect(service.received).toHaveLength(1);
  });
});

describe('a transaction id in the 5xx', () => {
  it('leaves it processing, without another request, until a postback comes', async () => {
    const script = oneByOne({ status: 500, json: { transactionId: '123456789012' } });
    const { service, proxy } = await start(script, retrying);

    const started = await proxy.pay({ headers: { Prefer: 'wait=0' } });
    await expect.poll(() => proxy.logged('payment_moved').length).toBe(1);
    await proxy.postBack(service.received[0], { status: 'aprovado' });
    const { body } = await proxy.call(started.headers.get('location') ?? '');

    expect(started.status).toBe(202);
    expect(body).toMatchObject({ status: 'approved', tries: 1 });
    expect(service.received).toHaveLength(1);
  });

  it('approves it at once beside a word that says so', async () => {
    const script = oneByOne({ status: 500, json: { id: 'tx_1', status: 'paid' } });
    const { service, proxy } = await start(script, retrying);

    const answer = await proxy.pay();

    expect([answer.status, answer.body['status']]).toEqual([200, 'approved']);
    expect(service.received).toHaveLength(1);
  });
});

describe('a request that never left', () => {
  it('is tried four times without any PUBLIC_URL, and may be repeated', async () => {
    const proxy = await startProxy({ API_BASE_URL: 'http://127.0.0.1:1' });

    const answer = await proxy.pay();
    const again = await proxy.pay();

    expect(answer.status).toBe(502);
    expect(answer.body).toMatchObject({
      status: 'failed',
      code: 'unavailable',
      retryable: true,
      tries: 4,
    });
    expect(again.status).toBe(502);
    expect(proxy.alarms()).toEqual(['unavailable', 'unavailable']);
  });

  it('is sent when the service is back, without an alarm', async () => {
    const port = await freePort();
    const store = new HeldRetries();
    const env = { ...retrying, API_BASE_URL: `http://127.0.0.1:${port}` };
    const proxy = await startProxy(env, { store });

    const waiting = proxy.pay();
    await expect.poll(() => proxy.logged('try_ended')).not.toHaveLength(0);
    const service = await startScriptedServer(undefined, port);
    store.release();

    expect((await waiting).body).toMatchObject({ status: 'approved' });
    expect(service.received).toHaveLength(1);
    expect(proxy.alarms()).toEqual([]);
  });
});

describe('a 429', () => {
  it('is tried again, and four times at most', async () => {
    const { service, proxy } = await start(oneByOne({ status: 429 }));

    const answer = await proxy.pay();

    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ code: 'rate_limited', retryable: true, tries: 4 });
    expect(service.received).toHaveLength(4);
    expect(proxy.alarms()).toEqual([]);
  });

  it('is forgotten once a try goes through', async () => {
    const { proxy } = await start(oneByOne({ status: 429 }, { status: 429 }, approval));

    const answer = await proxy.pay();

    expect(answer.body).toMatchObject({ status: 'approved', tries: 3 });
    expect(proxy.alarms()).toEqual([]);
  });
});
