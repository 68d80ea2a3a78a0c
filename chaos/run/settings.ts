import { shopOrigin } from '../world/buyer.ts';
import { orderSecret } from '../world/checkout-body.ts';
import type { Waits } from '../check/evidence.ts';
import { webhookSecret } from '../world/receiver.ts';

/** The waits of these runs; the defaults would take a thousand times as long. */
export const waits: Waits = { rateLimitMs: 10, retryMinMs: 20, retryMaxMs: 60 };

/** How long support waits to hear of an open end. */
export const unresolvedAlarmMs = 500;

/** Says where a proxy of these runs stands. */
export interface Place {
  port: number;
  databaseUrl: string;
  servicePort: number;
  receiverPort: number;
}

/** Makes the environment of one instance. */
export function environmentOf(place: Place): Record<string, string> {
  return {
    API_BASE_URL: local(place.servicePort),
    API_TOKEN: 'chaostoken0123456789abcdef',
    MERCHANT_ID: '4711',
    ORDER_SECRET: orderSecret,
    ALLOWED_ORIGINS: shopOrigin,
    PORT: String(place.port),
    PUBLIC_URL: local(place.port),
    DATABASE_URL: place.databaseUrl,
    RATE_LIMIT: 'off',
    ORDERS_PER_CARD: 'off',
    BREAKER_DECLINED_PERCENT: 'off',
    EVENT_LOOP_DELAY_LIMIT_MS: 'off',
    UPSTREAM_TIMEOUT_MS: '300',
    RATE_LIMIT_WAIT_MS: String(waits.rateLimitMs),
    RETRY_WAIT_MIN_MS: String(waits.retryMinMs),
    RETRY_WAIT_MAX_MS: String(waits.retryMaxMs),
    UNSETTLED_ALARM_MS: String(unresolvedAlarmMs),
    SHUTDOWN_TIMEOUT_MS: '400',
    SUPPORT_WEBHOOK_URL: `${local(place.receiverPort)}/support`,
    POSTBACK_RELAY_URL: `${local(place.receiverPort)}/relay`,
    WEBHOOK_SECRET: webhookSecret,
  };
}

function local(port: number): string {
  return `http://127.0.0.1:${port}`;
}
