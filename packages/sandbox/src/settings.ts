import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { lanAddress, makeCertificate } from './web/lan.ts';

function wholeNumber(min: number, max: number, byDefault: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(error).int(error).min(min, error).max(max, error).default(byDefault);
}

const port = (byDefault: number) => wholeNumber(0, 65_535, byDefault);

const pem = z
  .string()
  .transform((path) => readFileSync(path, 'utf8'))
  .optional();

const Environment = z
  .object({
    HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
    LAN_HOST: z
      .string()
      .regex(/^[\w.-]+$/, 'must be an address, a name or auto')
      .transform((host) => (host === 'auto' ? lanAddress() : host))
      .optional(),
    TLS_CERT: pem,
    TLS_KEY: pem,
    SHOP_PORT: port(4000),
    PAYMENTS_PORT: port(4001),
    THREE_DS_PORT: port(4002),
    BANK_PORT: port(4003),
    FRAUD_PORT: port(4004),
    PROXY_URL: z
      .url({ protocol: /^https?$/, error: 'must be a URL' })
      .transform((url) => url.replace(/\/$/, ''))
      .optional(),
    PROXY_PORT: wholeNumber(1, 65_535, 8787),
    ALLOWED_ORIGINS: z.string().default(''),
    PAYMENT_WEBHOOK_URL: z.url('must be a URL').optional(),
    API_TOKEN: z
      .string()
      .regex(/^[\dA-Za-z]+$/, 'must be letters and digits')
      .default('sandboxtoken0123456789abcdef'),
    MERCHANT_ID: wholeNumber(1, Number.MAX_SAFE_INTEGER, 4242),
    ORDER_SECRET: z
      .string()
      .refine((secret) => Buffer.byteLength(secret) >= 32, 'must be at least 32 bytes long')
      .default('sandbox-order-secret-of-32-bytes-or-more'),
    WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_[\d+/A-Za-z]{32,88}={0,2}$/, 'must be whsec_ and 24 to 64 bytes in Base64')
      .default('whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC1vZi0zNi1ieXRl'),
    MERCHANT_KEY: z
      .string()
      .regex(/^[\x21-\x7e]{32,}$/, 'must be at least 32 characters of ASCII without spaces')
      .default('sandbox-merchant-key-of-32-bytes-or-more'),
    THREE_DS: z
      .enum(['required', 'preferred', 'off'], 'must be required, preferred or off')
      .default('required'),
    POSTBACK_DELAY_MS: wholeNumber(0, 3_600_000, 2_000),
    SLOW_WIDGET_MS: wholeNumber(0, 60_000, 5_000),
  })
  .transform(({ LAN_HOST: lan, TLS_CERT: cert, TLS_KEY: key, ...variables }) => ({
    host: variables.HOST,
    lan:
      lan === undefined
        ? undefined
        : { host: lan, ...(cert && key ? { cert, key } : makeCertificate(lan)) },
    /** 0 uses any free port. */
    ports: {
      shop: variables.SHOP_PORT,
      payments: variables.PAYMENTS_PORT,
      threeDS: variables.THREE_DS_PORT,
      bank: variables.BANK_PORT,
      fraud: variables.FRAUD_PORT,
    },
    proxyUrl:
      variables.PROXY_URL ??
      `${lan === undefined ? `http://${variables.HOST}` : `https://${lan}`}:${variables.PROXY_PORT}`,
    /** The proxy to start, unless `PROXY_URL` names one, and its settings for your own shop. */
    ownProxy:
      variables.PROXY_URL === undefined
        ? {
            port: variables.PROXY_PORT,
            origins: variables.ALLOWED_ORIGINS,
            webhookUrl: variables.PAYMENT_WEBHOOK_URL,
          }
        : undefined,
    apiToken: variables.API_TOKEN,
    merchantId: variables.MERCHANT_ID,
    orderSecret: variables.ORDER_SECRET,
    webhookSecret: variables.WEBHOOK_SECRET,
    merchantKey: variables.MERCHANT_KEY,
    threeDS: variables.THREE_DS,
    postbackDelayMs: variables.POSTBACK_DELAY_MS,
    /** Delay of the widget's texts on the page that shows its outline. */
    slowWidgetMs: variables.SLOW_WIDGET_MS,
  }));

export type Settings = z.infer<typeof Environment>;

/** @throws Error that names the first invalid variable and its rule, never its value. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const parsed = Environment.safeParse(environment);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${issue?.path.join('.')} ${issue?.message}`);
}
