import { environment } from '@card-checkout/testing/proxy-environment';
import { webhookSecret } from '@card-checkout/testing/webhook-receiver';
import type { Waits } from '../check/evidence.ts';

/** The waits of these runs; the defaults would take a thousand times as long. */
export const waits: Waits = { rateLimitMs: 10, retryMinMs: 20, retryMaxMs: 60 };

/** How long an end may be open before support is alerted. */
export const unresolvedAlarmMs = 500;

/** Where a proxy of these runs stands. */
interface Place {
  port: number;
  databaseUrl: string;
  servicePort: number;
  receiverPort?: number;
}

/** Makes the environment of one instance. */
export function environmentOf({ port, databaseUrl, servicePort, receiverPort = 1 }: Place) {
  return environment({
    API_BASE_URL: local(servicePort),
    PORT: String(port),
    PUBLIC_URL: local(port),
    DATABASE_URL: databaseUrl,
    UPSTREAM_TIMEOUT_MS: '300',
    RATE_LIMIT_WAIT_MS: String(waits.rateLimitMs),
    RETRY_WAIT_MIN_MS: String(waits.retryMinMs),
    RETRY_WAIT_MAX_MS: String(waits.retryMaxMs),
    UNSETTLED_ALARM_MS: String(unresolvedAlarmMs),
    SHUTDOWN_TIMEOUT_MS: '400',
    SUPPORT_WEBHOOK_URL: `${local(receiverPort)}/support`,
    POSTBACK_RELAY_URL: `${local(receiverPort)}/relay`,
    WEBHOOK_SECRET: webhookSecret,
  });
}

function local(port: number): string {
  return `http://127.0.0.1:${port}`;
}
