import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

type Headers = NodeJS.Dict<string | string[]>;

/** Whether a body comes encoded although nobody asked for that (`Accept-Encoding: identity`). */
export function isEncoded(headers: Headers): boolean {
  return encodingOf(headers) !== 'identity';
}

function encodingOf(headers: Headers): string {
  const encoding = String(headers['content-encoding'] ?? '').trim();
  return encoding.toLowerCase() || 'identity';
}

const decoders = new Map([
  ['gzip', [gunzipSync]],
  ['x-gzip', [gunzipSync]],
  // Some clients leave out the zlib header (RFC 9110, 8.4.1.2).
  ['deflate', [inflateSync, inflateRawSync]],
  ['br', [brotliDecompressSync]],
]);

/** Unpacks a body; `undefined` if that fails, or if it would be longer than `maxOutputLength` bytes. */
export function unpackedBody(
  body: Buffer,
  headers: Headers,
  maxOutputLength: number,
): Buffer | undefined {
  if (!isEncoded(headers)) return body;
  for (const decode of decoders.get(encodingOf(headers)) ?? []) {
    try {
      return decode(body, { maxOutputLength });
    } catch {
      // Another decoder may fit.
    }
  }
  return undefined;
}

/** Returns a body's text, decoded in the declared charset, or else as UTF-8, or else as Windows-1252. */
export function textOfBody(body: Buffer, headers: Headers): string {
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(String(headers['content-type'] ?? ''))?.[1];
  return decoded(body, charset) ?? decoded(body, 'utf-8') ?? body.toString('latin1');
}

function decoded(bytes: Buffer, charset: string | undefined): string | undefined {
  try {
    return charset && new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON; `undefined` if it's invalid or deeper than 100 levels. Whole numbers that would lose
 * digits become texts, and members named `__proto__` are left out.
 */
export function parsedJson(text: string): unknown {
  try {
    const value: unknown = needsReview.test(text) ? JSON.parse(text, revived) : JSON.parse(text);
    return isDeeperThan(100, value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Matches what `revived` may change: a long number, or `__proto__`, perhaps with escapes. */
const needsReview = /\d{16}|__proto__|\\u/;

function revived(name: string, value: unknown, context?: { source?: string }): unknown {
  if (name === '__proto__') return undefined;
  const isCut = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  const source = context?.source ?? '';
  return isCut && /^\d+$/.test(source) ? source : value;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}
