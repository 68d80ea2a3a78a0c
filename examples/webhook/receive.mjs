import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '@card-checkout/proxy/server-sdk';

async function receive(request, response) {
  const body = await text(request);
  const event = verifyWebhook(request.headers, body, process.env.WEBHOOK_SECRET);
  if (event.type === 'payment.approved') console.log(`${event.data.orderId} is paid`);
  response.writeHead(204).end();
}

createServer((request, response) => {
  receive(request, response).catch(() => response.writeHead(400).end());
}).listen(process.env.PORT);
