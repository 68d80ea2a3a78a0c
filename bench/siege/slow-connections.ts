import { connect, type Socket } from 'node:net';
import { shop } from '../payment-request.ts';

/*
 * Holds connections that send a payment's headers a line a second and never come to an end, and makes a new
 * one for each that the proxy closes. Tells how many it holds.
 */

const wanted = 5000;

/** How many connections are made at once, so that the kernel's queue takes them. */
const batch = 100;

const turnMs = 20;

const { hostname, port } = new URL(process.argv[2] ?? '');
const held = new Set<Socket>();
let connecting = 0;
let turns = 0;

setInterval(() => {
  for (let made = 0; made < batch && held.size + connecting < wanted; made++) open();
}, 20);
// As from many machines: they do not all speak at the same moment.
setInterval(() => {
  const [share, turn] = [1000 / turnMs, turns++];
  for (const [index, socket] of [...held].entries()) {
    if (index % share === turn % share) socket.write('X-Slow: 1\r\n');
  }
}, turnMs);
setInterval(() => process.send?.({ size: held.size, refused: 0 }), 1000);

function open(): void {
  connecting += 1;
  const localAddress = `127.2.0.${1 + (held.size % 250)}`;
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.once('connect', () => {
    held.add(socket);
    socket.write(`POST /api/checkout/ HTTP/1.1\r\nHost: proxy\r\nOrigin: ${shop}\r\n`);
  });
  socket.once('close', () => {
    if (held.delete(socket)) return;
    connecting -= 1;
  });
  socket.once('connect', () => {
    connecting -= 1;
  });
  socket.on('error', () => socket.destroy());
  socket.resume();
}
