import { z } from 'zod';
import { minRetentionDays } from '../attempt/attempt.ts';
import {
  areOrderSecrets,
  isOrigin,
  isRedisUrl,
  isSecureUrl,
  isSocketPath,
  isTrustProxy,
  isWebhookSecret,
  trustProxyOf,
} from './value-checks.ts';

/** The message completes a sentence that starts with the variable's name. */
const text = (expects: string) => z.string({ error: `is required: ${expects}` });

/** Both ends are included. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .transform((value) => (/^\d{1,15}$/.test(value) ? Number(value) : Number.NaN))
    .refine((value) => value >= min && value <= max, `must be a whole number, ${min} to ${max}`);

const limit = (max: number, min = 1) =>
  z
    .literal('off')
    .transform(() => undefined)
    .or(wholeNumber(min, max))
    .or(z.never(`must be a whole number, ${min} to ${max}, or off`));

const list = () =>
  z.string().transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

const secureUrl = (expects: string) =>
  text(expects).refine(
    isSecureUrl,
    'must be an https:// address without credentials (http:// only for this machine)',
  );

/** An address that buyers follow. */
const httpsUrl = () =>
  z
    .string()
    .refine(
      (value) => value.startsWith('https://') && isSecureUrl(value),
      'must be an https:// address without credentials',
    )
    .optional();

const pointers = () =>
  list().refine(
    (items) => items.length > 0 && items.every((item) => item.startsWith('/')),
    'must be JSON pointers separated by commas, e.g. /status,/payment/status',
  );

/**
 * All environment variables; an empty value counts as absent. scripts/environment-list.ts makes the
 * list of docs/environment.md from it.
 */
export const Environment = z.object({
  API_BASE_URL: secureUrl('the address of the payments API')
    .refine((value) => !/[?#]/.test(value), 'must have no query and no fragment')
    .describe('The payments API, `https:`'),
  API_TOKEN: text('the token of the payments API, here or in the file API_TOKEN_FILE')
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without blanks')
    .describe('Sent to the payments API as `Authorization: Token …`'),
  HTTPS_PROXY: z
    .string()
    .refine(
      (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
      'must be the http:// or https:// address of a proxy',
    )
    .optional()
    .describe('The HTTP proxy to the payments API, `http://user:password@host:port`'),
  NO_PROXY: list().optional().describe('Hosts and domains that are reached without that proxy'),
  MERCHANT_ID: text('the numeric seller')
    .pipe(wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .describe('The numeric seller'),
  ORDER_SECRET: z
    .string()
    .refine(areOrderSecrets, 'must have at least 32 bytes in each line')
    .optional()
    .describe('Verifies orders, at least 32 bytes; required unless `UNSIGNED_ORDERS` is set'),
  MERCHANT_KEY: z
    .string()
    .regex(
      /^\s*[\x21-\x7e]{32,}(\s+[\x21-\x7e]{32,})*\s*$/,
      'must have at least 32 characters in each line: printable ASCII without blanks',
    )
    .optional()
    .describe("Lets your shop's server ask about orders, at least 32 bytes; [how](shop-server.md)"),
  UNSIGNED_ORDERS: z
    .literal('allow', 'must be "allow" or absent')
    .optional()
    .describe('`allow`: the page decides the amount; for trials only'),
  ALLOWED_ORIGINS: list()
    .refine(
      (origins) => origins.length > 0 && origins.every(isOrigin),
      'must be origins separated by commas, each like https://shop.example without a path',
    )
    .default([])
    .describe(
      "The origins of the merchant's pages, separated by commas; required unless `PAYMENT_PAGE=on`",
    ),
  PAYMENT_PAGE: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .describe(
      '`on` serves `/pay`, a page with the form for [payment links](first-payment.md#a-payment-link)',
    ),
  SHOP_NAME: z
    .string()
    .max(80, 'must have at most 80 characters')
    .default('')
    .describe("The shop's name on that page"),
  SHOP_COLOR: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'must be a color like #0b5fff')
    .optional()
    .describe('The accent color of that page, `#rrggbb`'),
  FONT_FILE: z
    .string()
    .optional()
    .describe(
      'A WOFF2 font for the [isolated form](element.md#the-isolated-form) and that page, 1 MiB at most',
    ),
  DECLINED_URL: httpsUrl().describe(
    'Your other means of payment, `https:`; a link in place of the slot `declined`',
  ),
  HELP_TEXT: z
    .string()
    .max(200, 'must have at most 200 characters')
    .default('')
    .describe('How to reach the shop, in place of the slot `help`'),
  HELP_URL: httpsUrl().describe('A link after that text, `https:`'),
  FRAUD_SCRIPT_URL: secureUrl('')
    .refine(
      (value) => !/[{}]/.test(value.replaceAll(/\{(merchantId|sessionId)\}/g, '')),
      'may hold {merchantId} and {sessionId}, and no other braces',
    )
    .optional()
    .describe('May hold `{merchantId}` and `{sessionId}`; see [three-ds.md](three-ds.md)'),
  THREE_DS: z
    .enum(['optional', 'required', 'off'], 'must be optional, required or off')
    .default('optional')
    .describe(
      '`required`: no card is sent without a complete proof of authentication; `off`: the [payment page](first-payment.md#a-payment-link) asks for none',
    ),
  THREE_DS_PROVIDER: z
    .string()
    .regex(/^[\w-]{1,40}$/, 'must be a word, e.g. cielo')
    .default('cielo')
    .describe('Sent as `provider`; also chooses the adapter'),
  THREE_DS_SCRIPT_URL: secureUrl('')
    .optional()
    .describe('Required unless the provider is `cielo`, `rede` or `getnet`'),
  THREE_DS_FRAME_ORIGIN: secureUrl('')
    .refine(isOrigin, 'must be an origin like https://3ds.shop.example, without a path')
    .optional()
    .describe(
      'Another host of this proxy, for the provider in the [isolated form](element.md#the-isolated-form)',
    ),
  THREE_DS_ENVIRONMENT: z
    .enum(['sandbox', 'production'], 'must be sandbox or production')
    .default('production')
    .describe('`production` or `sandbox`'),
  PUBLIC_URL: secureUrl('')
    .refine((value) => !/[?#]/.test(value), 'must have no query and no fragment')
    .optional()
    .describe(
      'Where the payments API reaches the proxy; without it no postbacks and no retry after a 5xx',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must be sqlite: and a file, or postgres://…')
    .default('sqlite:card-checkout.db')
    .describe('A file, for one process at a time; or `postgres://…`, for several instances'),
  RETENTION_DAYS: limit(36_500, minRetentionDays)
    .prefault('off')
    .describe('Deletes orders that are over after so many days, at least 30, or `off`'),
  CHECKOUT_TEMPLATE_FILE: z
    .string()
    .optional()
    .describe('JSON template of the requests; each `"$path"` is replaced by a value'),
  RESPONSE_FIELDS: list()
    .default(['id', 'status', 'transactionId', 'transaction_id'])
    .transform((names) => new Set(names))
    .describe(
      "Members of the API's 2xx body, or of the postback that decides, that the browser may see",
    ),
  DECLINED_WORDS: list()
    .default([])
    .describe('More words in the status of a 2xx or a postback that mean refused'),
  PAID_WORDS: list().default([]).describe('More such words that mean paid'),
  PENDING_WORDS: list().default([]).describe('More such words that mean that the outcome is open'),
  STATUS_POINTERS: pointers()
    .optional()
    .describe('JSON pointers (RFC 6901) to that status; then nothing else counts as one'),
  TRANSACTION_ID_POINTERS: pointers()
    .prefault(
      '/transactionId,/transaction_id,/transaction/id,/paymentId,/payment_id,/payment/id,/data/id,/id',
    )
    .describe(
      "JSON pointers to the payment's id; in the body of a 5xx it proves that the payment exists",
    ),
  RATE_LIMIT: limit(1_000_000)
    .prefault('20')
    .describe(
      'POSTs a minute for each client address, and ten times as many for its network, or `off`',
    ),
  REDIS_URL: z
    .string()
    .refine(isRedisUrl, 'must be redis://… or, with TLS, rediss://…')
    .optional()
    .describe('`redis://…` or `rediss://…`, where several instances count these POSTs together'),
  ATTEMPTS_PER_ORDER: wholeNumber(1, 1000)
    .default(5)
    .describe('Declined attempts that an order may have'),
  ORDERS_PER_CARD: limit(1000)
    .prefault('10')
    .describe('Orders on which one card may be tried within an hour, or `off`'),
  BREAKER_DECLINED_PERCENT: limit(99)
    .prefault('60')
    .describe(
      'A larger share of declined payments, of at least 20 within five minutes, makes a proof of work required, or `off`',
    ),
  HOST: z.string().default('127.0.0.1').describe('The address that the proxy listens on'),
  PORT: wholeNumber(0, 65_535).default(8787).describe('Its port; 0 takes a free one'),
  METRICS_PORT: wholeNumber(1, 65_535)
    .optional()
    .describe('Serves `GET /metrics` for Prometheus on `HOST`; never the port of the payments'),
  OPERATOR_PASSWORD: z
    .string()
    .regex(/^[\x20-\x7e]{16,}$/, 'must have at least 16 characters: printable ASCII, in one line')
    .optional()
    .describe(
      "Serves [the operator's page](operating.md#is-there-a-page-for-support) on `METRICS_PORT`, at least 16 bytes",
    ),
  ADMIN_SOCKET: z
    .string()
    .refine(isSocketPath, 'must be a path of at most 103 bytes, or off')
    .optional()
    .describe(
      "The Unix socket of the [operator's commands](operating.md#which-commands-are-there), or `off`; `admin.sock` beside a SQLite file",
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be the http(s) address of an OTLP collector' })
    .optional()
    .describe('The OpenTelemetry collector that gets traces'),
  TRUST_PROXY: z
    .string()
    .refine(isTrustProxy, 'must be off, or addresses and CIDR ranges separated by commas')
    .transform(trustProxyOf)
    .default(false)
    .describe(
      "Addresses or CIDR ranges of reverse proxies that report the client's address, or `off`",
    ),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info')
    .describe('`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`'),
  UPSTREAM_TIMEOUT_MS: wholeNumber(1, 600_000)
    .default(30_000)
    .describe('The time limit of one try; after it, the outcome is unknown'),
  RETRY_POLICY: z
    .enum(['documented', 'strict'], 'must be documented or strict')
    .default('documented')
    .describe('`documented`: after a 5xx, sends again unless postbacks come late; `strict`: never'),
  UNRESOLVED_ALARM_MS: wholeNumber(0, 7 * 86_400_000)
    .default(900_000)
    .describe('When support is alerted about an unresolved outcome'),
  SHUTDOWN_TIMEOUT_MS: wholeNumber(0, 600_000)
    .default(40_000)
    .describe('How long payments in flight may take on SIGTERM'),
  PAYMENT_WEBHOOK_URL: secureUrl('')
    .optional()
    .describe('Gets the outcome of every payment, signed; see [shop-server.md](shop-server.md)'),
  POSTBACK_RELAY_URL: secureUrl('')
    .optional()
    .describe(
      'Gets every postback, signed; see [operating.md](operating.md#which-messages-leave-the-proxy)',
    ),
  SUPPORT_WEBHOOK_URL: secureUrl('').optional().describe('Gets every alarm, signed'),
  WEBHOOK_SECRET: z
    .string()
    .refine(isWebhookSecret, 'must be whsec_ and 24 to 64 bytes in Base64 (Standard Webhooks)')
    .optional()
    .describe('Signs what these get, `whsec_` and 24 to 64 bytes in Base64; required with any'),
});
