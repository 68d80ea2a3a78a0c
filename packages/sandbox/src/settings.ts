import { z } from 'zod';
import { defaultPorts, type SandboxOptions } from './sandbox.ts';

function port(byDefault: number) {
  const error = 'must be a port from 0 to 65535';
  return z.coerce.number(error).int(error).min(0, error).max(65_535, error).default(byDefault);
}

/** The variables of the process; their defaults need no account and open nothing but the sandbox. */
const Environment = z.object({
  HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  SHOP_PORT: port(defaultPorts.shop),
  PAYMENTS_PORT: port(defaultPorts.payments),
  THREE_DS_PORT: port(defaultPorts.threeDS),
  BANK_PORT: port(defaultPorts.bank),
  FRAUD_PORT: port(defaultPorts.fraud),
  PROXY_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL' })
    .transform((url) => url.replace(/\/$/, ''))
    .default('http://127.0.0.1:8787'),
  API_TOKEN: z
    .string()
    .regex(/^[\dA-Za-z]+$/, 'must be letters and digits')
    .default('sandboxtoken0123456789abcdef'),
  MERCHANT_ID: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .default(4242),
  ORDER_SECRET: z
    .string()
    .refine((secret) => Buffer.byteLength(secret) >= 32, 'must be at least 32 bytes long')
    .default('sandbox-order-secret-of-32-bytes-or-more'),
  WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[\d+/A-Za-z]{32,88}={0,2}$/, 'must be whsec_ and 24 to 64 bytes in Base64')
    .default('whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC1vZi0zNi1ieXRl'),
  POSTBACK_DELAY_MS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .default(2_000),
});

/**
 * Reads the options of the sandbox from environment variables.
 * @throws Error that names the first wrong variable and what it must be, never its value.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
): SandboxOptions {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join('.')} ${issue?.message}`);
  }
  const { data } = parsed;
  return {
    host: data.HOST,
    ports: {
      shop: data.SHOP_PORT,
      payments: data.PAYMENTS_PORT,
      threeDS: data.THREE_DS_PORT,
      bank: data.BANK_PORT,
      fraud: data.FRAUD_PORT,
    },
    proxyUrl: data.PROXY_URL,
    apiToken: data.API_TOKEN,
    merchantId: data.MERCHANT_ID,
    orderSecret: data.ORDER_SECRET,
    webhookSecret: data.WEBHOOK_SECRET,
    postbackDelayMs: data.POSTBACK_DELAY_MS,
  };
}
