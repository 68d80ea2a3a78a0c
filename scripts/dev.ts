import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { freePort } from '@card-checkout/testing/free-port';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { build } from './build.ts';
import { startDemo, type Demo } from './demo.ts';

const host = '127.0.0.1';
const say = (line: string): void => void process.stdout.write(`${line}\n`);

// The proxy doesn't start without the script-tag build, although this server's pages don't load it.
if (!existsSync('packages/proxy/dist/widget/integrity.json')) build('bundle');

const port = await freePort(5173);
const origin = `http://${host}:${port}`;
const demo = await startDemo({
  say,
  onLog: say,
  watchSources: true,
  proxyEnvironment: { ALLOWED_ORIGINS: origin },
});
const vite = await createServer({
  root: 'packages/widget',
  clearScreen: false,
  server: { host, port, strictPort: true, proxy: { '^/(assets|orders|_shop)/': demo.urls.shop } },
  plugins: [shopPages(demo.urls)],
});
await vite.listen();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
say(`
The demo shop, with the widget's sources, is at ${origin}
Changing the widget reloads the page; changing the proxy or the sandbox restarts it.

Stop with Ctrl-C.`);

async function stop(): Promise<never> {
  await Promise.all([vite.close(), demo.stop()]);
  process.exit(0);
}

function shopPages(urls: Demo['urls']): Plugin {
  return {
    name: 'shop-pages',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { url = '/' } = request;
        if (/^\/(looks)?(\?|$)/.test(url)) void sendPage(server, urls, url, response);
        else next();
      });
    },
  };
}

/**
 * Serves a page of the shop with the widget's sources instead of the proxy's script, and without
 * the Content Security Policy, which forbids what Vite inserts.
 */
async function sendPage(
  server: ViteDevServer,
  { shop, proxy }: Demo['urls'],
  url: string,
  response: ServerResponse,
): Promise<void> {
  try {
    const answer = await fetch(`${shop}${url}`);
    const page = await answer.text();
    const sources = page.replace(`${proxy}/widget/card-checkout.js`, '/src/define.ts');
    const html = await server.transformIndexHtml(url, sources);
    response.writeHead(answer.status, { 'content-type': 'text/html' }).end(html);
  } catch (error) {
    response.writeHead(502).end(`The shop did not answer: ${String(error)}`);
  }
}
