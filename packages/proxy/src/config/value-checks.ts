import { isIP } from 'node:net';
import { orderKeysIn } from '../order/order-token.ts';

/** Addresses and CIDR ranges of reverse proxies that may report the client's address. */
export type TrustProxy = false | string[];

/** Whether a text is an `https:` address without credentials; on this machine also `http:`. */
export function isSecureUrl(value: string): boolean {
  const url = URL.parse(value);
  if (!url || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === 'http:' && isLoopback;
}

/** Whether a path fits into a Unix socket's address; macOS has the shortest, 104 bytes. */
export function isSocketPath(value: string): boolean {
  return !value.includes('\0') && Buffer.byteLength(value) <= 103;
}

export function isRedisUrl(value: string): boolean {
  return /^rediss?:$/.test(URL.parse(value)?.protocol ?? '');
}

export function isWebhookSecret(value: string): boolean {
  const base64 = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(value)?.[1] ?? '';
  const bytes = Buffer.from(base64, 'base64').length;
  return bytes >= 24 && bytes <= 64;
}

export function areOrderSecrets(value: string): boolean {
  const keys = orderKeysIn(value);
  return keys.length > 0 && keys.every(({ secret }) => Buffer.byteLength(secret) >= 32);
}

export function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === value;
}

export function isTrustProxy(value: string): boolean {
  if (value === 'off') return true;
  return value.split(',').every((range) => {
    const [address = '', bits] = range.trim().split('/');
    const maxBits = isIP(address) === 6 ? 128 : 32;
    const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits);
    return isIP(address) !== 0 && isPrefix;
  });
}

export function trustProxyOf(value: string): TrustProxy {
  if (value === 'off') return false;
  return value.split(',').map((range) => range.trim());
}

/** Whether `NO_PROXY` names an `https:` host: itself, a domain of it, or `*`; with or without port. */
export function isExempt({ hostname, port }: URL, noProxy: readonly string[]): boolean {
  const host = hostname.toLowerCase();
  return noProxy.some((entry) => {
    const [, name = '', ofPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (ofPort !== undefined && ofPort !== (port || '443')) return false;
    const domain = name.replace(/^\*?\./, '');
    return name === '*' || host === domain || (domain !== '' && host.endsWith(`.${domain}`));
  });
}
