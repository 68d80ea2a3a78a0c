import type { Settings } from './settings.ts';

type Urls = Record<'shop' | 'payments' | 'threeDSScript' | 'fraudScript', string>;

/** Environment of a proxy that works with the sandbox, except for its port. */
export function proxyEnvironment(settings: Settings, urls: Urls) {
  const { hostname, port } = new URL(settings.proxyUrl);
  return {
    HOST: settings.host,
    API_TOKEN: settings.apiToken,
    MERCHANT_ID: String(settings.merchantId),
    ORDER_SECRET: settings.orderSecret,
    WEBHOOK_SECRET: settings.webhookSecret,
    MERCHANT_KEY: settings.merchantKey,
    PUBLIC_URL: settings.proxyUrl,
    PAYMENT_WEBHOOK_URL: settings.ownProxy?.webhookUrl ?? `${urls.shop}/_shop/webhook`,
    POSTBACK_RELAY_URL: `${urls.shop}/_shop/webhook`,
    SUPPORT_WEBHOOK_URL: `${urls.shop}/_shop/webhook`,
    API_BASE_URL: urls.payments,
    ALLOWED_ORIGINS: [urls.shop, settings.ownProxy?.origins].filter(Boolean).join(),
    FRAUD_SCRIPT_URL: urls.fraudScript,
    THREE_DS: settings.threeDS,
    THREE_DS_SCRIPT_URL: urls.threeDSScript,
    // localhost is another origin on the same machine; an address on the network has no second
    // name.
    ...(hostname === '127.0.0.1' && {
      THREE_DS_FRAME_ORIGIN: `http://localhost:${port}`,
      DECLINED_URL: `${urls.shop}/pix`,
    }),
    THREE_DS_ENVIRONMENT: 'sandbox',
    PAYMENT_PAGE: 'on',
    SHOP_NAME: 'Minha loja',
    DATABASE_URL: 'sqlite::memory:',
    // The sandbox has few cards, and people try many orders with each.
    ORDERS_PER_CARD: 'off',
  };
}

/**
 * Writes a `proxy.env` for a proxy that you start yourself; it stores its database in a file. A shell can
 * read it, too.
 */
export function proxyEnvFile(settings: Settings, urls: Urls): string {
  const { DATABASE_URL: _, ...environment } = proxyEnvironment(settings, urls);
  const { port, protocol } = new URL(settings.proxyUrl);
  const PORT = port || (protocol === 'https:' ? '443' : '80');
  return Object.entries({ PORT, ...environment })
    .map(([name, value]) => `${name}=${/^[\w@%+=:,./-]*$/.test(value) ? value : `'${value}'`}`)
    .join('\n');
}
