// A shop in plain Node. To run it with a proxy and a payments API:
//   npx -y pnpm@12 example node
import { signOrder, verifyWebhook } from '@card-checkout/server';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const { ORDER_SECRET, WEBHOOK_SECRET, PROXY_URL, PORT } = process.env;

/** What an order costs, in centavos. */
const price = 12_990;

/** Paid orders; use your database instead. */
const paid = new Set();

const page = (id, order) => `<!doctype html>
<html lang="pt-BR">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <link rel="icon" href="data:," />
  <title>Minha loja</title>
  <script type="module" src="${PROXY_URL}/widget/isolated.js"></script>
  <h1>Café, R$ 129,90</h1>
  <label><input type="radio" name="how" value="card" checked /> Cartão</label>
  <label><input type="radio" name="how" value="pix" /> Pix</label>
  <fieldset>
    <card-checkout proxy-url="${PROXY_URL}" order="${order}"></card-checkout>
  </fieldset>
  <p hidden>Aqui vai o código do seu Pix.</p>
  <script type="module">
    const [card, pix] = document.querySelectorAll('fieldset, p');
    addEventListener('change', ({ target: { name, value } }) => {
      if (name !== 'how') return;
      pix.hidden = value === 'card';
      card.hidden = card.disabled = !pix.hidden;
    });
  </script>
  <a href="/orders/${id}">Seu pedido</a>
</html>`;

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
    // The same message can arrive twice.
    const { type, data } = verifyWebhook(request.headers, await bodyOf(request), WEBHOOK_SECRET);
    // An older token of the order may have paid another amount, or a closed order was charged after all.
    const isAsSigned = data.orderAmount === price && !data.orderClosed;
    if (type === 'payment.approved' && isAsSigned) paid.add(data.orderId);
    console.log(type, data.orderId);
    return 204;
  } catch {
    return 400;
  }
}

async function answer(request, response) {
  if (request.method === 'POST') {
    response.writeHead(await receive(request)).end();
  } else if (request.url.startsWith('/orders/')) {
    response.end(paid.has(request.url.slice(8)) ? 'paid' : 'not paid yet');
  } else {
    const id = randomUUID();
    const order = await signOrder({ sub: id, amount: price }, ORDER_SECRET);
    // A cached page would show one buyer's order to another.
    const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'no-store' };
    response.writeHead(200, headers).end(page(id, order));
  }
}

createServer((request, response) => void answer(request, response)).listen(PORT, '127.0.0.1');
