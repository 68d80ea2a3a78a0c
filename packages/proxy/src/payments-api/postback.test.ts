import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { apiRulesOf } from './api-file.ts';
import { readPostback } from './postback.ts';
import { newPostbackToken } from '../sensitive/postback-token.ts';

const { postback } = apiRulesOf();
const paymentId = randomUUID();
const { secret } = newPostbackToken(paymentId);
const read = (text: string | undefined, rules = postback) => readPostback(text, secret, rules);

/** Writes a form as PHP's curl does. */
const formOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(
      ([name, value]) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .concat('--b--\r\n')
    .join('');

/** Writes each character by its code, behind a prefix. */
const escaped = (text: string, prefix: string) =>
  Array.from(Buffer.from(text), (byte) => prefix + byte.toString(16).padStart(2, '0')).join('');

describe('a postback', () => {
  it.each([
    ['{"status":"paid","id":"tx_1"}', 'charged', 'tx_1'],
    ['status=paid&id=tx_1', 'charged', 'tx_1'],
    ['id=tx_1&status=Recusado', 'refused', 'tx_1'],
    ['{"status":"paid"', 'exists', undefined],
    ['{"id":"tx_1"}', 'exists', 'tx_1'],
    ['{"antifraude":{"status":"aprovado"}}', 'exists', undefined],
    ['{"event":"antifraude","status":"aprovado"}', 'exists', undefined],
    ['{"type":"refund","status":"approved"}', 'exists', undefined],
    ['{"status":"paid","data":{"status":"refused"}}', 'exists', undefined],
    ['<status>paid</status>', 'exists', undefined],
    ['status=paid&status=refused', 'exists', undefined],
    [formOf({ id: 'tx_1', status: 'paid' }), 'charged', 'tx_1'],
    [formOf({ id: 'tx_1', status: 'paid' }).replaceAll('\r\n', '\n'), 'charged', 'tx_1'],
    [formOf({ status: 'paid', file: 'a"; filename="a.txt' }), 'charged', undefined],
    [JSON.stringify('{"status":"paid"}'), 'charged', undefined],
    ['\u0000\uFFFD', 'exists', undefined],
    ['', 'exists', undefined],
  ])('%j claims %s of %s', (text, claim, transactionId) => {
    const posted = read(text);

    expect([posted.claim, posted.transactionId]).toEqual([claim, transactionId]);
  });

  it.each([
    ['{"event":"sale","data":"{\\"status\\":\\"paid\\"}"}', '/data/status'],
    ['data=%7B%22status%22%3A%22paid%22%7D', '/data/status'],
    ['data[id]=tx_1&data[status]=paid', '/data[status]'],
    ['situacao=n%E3o+pago', '/situacao'],
    ['{"a":0,"situacao":"Não pago"}', '/situacao'],
  ])('%j is read at %s', (text, pointer) => {
    const status = { pointers: [pointer], paid: ['paid'], declined: ['não pago'] };
    const { postback: own } = apiRulesOf({ postback: { status } });

    expect(read(text, own).claim).toBe(text.includes('paid') ? 'charged' : 'refused');
  });

  it('counts only if it is of a declared kind', () => {
    const { postback: own } = apiRulesOf({
      answer: { status: { pointers: ['/status'], paid: ['paid'] } },
      postback: { only: { '/type': ['payment', 2], '/live': [true] } },
    });
    const claimOf = (body: object) => read(JSON.stringify({ status: 'paid', ...body }), own);

    expect(claimOf({ type: 'Payment', live: true }).claim).toBe('charged');
    expect(claimOf({ type: 2, live: true }).claim).toBe('charged');
    expect(claimOf({ type: 'risk', live: true })).toMatchObject({
      claim: 'exists',
      alarm: 'unknown_status',
      reason: '/type: risk; to let it count: "/type": ["risk"] in postback.only',
    });
    expect(claimOf({ type: 'payment' }).reason).toMatch(/^\/live: nothing; /);
  });

  it('with an unlisted or contradicted status raises an alarm', () => {
    expect(read('{"status":"em disputa"}').alarm).toBe('unknown_status');
    expect(read('{"status":"paid","event":"void"}').alarm).toBe('unknown_status');
    expect(read('{"id":"tx_1"}')).not.toHaveProperty('alarm');
  });

  it('is kept with the reason, without card data', () => {
    const text = '{"status":"refused","message":"card 4000 0000 0000 2701, CVV7391, no funds"}';

    expect(read(text).reason).toBe(
      '/status: refused, /message: card 400000…2701, CVV[digits], no funds',
    );
  });

  it('is shown without card numbers, security codes and its own token', () => {
    const text = JSON.stringify({
      url: `https://proxy.example/api/postback/${secret}`,
      [secret]: 1,
      card: { number: '4000000000002701', spaced: '4000 0000 0000 2701', cvv: '739' },
      list: [4_000_000_000_002_701, 'order 12345'],
      nsu: 739,
    });

    expect(read(text).shown).toEqual({
      url: `https://proxy.example/api/postback/${paymentId}.[secret]`,
      [`${paymentId}.[secret]`]: 1,
      card: { number: '400000…2701', spaced: '400000…2701' },
      list: ['400000…2701', 'order 12345'],
      nsu: 739,
    });
  });

  it.each([
    ['escaped in JSON', (text: string) => `{"url":"${escaped(text, String.raw`\u00`)}"}`],
    ['escaped in an address', (text: string) => `{"url":"${escaped(text, '%')}"}`],
    ['escaped in a form', (text: string) => `a=1&url=${escaped(text, '%')}`],
    ['in JSON in JSON', (text: string) => JSON.stringify({ body: JSON.stringify({ text }) })],
    [
      'escaped in JSON in JSON',
      (text: string) => JSON.stringify({ body: `{"url":"${escaped(text, String.raw`\u00`)}"}` }),
    ],
    ['without its dot', (text: string) => `{"url":"${text.replace('.', '%2E')}"}`],
  ])('does not show its token %s', (_name, echo) => {
    const { shown } = read(echo(`https://proxy.example/api/postback/${secret}`));

    expect(JSON.stringify(shown)).toContain('[secret]');
    expect(JSON.stringify(shown)).not.toContain(secret.slice(-43));
  });

  it('does not show the token of another try', () => {
    const other = newPostbackToken(paymentId).secret;

    expect(read(JSON.stringify({ url: other })).shown).toEqual({ url: `${paymentId}.[secret]` });
  });

  it.each(['{"success":{"toString":1}}', `{"success":${'['.repeat(20_000)}${']'.repeat(20_000)}}`])(
    'with a flag like %.30s is as unclear as one without',
    (text) => expect(read(text).claim).toBe('exists'),
  );

  it('that is a form is shown as an object', () => {
    const shown = { a: '1', b: '400000…2701' };

    expect(read('a=1&b=4000000000002701').shown).toEqual(shown);
    expect(read(formOf({ a: '1', b: '4000000000002701' })).shown).toEqual(shown);
  });

  it.each([
    'garbage',
    'paid',
    '"paid"',
    'null',
    '{"status":"paid"',
    '<status of="payment">paid</status>',
    '--b\r\nContent-Type: text/plain\r\n\r\nstatus=paid\r\n--b--',
    undefined,
  ])('like %j is unreadable', (text) => {
    expect(read(text)).toEqual({ claim: 'exists', isUnreadable: true });
  });

  it.each(['', ' \r\n'])('like %j says nothing', (text) => {
    expect(read(text)).toEqual({ claim: 'exists' });
  });

  it.each<[string, string]>([
    ['boundaries', '--b\n'.repeat(16_000)],
    ['parts', formOf({ a: '1' }).repeat(900)],
    ['fields of one name', 'a=1&'.repeat(16_000)],
    ['wrong escapes', 'a=%e3&'.repeat(10_000)],
    ['line ends', '\n'.repeat(65_000)],
    ['semicolons', `--b\nContent-Disposition: ${'; '.repeat(32_000)}`],
  ])('of 64 kB of %s is read at once', (_name, text) => {
    const startedAt = process.cpuUsage();

    read(text);

    expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(1000);
  });

  it('may be as deep as 64 kB allow', () => {
    const deep = `${'['.repeat(32_000)}${']'.repeat(32_000)}`;

    expect(read(deep).claim).toBe('exists');
  });
});
