import { startHttpServer } from '@card-checkout/testing/http-server';

/** A payments API: reads the whole request, waits and approves. `/delay/:ms` sets the wait. */
const { PORT } = process.env;
let delayMs = 0;

const approval = JSON.stringify({
  id: 'pay_01jd8y5q3wzv7h2n4k6m9r0t1x',
  status: 'approved',
  amount: 12_990,
  authorizationCode: '482913',
  card: { brand: 'visa', first6: '400000', last4: '2701' },
});
const headers = { 'Content-Type': 'application/json', 'Content-Length': approval.length };

await startHttpServer((request, response) => {
  const wanted = /^\/delay\/(\d+)$/.exec(request.url ?? '')?.[1];
  if (wanted) delayMs = Number(wanted);
  const answer = () => response.writeHead(201, headers).end(approval);
  request.resume().once('end', () => {
    if (wanted || delayMs === 0) answer();
    else setTimeout(answer, delayMs);
  });
}, Number(PORT));
