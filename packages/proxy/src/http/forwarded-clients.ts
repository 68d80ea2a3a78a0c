import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EventLog } from '../telemetry/log.ts';

type Client = Pick<FastifyRequest, 'ips' | 'socket'>;

/**
 * Returns the client's address. `request.ip` may be any text that a trusted web server forwards; if
 * it holds no address, the connection's counts.
 */
export function clientOf(request: Client): string {
  return forwardedClientOf(request) ?? request.socket.remoteAddress ?? '';
}

function forwardedClientOf({ ips = [] }: Client): string | undefined {
  return ips.length < 2 ? undefined : addressIn(ips.at(-1) ?? '');
}

/**
 * Returns a client's network: the /24 of IPv4, the smallest routed prefix, or the /48 of IPv6, the
 * largest of one site (RFC 6177). An IPv6 address counts as its /64, one subscriber's minimum; an
 * IPv4-mapped address counts as IPv4.
 */
export function networkOf(request: Client): string {
  const ip = clientOf(request);
  const address = normalizeIP(ip);
  return isIPv4(address) ? address.replace(/\d+$/, '0/24') : `${normalizeIP(ip, 48)}/48`;
}

/** Returns the address in `ip`, `ip:port`, `[ip]` or `[ip]:port`, as web servers write them. */
function addressIn(text: string): string | undefined {
  const [, inBrackets, beforePort] = /^(?:\[(.*)\]|([\d.]*))(?::\d+)?$/.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  return isIP(address) === 0 ? undefined : address;
}

export function trustIn(ranges: false | readonly string[]): false | ((hop: string) => boolean) {
  if (ranges === false) return false;
  const trusted = listOf(ranges);
  return (hop) => isIn(trusted, addressIn(hop));
}

const warnEveryMs = 3_600_000;

/**
 * Warns, at most once an hour, when a request names its client (`X-Forwarded-For`, or `Forwarded` of
 * RFC 7239), but `TRUST_PROXY` doesn't list the sender, or the header holds no address; and when a page's
 * request comes from a listed sender without naming its client. Such clients count as one.
 */
export function watchForwardedClients(
  app: FastifyInstance,
  { trustProxy }: { trustProxy: false | readonly string[] },
  log: EventLog,
  now: () => Date,
): void {
  const isTrusted = trustIn(trustProxy) || (() => false);
  let warnedMs = -Infinity;
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket } = request;
    const names = headers['x-forwarded-for'] ?? headers.forwarded;
    const isForwarded =
      names !== undefined ||
      (headers.origin !== undefined && isTrusted(socket.remoteAddress ?? ''));
    if (isForwarded && !forwardedClientOf(request) && now().getTime() - warnedMs >= warnEveryMs) {
      warnedMs = now().getTime();
      const { remoteAddress } = socket;
      const peer = isIn(privateNetworks, remoteAddress) ? remoteAddress : undefined;
      log.emit('web_server_not_trusted', { peer });
    }
    done();
  });
}

/** Private networks; any other address may be a buyer's, which is personal data. */
const privateNetworks = listOf(
  '127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 ::1 fc00::/7'.split(' '),
);

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const [family, maxBits] = isIPv6(address) ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
    list.addSubnet(address, Number(bits ?? maxBits), family);
  }
  return list;
}

function isIn(list: BlockList, address: string | undefined): boolean {
  return address !== undefined && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
