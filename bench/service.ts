import { startHttpServer } from '@card-checkout/testing/http-server';

/** The payments service: reads the whole request, waits `DELAY_MS` and approves. */
const { PORT, DELAY_MS } = process.env;

const approval = JSON.stringify({
  id: 'pay_01jd8y5q3wzv7h2n4k6m9r0t1x',
  status: 'approved',
  amount: 12_990,
  authorizationCode: '482913',
  card: { brand: 'visa', first6: '400000', last4: '2701' },
});
const headers = { 'Content-Type': 'application/json', 'Content-Length': approval.length };

await startHttpServer((request, response) => {
  const answer = () => response.writeHead(201, headers).end(approval);
  request.resume().once('end', () => {
    if (DELAY_MS === '0') answer();
    else setTimeout(answer, Number(DELAY_MS));
  });
}, Number(PORT));
