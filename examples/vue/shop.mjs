// A shop in Vue and Vite whose server signs the orders. To run it with a proxy and a payments API:
//   npx -y pnpm@12 example vue
import { signOrder, verifyWebhook } from '@card-checkout/server';
import { randomUUID } from 'node:crypto';
import { createServer } from 'vite';

const { ORDER_SECRET, WEBHOOK_SECRET, PROXY_URL, PORT } = process.env;
/** What an order costs, in centavos. */
const price = 12_990;

async function order(_request, response) {
  const signed = await signOrder({ sub: randomUUID(), amount: price }, ORDER_SECRET);
  // A cached answer would show one buyer's order to another.
  response.setHeader('Cache-Control', 'no-store');
  response.end(JSON.stringify({ order: signed, proxyUrl: PROXY_URL }));
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

async function webhook(request, response) {
  try {
    // Mark the order as paid here, once per `webhook-id`. Throws if it was signed for another amount.
    const body = await bodyOf(request);
    const { type, data } = verifyWebhook(request.headers, body, WEBHOOK_SECRET, {
      orderAmount: () => price,
    });
    console.log(type, data.orderId);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}

const vite = await createServer({
  root: import.meta.dirname,
  resolve: { alias: { vue: 'vue/dist/vue.esm-bundler.js' } },
  server: { host: '127.0.0.1', port: Number(PORT), strictPort: true },
  plugins: [
    {
      name: 'shop',
      configureServer({ middlewares }) {
        middlewares.use('/order', (...call) => void order(...call));
        middlewares.use('/webhook', (...call) => void webhook(...call));
      },
    },
  ],
});
await vite.listen();
