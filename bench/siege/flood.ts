import autocannon from 'autocannon';
import { paymentRequest } from '../payment-request.ts';

/*
 * Sends payments from one address as fast as they are refused, without an end. Tells how many were refused in
 * the second that has passed.
 */

const tellEveryMs = 1000;

let refused = 0;
const { headers, body } = paymentRequest();
const flood = autocannon(
  {
    url: `${process.argv[2]}/api/checkout/`,
    method: 'POST',
    headers,
    body,
    connections: 50,
    pipelining: 10,
    duration: 3600,
  },
  () => undefined,
);
flood.on('response', (_client, status) => {
  if (status >= 400) refused += 1;
});
setInterval(() => {
  process.send?.(refused);
  refused = 0;
}, tellEveryMs);
