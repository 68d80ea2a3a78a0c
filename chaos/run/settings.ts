import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment } from '@card-checkout/testing/proxy-environment';
import { webhookSecret } from '@card-checkout/testing/webhook-receiver';

/** Waits between tries in milliseconds, a thousandth of the defaults. */
export const waits = { rateLimit: 10, min: 20, max: 60 };

export const unresolvedAlarmMs = 500;

export const merchantKey = 'a-merchant-key-of-at-least-32-bytes';

/** How often a payment tests the API while the others are held back; the default is 10 s. */
export const probeEveryMs = 300;

/** An instance's lease on PostgreSQL; the default is 15 s. */
export const leaseMs = 3000;

/** The longest time that an instance is cut off from its database. */
export const maxOutageMs = 3 * leaseMs;

export function environmentOf({
  port = 0,
  databaseUrl = '',
  servicePort = 1,
  receiverPort = 1,
  retryPolicy = 'documented',
  clockMs = 0,
}) {
  return environment({
    API_BASE_URL: local(servicePort),
    PORT: String(port),
    PUBLIC_URL: local(port),
    DATABASE_URL: databaseUrl,
    UPSTREAM_TIMEOUT_MS: '300',
    RETRY_POLICY: retryPolicy,
    SHUTDOWN_TIMEOUT_MS: '400',
    SUPPORT_WEBHOOK_URL: `${local(receiverPort)}/support`,
    MERCHANT_KEY: merchantKey,
    PAYMENT_WEBHOOK_URL: `${local(receiverPort)}/payment`,
    POSTBACK_RELAY_URL: `${local(receiverPort)}/relay`,
    WEBHOOK_SECRET: webhookSecret,
    NODE_COMPILE_CACHE: join(tmpdir(), 'card-checkout-chaos-cache'),
    CHAOS_SERVICE_PORT: String(servicePort),
    CHAOS_LEASE_MS: String(leaseMs),
    CHAOS_CLOCK_MS: String(clockMs),
  });
}

function local(port: number): string {
  return `http://127.0.0.1:${port}`;
}
