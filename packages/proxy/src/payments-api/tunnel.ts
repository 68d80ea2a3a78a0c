import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';

/** Ports are part of a CONNECT request's target, even the usual one (RFC 9110, 9.3.6). */
const httpsPort = '443';

/** How a tunnel is opened. */
interface TunnelOptions {
  proxy: URL;
  /** Host and port. */
  target: string;
  timeoutMs: number;
}

/**
 * Opens a tunnel through an HTTP proxy. Fails if the proxy can't be reached or refuses; then nothing
 * has been sent to the target.
 */
export function openTunnel(
  { proxy, target, timeoutMs }: TunnelOptions,
  callback: (...result: [error: null, socket: Socket] | [error: Error, socket: null]) => void,
): void {
  const request = proxy.protocol === 'https:' ? requestHttps : requestHttp;
  const call = request({
    method: 'CONNECT',
    host: proxy.hostname.replaceAll(/[[\]]/g, ''),
    port: proxy.port || undefined,
    path: target,
    headers: { Host: target, ...authorization(proxy) },
    agent: false,
    timeout: timeoutMs,
    rejectUnauthorized: true,
  });
  call.once('connect', ({ statusCode = 0 }, socket) => {
    if (statusCode === 200) return callback(null, socket.setTimeout(0));
    socket.destroy();
    callback(failure(`PROXY_${statusCode}`), null);
  });
  call.once('timeout', () => call.destroy(failure('PROXY_TIMEOUT')));
  call.once('error', (error) => callback(error, null));
  call.end();
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const credentials = [username, password].map(decodeURIComponent).join(':');
  return { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function failure(code: string): Error {
  return Object.assign(new Error('The proxy opened no tunnel'), { code });
}

/**
 * Whether `NO_PROXY` names a host: as itself, by a domain that it is in, or by `*`; with or without
 * its port.
 */
export function isExempt({ hostname, port }: URL, noProxy: readonly string[]): boolean {
  const host = hostname.toLowerCase();
  return noProxy.some((entry) => {
    const [, name = '', ofPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (ofPort !== undefined && ofPort !== (port || httpsPort)) return false;
    const domain = name.replace(/^\*?\./, '');
    return name === '*' || host === domain || (domain !== '' && host.endsWith(`.${domain}`));
  });
}
