// A shop that React renders on the server and hydrates in the browser, like Next.js. To run it with
// a proxy and a payments API:
//   npx -y pnpm@12 example react
import { signOrder, verifyWebhook } from '@card-checkout/server';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as createVite } from 'vite';

const { ORDER_SECRET, WEBHOOK_SECRET, PROXY_URL, PORT } = process.env;
/** What an order costs, in centavos. */
const price = 12_990;
const server = createServer((request, response) => void answer(request, response));
const vite = await createVite({
  root: import.meta.dirname,
  appType: 'custom',
  // Without an index.html, Vite would discover React only when the page loads it.
  optimizeDeps: { entries: 'client.jsx' },
  server: { middlewareMode: true, hmr: { server } },
});
server.listen(PORT, '127.0.0.1');

async function answer(request, response) {
  if (request.method === 'POST') {
    response.writeHead(await receive(request)).end();
  } else if (request.url === '/') {
    // A cached page would show one buyer's order to another.
    const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'no-store' };
    response.writeHead(200, headers).end(await page());
  } else {
    vite.middlewares(request, response);
  }
}

async function page() {
  const { render } = await vite.ssrLoadModule('/server.jsx');
  const order = await signOrder({ sub: randomUUID(), amount: price }, ORDER_SECRET);
  const props = { order, proxyUrl: PROXY_URL };
  return `<!doctype html>
    <html lang="pt-BR">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <link rel="icon" href="data:," />
      <title>Minha loja</title>
      <main>${render(props)}</main>
      <script id="props" type="application/json">${json(props)}</script>
      <script type="module" src="/client.jsx"></script>
    </html>`;
}

/** Text in a script could end it. */
function json(value) {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Reads a body, unless it's longer than any webhook: anybody can post here. */
async function bodyOf(request) {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
    if (body.length > 65_536) throw new RangeError('The body is too long');
  }
  return body;
}

async function receive(request) {
  try {
    // Mark the order as paid here, once per `webhook-id`. Throws if it was signed for another amount.
    const body = await bodyOf(request);
    const { type, data } = verifyWebhook(request.headers, body, WEBHOOK_SECRET, {
      orderAmount: () => price,
    });
    console.log(type, data.orderId);
    return 204;
  } catch {
    return 400;
  }
}
