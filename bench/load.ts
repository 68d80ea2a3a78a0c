import autocannon from 'autocannon';
import { createHistogram } from 'node:perf_hooks';
import { paymentRequest } from './payment-request.ts';

/** How a server is loaded: each connection sends its next payment when it has its answer. */
export type LoadOptions = {
  url: string;
  connections: number;
  /** Hears of each answer, whatever it says. */
  onAnswer?: () => void;
} & ({ seconds: number } | { payments: number });

/** What a load met with. */
export interface Load {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers that were not 2xx, broken connections and time-outs. */
  failures: number;
  /** Shares of one core that the generator used; at 1 it is the generator that is measured. */
  generatorCpu: number;
}

/** Breaks off what can't come to a valid end any more. */
const maxErrors = 1000;

/** Sends payments, each of its own order, for a time or up to a number. */
export async function load({ url, connections, onAnswer, ...extent }: LoadOptions): Promise<Load> {
  const latenciesUs = createHistogram();
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  let lastAt = startedAt;

  const failures = await shoot(
    {
      url: `${url}/api/checkout/`,
      connections,
      ...('seconds' in extent ? { duration: extent.seconds } : { amount: extent.payments }),
    },
    (latencyMs) => {
      latenciesUs.record(Math.max(1, Math.round(latencyMs * 1000)));
      lastAt = performance.now();
      onAnswer?.();
    },
  );

  const { user, system } = process.cpuUsage(cpuBefore);
  const elapsedMs = lastAt - startedAt;
  return {
    requestsPerSecond: latenciesUs.count / (elapsedMs / 1000),
    p50Ms: latenciesUs.percentile(50) / 1000,
    p99Ms: latenciesUs.percentile(99) / 1000,
    failures,
    generatorCpu: (user + system) / 1000 / elapsedMs,
  };
}

/** Runs autocannon and returns how many payments failed; its own latencies are whole ms. */
function shoot(
  options: autocannon.Options,
  onAnswer: (latencyMs: number) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const instance = autocannon(
      {
        ...options,
        requests: [{ method: 'POST', setupRequest: withPayment }],
        bailout: maxErrors,
        sampleInt: 100,
      },
      (error: unknown, { non2xx, errors }) => {
        if (error) reject(error);
        else resolve(non2xx + errors);
      },
    );
    instance.on('response', (_client, _status, _bytes, latencyMs) => onAnswer(latencyMs));
  });
}

function withPayment(request: autocannon.Request): autocannon.Request {
  return { ...request, ...paymentRequest() };
}
