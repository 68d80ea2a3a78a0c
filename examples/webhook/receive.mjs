import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '@card-checkout/proxy/server-sdk';

/** What each order costs, in centavos; use your database instead. */
const amounts = new Map([['order-1042', 12990]]);

async function receive(request, response) {
  const body = await text(request);
  const { type, data } = verifyWebhook(request.headers, body, process.env.WEBHOOK_SECRET);
  // An older token of the order may have paid another amount.
  const isPaid = type === 'payment.approved' && data.orderAmount === amounts.get(data.orderId);
  if (isPaid) console.log(`${data.orderId} is paid`);
  response.writeHead(204).end();
}

createServer((request, response) => {
  receive(request, response).catch(() => response.writeHead(400).end());
}).listen(process.env.PORT);
