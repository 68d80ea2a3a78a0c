import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { ClientConfig } from '@card-checkout/contract/client-config';

/** One file that a browser may ask for. */
export interface SiteFile {
  type: 'text/html' | 'text/javascript' | 'text/css' | 'application/json';
  body: string;
}

/** A server that runs. */
export interface Site {
  origin: string;
  stop(): Promise<void>;
}

/** What the proxy tells the widget; there is no fraud script, and nobody pays. */
const config: ClientConfig = {
  apiUrl: 'http://127.0.0.1:9',
  provider: 'cielo',
  threeDSScriptUrl: 'http://127.0.0.1:9/three-ds.js',
  threeDSEnvironment: 'sandbox',
  merchantId: 4711,
  clientIp: '127.0.0.1',
};

const proxy: readonly [string, SiteFile] = [
  '/proxy/api/config',
  { type: 'application/json', body: JSON.stringify(config) },
];

/**
 * Serves files by their paths, and the one part of the proxy that a form asks for before somebody
 * pays. Nothing may be cached, so that no browser keeps compiled code either.
 */
export async function openSite(files: ReadonlyMap<string, SiteFile>): Promise<Site> {
  const all = new Map([...files, proxy]);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    send(response, all.get(path));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function send(response: ServerResponse, file: SiteFile | undefined): void {
  if (!file) {
    response.writeHead(404).end();
    return;
  }
  response
    .writeHead(200, { 'Content-Type': `${file.type}; charset=utf-8`, 'Cache-Control': 'no-store' })
    .end(file.body);
}

/** Writes a page in Portuguese. */
export function pageOf(title: string, content: string): SiteFile {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`;
  const body = `<!doctype html><html lang="pt-BR">${head}${content}</html>`;
  return { type: 'text/html', body };
}

/** Makes the tag that loads a module. */
export function moduleTag(path: string): string {
  return `<script type="module" src="${path}"></script>`;
}
