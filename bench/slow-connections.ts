import { connect, type Socket } from 'node:net';
import { shop } from '@card-checkout/testing/checkout-request';

/*
 * Holds connections that send a payment's headers a line a second and never finish; a connection that the
 * proxy closes is replaced. Tells once a second how many it holds.
 */
const [url = '', wanted] = process.argv.slice(2);
const { hostname, port } = new URL(url);

/** How many connections are made at once, so that the kernel's queue takes them. */
const batch = 100;
const turnMs = 20;
const held = new Set<Socket>();
let connecting = 0;
let turn = 0;

setInterval(() => {
  for (let made = 0; made < batch && held.size + connecting < Number(wanted); made += 1) open();
  turn += 1;
  const share = 1000 / turnMs;
  // As from many machines: they do not all write at the same moment.
  for (const [index, socket] of [...held].entries()) {
    if (index % share === turn % share) socket.write('X-Slow: 1\r\n');
  }
}, turnMs);
setInterval(() => process.send?.(held.size), 1000);

function open(): void {
  connecting += 1;
  const localAddress = `127.2.0.${1 + (held.size % 250)}`;
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.once('connect', () => {
    connecting -= 1;
    held.add(socket);
    socket.write(`POST /api/checkout/ HTTP/1.1\r\nHost: proxy\r\nOrigin: ${shop}\r\n`);
  });
  socket.once('close', () => {
    if (!held.delete(socket)) connecting -= 1;
  });
  socket.on('error', () => socket.destroy());
  socket.resume();
}
