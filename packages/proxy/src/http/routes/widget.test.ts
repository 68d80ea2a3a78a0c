import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startProxy, type RunningProxy } from '../../../testing/running-proxy.ts';

const script = '/widget/card-checkout.js';
const browsers = 'gzip, deflate, br, zstd';

/** Asks for the script's address that an update does not change. */
async function versioned(proxy: RunningProxy): Promise<string> {
  const { body } = await proxy.call('/widget/integrity.json');
  return `/widget/${String(body['version'])}/card-checkout.js`;
}

/** Reads the hashes that are published, by the file's place under `/widget/`. */
async function publishedHashes(proxy: RunningProxy): Promise<[file: string, hash: string][]> {
  const { text } = await proxy.call('/widget/integrity.json');
  const { files }: { files: Record<string, string> } = JSON.parse(text);
  return Object.entries(files);
}

describe('the script', () => {
  it('is for pages of any origin, and is asked for again after five minutes', async () => {
    const proxy = await startProxy();

    const { status, headers } = await proxy.call(script, {
      headers: { Origin: 'https://x.example' },
    });

    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
  });

  it('is the same under its version, where it stays for ever', async () => {
    const proxy = await startProxy();

    const [latest, pinned] = [await proxy.call(script), await proxy.call(await versioned(proxy))];

    expect(pinned.status).toBe(200);
    expect(pinned.text).toBe(latest.text);
    expect(pinned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(pinned.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('tells whose work it holds, under a name that an update may fill anew', async () => {
    const proxy = await startProxy();

    const { text, headers } = await proxy.call('/widget/licenses.md');

    expect(text).toContain('## lit-element - ');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
  });

  it.each([
    [browsers, 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate', null],
    ['identity', null],
  ])('answers to Accept-Encoding: %s in %s', async (accepted, encoding) => {
    const proxy = await startProxy();
    const plain = await proxy.call(script, { headers: { 'Accept-Encoding': 'identity' } });

    const answer = await proxy.call(script, { headers: { 'Accept-Encoding': accepted } });

    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(answer.text).toBe(plain.text);
  });

  it('answers HEAD with the headers of GET', async () => {
    const proxy = await startProxy();
    const headers = { 'Accept-Encoding': 'br' };

    const [got, head] = [
      await proxy.call(script, { headers }),
      await proxy.call(script, { headers, method: 'HEAD' }),
    ];

    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'content-encoding', 'vary']) {
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    }
  });

  it.each(['br', 'gzip', 'identity'])('is not sent again in %s to who has it', async (encoding) => {
    const proxy = await startProxy();
    const path = await versioned(proxy);
    const first = await proxy.call(path, { headers: { 'Accept-Encoding': encoding } });
    const etag = first.headers.get('etag') ?? '';

    const conditions = { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' };
    const again = await proxy.call(path, {
      headers: { 'Accept-Encoding': encoding, ...conditions },
    });

    expect([again.status, again.text]).toEqual([304, '']);
    for (const name of ['etag', 'cache-control', 'vary', 'access-control-allow-origin']) {
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
  });

  it('has an ETag of its own in each encoding', async () => {
    const proxy = await startProxy();
    const etags = new Set<string | null>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await proxy.call(script, { headers: { 'Accept-Encoding': encoding } });
      etags.add(headers.get('etag'));
    }

    expect(etags).not.toContain(null);
    expect(etags.size).toBe(3);
  });

  it('comes whole to who asks for a range of it', async () => {
    const proxy = await startProxy();

    const answer = await proxy.call(script, { headers: { Range: 'bytes=0-9' } });

    expect(answer.status).toBe(200);
    expect(answer.text.length).toBeGreaterThan(10);
  });

  it.each([{ 'If-Match': '"x"' }, { 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' }])(
    'is refused without a fault where %j does not hold',
    async (headers) => {
      const proxy = await startProxy();

      const answer = await proxy.call(script, { headers });

      expect([answer.status, answer.body['code']]).toEqual([400, 'bad_request']);
      expect(proxy.logLines.join()).not.toContain('unexpected_error');
    },
  );
});

describe('integrity.json', () => {
  it('has the hash of each file of the version', async () => {
    const proxy = await startProxy();
    const published = await publishedHashes(proxy);

    for (const [file, sum] of published) {
      const answer = await proxy.call(`/widget/${file}`, { headers: { 'Accept-Encoding': 'br' } });
      expect(answer.headers.get('content-encoding')).toBe('br');
      expect(`sha384-${hash('sha384', answer.text, 'base64')}`).toBe(sum);
    }
    expect(published.map(([file]) => `/widget/${file}`)).toContain(await versioned(proxy));
  });

  it('lists files that stay for ever only where their name or their path has a hash', async () => {
    const proxy = await startProxy();
    const lifetimes = new Map<string, string | null>();
    for (const [file] of await publishedHashes(proxy)) {
      const latest = file.replace(/^[^/]+\//, '');
      for (const path of [file, latest]) {
        const { headers } = await proxy.call(`/widget/${path}`);
        lifetimes.set(path, headers.get('cache-control'));
      }
    }

    const isHashed = /-[\da-f]{8}(\/|\.js)/;
    for (const [path, lifetime] of lifetimes) {
      const kept = isHashed.test(path) ? 'max-age=31536000, immutable' : 'max-age=300';
      expect([path, lifetime]).toEqual([path, `public, ${kept}`]);
    }
    const changing = [...lifetimes.keys()].filter((path) => !isHashed.test(path));
    expect(changing).toEqual(['card-checkout.js', 'frame.js', 'isolated.js', 'pay.js', 'realm.js']);
  });

  it('has every file that another one loads', async () => {
    const proxy = await startProxy();
    const loaded = new Set<string>();
    const published = await publishedHashes(proxy);
    for (const [file] of published) {
      const { text } = await proxy.call(`/widget/${file}`);
      for (const [, name = ''] of text.matchAll(/["'`]\.\/([\w-]+\.js)["'`]/g)) {
        loaded.add(file.replace(/[^/]+$/, name));
      }
    }

    expect(loaded.size).toBeGreaterThan(1);
    expect(published.map(([file]) => file)).toEqual(expect.arrayContaining([...loaded]));
  });

  it('may be read by any page, and changes with the next update', async () => {
    const proxy = await startProxy();

    const { status, headers } = await proxy.call('/widget/integrity.json');

    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
  });
});

describe('/widget/', () => {
  it.each([
    '/widget/none.js',
    '/widget/card-checkout.js.br',
    '/widget/card-checkout.js.gz',
    '/widget/0.0.0-00000000/card-checkout.js',
    '/widget/..%2f..%2fpackage.json',
    '/widget/..%2findex.js',
    '/widget//card-checkout.js',
    '/widget/',
  ])('has nothing at %s', async (path) => {
    const proxy = await startProxy();

    const answer = await proxy.call(path);

    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body['code']).toBe('not_found');
  });
});
