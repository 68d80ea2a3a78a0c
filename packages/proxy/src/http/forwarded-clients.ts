import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { EventLog } from '../telemetry/log.ts';

const warnEveryMs = 3_600_000;

/**
 * Warns, at most once an hour, when a request names its client (`X-Forwarded-For`, or `Forwarded` of
 * RFC 7239) and `TRUST_PROXY` does not list who sent it, so that all clients count as one.
 */
export function watchForwardedClients(app: FastifyInstance, log: EventLog, now: () => Date): void {
  let warnedMs = -Infinity;
  app.addHook('onRequest', ({ headers, ips = [], socket }, _reply, done) => {
    const isForwarded = (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined;
    if (isForwarded && ips.length < 2 && now().getTime() - warnedMs >= warnEveryMs) {
      warnedMs = now().getTime();
      log.clientsNotTold(ifPrivate(socket.remoteAddress));
    }
    done();
  });
}

/** Networks of a merchant's own machines; any other address may be a buyer's, which is personal data. */
const privateNetworks = new BlockList();
privateNetworks.addSubnet('127.0.0.0', 8);
privateNetworks.addSubnet('10.0.0.0', 8);
privateNetworks.addSubnet('172.16.0.0', 12);
privateNetworks.addSubnet('192.168.0.0', 16);
privateNetworks.addSubnet('::1', 128, 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');

function ifPrivate(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  return privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') ? address : undefined;
}
