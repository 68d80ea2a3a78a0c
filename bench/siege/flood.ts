import { connect, type Socket } from 'node:net';
import { paymentRequest } from '../payment-request.ts';

/*
 * Sends payments from one address as fast as the proxy takes them, and faster than it refuses them: it
 * connects anew when it is cut off, and when it is not answered. Tells how many it has sent in the second
 * that has passed, and how many of them were refused.
 */

const connections = 100;

/** How many requests go out together; the next ones follow when all are answered. */
const batch = 10;

const patienceMs = 50;

/** How long until a connection that was cut off is made anew. */
const pauseMs = 50;

const { hostname, port } = new URL(process.argv[2] ?? '');
const { headers, body } = paymentRequest();
const lines = Object.entries({ Host: 'proxy', ...headers }).map(
  ([name, value]) => `${name}: ${value}`,
);
const length = `Content-Length: ${Buffer.byteLength(body)}`;
const head = ['POST /api/checkout/ HTTP/1.1', ...lines, length].join('\r\n');
const requests = Buffer.from(`${head}\r\n\r\n${body}`.repeat(batch));
let sent = 0;
let refused = 0;

for (let number = 0; number < connections; number++) open();
setInterval(() => {
  process.send?.({ size: sent, refused });
  sent = 0;
  refused = 0;
}, 1000);

function open(): void {
  const socket = connect({ host: hostname, port: Number(port) });
  let answered = 0;
  socket.setEncoding('latin1').setTimeout(patienceMs, () => socket.destroy());
  socket.on('connect', () => send(socket));
  socket.on('data', (answers: string) => {
    const statuses = answers.match(/HTTP\/1\.1 \d/g) ?? [];
    refused += statuses.filter((status) => status.endsWith('4')).length;
    answered += statuses.length;
    if (statuses.length > 0 && answered % batch === 0) send(socket);
  });
  socket.on('error', () => undefined).on('close', () => setTimeout(open, pauseMs));
}

function send(socket: Socket): void {
  sent += batch;
  socket.write(requests);
}
