import { describe, expect, it } from 'vitest';
import { startProxyWith as start } from '../../testing/running-proxy.ts';
import {
  bytesOf,
  rightPayment,
  sendBytes,
  withHeaders,
  type Header,
  type Spoiled,
} from '../../testing/wire.ts';

const chunked: Header = ['Transfer-Encoding', 'chunked'];
const chunksOf = (body: string, extension = '') =>
  `${body.length.toString(16)}${extension}\r\n${body}\r\n0\r\n\r\n`;
const lengthOf = (body: string, extra = 0): Header => [
  'Content-Length',
  String(Buffer.byteLength(body) + extra),
];

/** Sends a payment in chunks, under headers that say more or less than that. */
const inChunks =
  (...headers: Header[]): Spoiled =>
  ({ head, body }) =>
    bytesOf([...head(), ...headers], chunksOf(body));

/** Hides a payment behind a request that ends earlier for one parser than for another. */
const smuggled =
  (...headers: Header[]): Spoiled =>
  ({ head, body }) => {
    const hidden = bytesOf(head(), body);
    const outer: [string, ...Header[]] = ['POST /healthz HTTP/1.1', ['Host', 'x']];
    return bytesOf([...outer, ...headers], `0\r\n\r\n${hidden}`);
  };

/** Replaces a text of the head, which is the same in every payment. */
const replaced =
  (text: string, other: string): Spoiled =>
  ({ head, body }) =>
    bytesOf(head(), body).replace(text, other);

describe('a request that two servers may read in two ways', () => {
  it.each<[string, Spoiled]>([
    ['a length and chunks', smuggled(['Content-Length', '5'], chunked)],
    ['chunks and a length', smuggled(chunked, ['Content-Length', '5'])],
    ['two lengths', smuggled(['Content-Length', '0'], ['Content-Length', '5'])],
    [
      'the same length twice',
      ({ head, body }) => bytesOf([...head(), lengthOf(body), lengthOf(body)], body),
    ],
    ['a list of lengths', withHeaders(['Content-Length', '5, 5'])],
    ['a length with a sign', withHeaders(['Content-Length', '+5'])],
    ['a length below nothing', withHeaders(['Content-Length', '-5'])],
    ['a length in hexadecimals', withHeaders(['Content-Length', '0x5'])],
    ['an unknown coding', inChunks(['Transfer-Encoding', 'xchunked'])],
    ['a coding before chunks', inChunks(['Transfer-Encoding', 'gzip, chunked'])],
    ['a coding after chunks', inChunks(['Transfer-Encoding', 'chunked, identity'])],
    ['a coding that is none', inChunks(['Transfer-Encoding', 'identity'])],
    ['chunks twice', inChunks(chunked, chunked)],
    ['two codings', inChunks(chunked, ['Transfer-Encoding', 'identity'])],
    ['an empty coding and chunks', inChunks(['Transfer-Encoding', ', chunked'])],
    ['a coding behind a vertical tab', inChunks(['Transfer-Encoding', '\v chunked'])],
    ['a blank before the colon', inChunks(['Transfer-Encoding ', 'chunked'])],
    ['a coding on a folded line', inChunks(['Transfer-Encoding', '\r\n chunked'])],
    [
      'chunks in HTTP/1.0',
      ({ head, body }) =>
        bytesOf([...head('POST /api/checkout/ HTTP/1.0'), chunked], chunksOf(body)),
    ],
    ['a folded header', replaced('Connection: close', 'X: a\r\n b')],
    ['a header that ends with LF', replaced('Connection: close\r\n', 'Connection: close\n')],
    ['a header that ends with CR', replaced('Connection: close\r\n', 'Connection: close\r')],
    ['a NUL in a header', replaced('close', 'clo\0se')],
    ['a header without a colon', replaced('Connection: close', 'Connection')],
    [
      'a chunk extension without an end',
      ({ head, body }) => bytesOf([...head(), chunked], chunksOf(body, ';a\n')),
    ],
    [
      'a chunk size that ends with LF',
      ({ head, body }) => bytesOf([...head(), chunked], chunksOf(body).replace('\r\n', '\n')),
    ],
    [
      'a chunk size out of numbers',
      ({ head, body }) => bytesOf([...head(), chunked], `ffffffffffffffffff\r\n${body}`),
    ],
    [
      'a chunk that is longer than it says',
      ({ head, body }) => bytesOf([...head(), chunked], `1\r\n${body}\r\n0\r\n\r\n`),
    ],
    ['a tab in the request line', replaced('POST ', 'POST\t')],
    ['no host', replaced('Host: checkout.example\r\n', '')],
    ['two hosts', replaced('Connection: close', 'Host: other.example')],
    ['a host with a user', replaced('checkout.example', 'user@checkout.example')],
    ['a host with a path', replaced('checkout.example', 'checkout.example/path')],
    ['a host that is a list', replaced('checkout.example', 'a.example, b.example')],
    ['101 headers', replaced('Connection: close', Array(95).fill('X: y').join('\r\n'))],
  ])('is refused once, and its connection closed: %s', async (_name, spoil) => {
    const { service, proxy } = await start();

    const answers = await sendBytes(proxy.url, spoil(await rightPayment()));

    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
    expect(service.received).toHaveLength(0);
    expect(proxy.logLines.join('')).not.toContain('unexpected_error');
  });

  it.each<[string, Spoiled]>([
    ['a length', withHeaders()],
    ['chunks', inChunks(chunked)],
    [
      'chunks with extensions',
      ({ head, body }) => bytesOf([...head(), chunked], chunksOf(body, ';a=b')),
    ],
    ['HTTP/1.0', ({ head, body }) => bytesOf(head('POST /api/checkout/ HTTP/1.0'), body)],
    [
      'an absolute address, with any host',
      ({ head, body }) => bytesOf(head('POST http://evil.example/api/checkout/ HTTP/1.1'), body),
    ],
    ['a host with a port', replaced('checkout.example', '[2001:db8::1]:8443')],
    [
      '100 headers',
      replaced('Connection: close', `Connection: close\r\n${Array(90).fill('X: y').join('\r\n')}`),
    ],
  ])('is not what a payment with %s is', async (_name, spoil) => {
    const { service, proxy } = await start();

    const answers = await sendBytes(proxy.url, spoil(await rightPayment()));

    expect(answers.map(({ status }) => status)).toEqual([200]);
    expect(service.received).toHaveLength(1);
  });

  it('hides no second payment in the body of a refused one', async () => {
    const { service, proxy } = await start();
    const { head, body } = await rightPayment();
    const foreign: Header[] = [
      ['Host', 'x'],
      ['Origin', 'https://evil.example'],
    ];
    const refused = bytesOf(['POST /api/checkout/ HTTP/1.1', ...foreign], bytesOf(head(), body));
    const next = bytesOf(['GET /healthz HTTP/1.1', ['Host', 'x'], ['Connection', 'close']]);

    const answers = await sendBytes(proxy.url, refused + next);

    expect(answers.map(({ status }) => status)).toEqual([403, 200]);
    expect(service.received).toHaveLength(0);
  });
});
