import { connect } from 'node:net';
import { shop } from '@card-checkout/testing/checkout-request';

/*
 * Keeps connections open by sending a payment's headers one line per second, without finishing.
 * Replaces each connection that the proxy closes. Reports the number of open connections to the
 * parent every second.
 */
const [url = '', wanted] = process.argv.slice(2);
const { hostname, port } = new URL(url);

let open = 0;
let held = 0;

// At most 100 at once, so that the kernel's queue can hold them.
setInterval(() => {
  for (let made = 0; made < 100 && open < Number(wanted); made += 1) hold();
}, 20);
setInterval(() => process.send?.(held), 1000);

function hold(): void {
  open += 1;
  const localAddress = `127.2.0.${1 + (open % 250)}`;
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  let writing: NodeJS.Timeout | undefined;
  socket.once('connect', () => {
    held += 1;
    socket.write(`POST /api/checkout/ HTTP/1.1\r\nHost: proxy\r\nOrigin: ${shop}\r\n`);
    writing = setInterval(() => socket.write('X-Slow: 1\r\n'), 1000);
  });
  socket.once('close', () => {
    open -= 1;
    if (writing) held -= 1;
    clearInterval(writing);
  });
  socket.on('error', () => socket.destroy());
  socket.resume();
}
