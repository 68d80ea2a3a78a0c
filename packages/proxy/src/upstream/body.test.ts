import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parsedJson, unpackedBody } from './body.ts';

describe('a body', () => {
  it('keeps all digits of whole numbers', () => {
    expect(parsedJson('{"id":9007199254740993,"a":12,"b":1e300,"c":-1.5}')).toEqual({
      id: '9007199254740993',
      a: 12,
      b: 1e300,
      c: -1.5,
    });
  });

  it.each(['<html>', '', '{'.repeat(20_000), `${'['.repeat(20_000)}x`])(
    'that is no JSON is not parsed',
    (text) => {
      expect(parsedJson(text)).toBeUndefined();
    },
  );

  it.each([
    ['gzip', gzipSync],
    ['X-GZip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['identity', (bytes: Buffer) => bytes],
  ])('in %s is unpacked up to a length', (encoding, pack) => {
    const body = Buffer.alloc(1000, 'a');
    const unpack = (limit: number, packed = pack(body)) =>
      unpackedBody(packed, { 'content-encoding': [encoding] }, limit);

    expect(unpack(1000)).toEqual(body);
    if (encoding === 'identity') return;
    expect(unpack(999)).toBeUndefined();
    expect(unpack(1000, Buffer.from('{}'))).toBeUndefined();
  });

  it('in another encoding is not', () => {
    expect(unpackedBody(Buffer.from('{}'), { 'content-encoding': 'compress' }, 9)).toBeUndefined();
  });
});
