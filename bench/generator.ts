import { paymentRequest } from './payment-request.ts';

/** What a payment costs the load generator before it is sent. */
export interface GeneratorCost {
  microseconds: number;
  bodyBytes: number;
}

const samples = 20_000;

/** Makes payments for nobody and takes the time, once the code has been compiled. */
export function measureGenerator(): GeneratorCost {
  makePayments();
  const startedAt = performance.now();
  makePayments();
  const microseconds = ((performance.now() - startedAt) * 1000) / samples;
  return { microseconds, bodyBytes: Buffer.byteLength(paymentRequest().body) };
}

function makePayments(): void {
  for (let made = 0; made < samples; made++) paymentRequest();
}
