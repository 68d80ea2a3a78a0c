// A shop in plain Node. With a proxy and a payments service to try it on:
//   npx -y pnpm@12 example node
import { signOrder, verifyWebhook } from '@card-checkout/proxy/server-sdk';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { ORDER_SECRET, WEBHOOK_SECRET, PROXY_URL, PORT } = process.env;

const page = (order) => `<!doctype html>
<html lang="pt-BR">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <link rel="icon" href="data:," />
  <title>Loja</title>
  <script type="module" src="${PROXY_URL}/widget/card-checkout.js"></script>
  <h1>Cafeteira, R$ 129,90</h1>
  <card-checkout proxy-url="${PROXY_URL}" order="${order}"></card-checkout>
</html>`;

async function receive(request) {
  try {
    // Mark the order as paid here, once for each `webhook-id`.
    const { type, data } = verifyWebhook(request.headers, await text(request), WEBHOOK_SECRET);
    console.log(type, data.orderId);
    return 204;
  } catch {
    return 400;
  }
}

async function answer(request, response) {
  if (request.method === 'POST') {
    response.writeHead(await receive(request)).end();
  } else {
    const order = await signOrder({ sub: randomUUID(), amount: 12_990 }, ORDER_SECRET);
    response.setHeader('Content-Type', 'text/html').end(page(order));
  }
}

createServer((request, response) => void answer(request, response)).listen(PORT, '127.0.0.1');
