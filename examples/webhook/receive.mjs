import { createServer } from 'node:http';
import { verifyWebhook } from '@card-checkout/server';

/** What each order costs, in centavos; use your database instead. */
const amounts = new Map([['order-1042', 12990]]);

/** Reads a body, unless it's longer than any webhook: anybody can post here. */
async function bodyOf(request) {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
    if (body.length > 65_536) throw new RangeError('The body is too long');
  }
  return body;
}

async function receive(request, response) {
  const body = await bodyOf(request);
  const { type, data } = verifyWebhook(request.headers, body, process.env.WEBHOOK_SECRET);
  // An older token of the order may have paid another amount, or a closed order was charged after all.
  const isAsSigned = data.orderAmount === amounts.get(data.orderId) && !data.orderClosed;
  const isPaid = type === 'payment.approved' && isAsSigned;
  if (isPaid) console.log(`${data.orderId} is paid`);
  response.writeHead(204).end();
}

createServer((request, response) => {
  receive(request, response).catch(() => response.writeHead(400).end());
}).listen(process.env.PORT);
