import { createServer } from 'node:http';

/** The payments service: reads the whole request, waits `DELAY_MS` and approves. */

const { PORT, DELAY_MS } = process.env;
const delayMs = Number(DELAY_MS);

const approval = JSON.stringify({
  id: 'pay_01jd8y5q3wzv7h2n4k6m9r0t1x',
  status: 'approved',
  amount: 12_990,
  currency: 'BRL',
  installments: 1,
  paymentMethod: 'credit',
  authorizationCode: '482913',
  nsu: '000000731845',
  acquirer: 'cielo',
  card: { brand: 'visa', first6: '400000', last4: '2701' },
  threeDSecure: { eci: '05', version: '2.2.0', liabilityShift: true },
  customer: { docType: 'cpf', name: 'Maria da Silva' },
  createdAt: '2026-11-21T12:00:00.000Z',
  softDescriptor: 'SHOP EXAMPLE',
});
const headers = {
  'Content-Type': 'application/json',
  'Content-Length': Buffer.byteLength(approval),
};

const server = createServer((request, response) => {
  const answer = () => response.writeHead(201, headers).end(approval);
  request.resume().once('end', () => {
    if (delayMs === 0) answer();
    else setTimeout(answer, delayMs);
  });
});
// A connection that idles between warm-up and round must not be closed under a proxy's feet.
server.keepAliveTimeout = 600_000;
server.listen(Number(PORT), '127.0.0.1');
