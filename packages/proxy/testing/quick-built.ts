import { createProxy, readConfig } from '@card-checkout/proxy';

const config = readConfig(process.env);

// The built proxy with the short waits of `quick-config.ts`.
const proxy = createProxy({
  ...config,
  retryWaits: { rateLimit: 20, min: 200, max: 300 },
  breaker: { ...config.breaker, minPayments: 1 },
  eventLoopDelayLimitMs: 0,
  // One browser's outage isn't another's.
  probeEveryMs: 0,
  probeWithinMs: 0,
});
process.once('SIGTERM', () => void proxy.close());
await proxy.listen({ host: config.host, port: config.port });
