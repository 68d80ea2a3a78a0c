#!/bin/sh
# razorpay 2.9.8 (npm): if the connection is lost after the API has read a payment, the promise is
# rejected with a TypeError of the SDK itself, "Cannot read properties of undefined (reading
# 'status')". Neither `statusCode` nor `error.code` is there, as with every other failure, so code that
# looks at them takes a payment whose outcome is unknown for a mistake of its own, or tells the buyer to
# try again. Treat every rejection without `statusCode` as unknown.
#
# Seen: "TypeError   | 400 BAD_REQUEST_ERROR": name, status and code when lost, then when refused.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund razorpay@2.9.8
cat > run.cjs <<'END'
const http = require('node:http');
const Razorpay = require('razorpay');

const server = http.createServer((request, response) => {
  request.resume().on('end', () => {
    if (server.isLost) return void request.socket.destroy();
    response.writeHead(400, { 'Content-Type': 'application/json' });
    response.end('{"error":{"code":"BAD_REQUEST_ERROR","description":"The amount is too small"}}');
  });
});
server.listen(0, '127.0.0.1', async () => {
  const client = new Razorpay({ key_id: 'key', key_secret: 'secret' });
  client.api.rq.defaults.baseURL = `http://127.0.0.1:${server.address().port}`;
  const payment = { amount: 12990, currency: 'BRL', order_id: 'order_1', email: 'a@shop.example' };
  const pay = () => client.payments.createPaymentJson(payment).catch((error) => error);
  server.isLost = true;
  const lost = await pay();
  server.isLost = false;
  const refused = await pay();
  const seen = [
    [lost.name, lost.statusCode, lost.error?.code].join(' '),
    [refused.statusCode, refused.error?.code].join(' '),
  ].join(' | ');
  console.log(seen, '|', lost.message);
  server.close();
  process.exitCode = seen === 'TypeError   | 400 BAD_REQUEST_ERROR' ? 0 : 1;
});
END
node run.cjs
