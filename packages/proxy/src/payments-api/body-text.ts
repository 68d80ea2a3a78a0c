import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export interface BodyHeaders {
  'content-type'?: string | string[] | undefined;
  'content-encoding'?: string | string[] | undefined;
}

const decompress = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/**
 * Returns the text of a body. It is decompressed if its `Content-Encoding` says so, and decoded in the
 * charset that it declares; without one it is UTF-8 or, if it cannot be, Windows-1252.
 */
export function textOfBody(body: Buffer, headers: BodyHeaders, maxBytes: number): string {
  const bytes = decompressed(body, String(headers['content-encoding'] ?? ''), maxBytes);
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(String(headers['content-type'] ?? ''))?.[1];
  return decoded(bytes, charset) ?? decoded(bytes, 'utf-8') ?? bytes.toString('latin1');
}

function decompressed(body: Buffer, encoding: string, maxOutputLength: number): Buffer {
  try {
    const decode = decompress.get(encoding.trim().toLowerCase());
    return decode ? decode(body, { maxOutputLength }) : body;
  } catch {
    return body;
  }
}

function decoded(bytes: Buffer, charset: string | undefined): string | undefined {
  try {
    return charset && new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Recursion has a limit. */
const maxLevels = 100;

/**
 * Parses JSON; `undefined` if it is not, or nested deeper than 100 levels. Whole numbers that would
 * lose digits become texts, and members named `__proto__` are left out.
 */
export function parsedJson(text: string): unknown {
  try {
    const value: unknown = needsReview.test(text) ? JSON.parse(text, revived) : JSON.parse(text);
    return isDeeperThan(maxLevels, value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** What `revived` may change: a long number, or `__proto__`, whose characters may be escaped. */
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
