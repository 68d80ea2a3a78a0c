import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { pipeline } from 'node:stream';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Where other devices reach the sandbox, over HTTPS: browsers allow no payment without it. */
export interface Lan {
  host: string;
  cert: string;
  key: string;
}

export function lanAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const found = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  if (!found) throw new Error('LAN_HOST must be an address: this machine has none on a network');
  return found.address;
}

/** Makes a key and a 30-day certificate for an address or name. Requires OpenSSL. */
export function makeCertificate(host: string): Omit<Lan, 'host'> {
  const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -batch';
  const names = `-subj /CN=sandbox -addext subjectAltName=${isIP(host) ? 'IP' : 'DNS'}:${host}`;
  const options = `req ${kind} ${names} -keyout - -out -`.split(' ');
  const key = execFileSync('openssl', options, { encoding: 'utf8', stdio: ['ignore', 'pipe'] });
  return { key, cert: key.slice(key.indexOf('-----BEGIN CERTIFICATE')) };
}

/** Makes this process trust a certificate, in addition to Node's own. */
export function trust(cert: string): void {
  setDefaultCACertificates([...getCACertificates(), cert]);
}

/** Serves the server at `url` over HTTPS on the LAN address, on the same port. */
export async function serveOnLan({ host, cert, key }: Lan, url: string) {
  const { hostname, port } = new URL(url);
  const server = createServer({ cert, key }, (socket) => {
    pipeline(socket, connect(Number(port), hostname), socket, () => undefined);
  });
  server.listen(Number(port), host);
  await once(server, 'listening');
  return { url: `https://${host}:${port}`, stop: () => void server.close() };
}
