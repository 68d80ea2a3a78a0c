import { orderSecret, shop } from './checkout-request.ts';

export const token = 'canarytoken0123456789abcdef';

/** The environment of a proxy with a database in memory, no rate limits and payments without a proof. */
export function environment(overrides: Record<string, string | undefined> = {}) {
  return {
    API_BASE_URL: 'http://127.0.0.1:1',
    API_TOKEN: token,
    MERCHANT_ID: '4711',
    ORDER_SECRET: orderSecret,
    ALLOWED_ORIGINS: shop,
    THREE_DS: 'off',
    RATE_LIMIT: 'off',
    ORDERS_PER_CARD: 'off',
    BREAKER_DECLINED_PERCENT: 'off',
    SHUTDOWN_TIMEOUT_MS: '3000',
    DATABASE_URL: 'sqlite::memory:',
    ...overrides,
  };
}
