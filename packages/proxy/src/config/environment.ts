import { isIP } from 'node:net';
import { z } from 'zod';
import { minRetentionDays } from '../attempt/attempt.ts';
import { orderKeysIn } from '../order/order-token.ts';

/** Every message completes a sentence that starts with the variable's name. */
const required = (expects: string) => z.string({ error: `is required: ${expects}` });

const checked = (isRight: (value: string) => boolean, message: string) =>
  z.string().refine(isRight, message);

const matching = (pattern: RegExp, message: string) => z.string().regex(pattern, message);

const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);

const atMost = (characters: number) =>
  z.string().max(characters, `must have at most ${characters} characters`);

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

/** An `https:` address; on this machine also `http:`. */
const secureUrl = (expects = '') =>
  required(expects).refine(
    isSecureUrl,
    'must be an https:// address without credentials (http:// only for this machine)',
  );

/** The start of other addresses, without a slash at its end. */
const baseUrl = (expects = '') =>
  secureUrl(expects)
    .refine((value) => !/[?#]/.test(value), 'must have no query and no fragment')
    .transform((value) => value.replace(/\/+$/, ''));

/** An address that buyers follow. */
const httpsUrl = () =>
  checked(
    (value) => value.startsWith('https://') && isSecureUrl(value),
    'must be an https:// address without credentials',
  ).optional();

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
  API_BASE_URL: baseUrl('the address of the payments API').describe('The payments API, `https:`'),
  API_TOKEN: required('the token of the payments API, here or in the file API_TOKEN_FILE')
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without blanks')
    .describe('Sent to the payments API as `Authorization: Token …`'),
  HTTPS_PROXY: checked(
    (value) => isUrl(value, /^https?:$/),
    'must be the http:// or https:// address of a proxy',
  )
    .optional()
    .describe('The HTTP proxy to the payments API, `http://user:password@host:port`'),
  NO_PROXY: list().optional().describe('Hosts and domains that are reached without that proxy'),
  MERCHANT_ID: required('the numeric seller')
    .pipe(wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .describe('The numeric seller'),
  ORDER_SECRET: checked(areOrderSecrets, 'must have at least 32 bytes in each line')
    .optional()
    .describe('Verifies orders, at least 32 bytes; required unless `UNSIGNED_ORDERS` is set'),
  MERCHANT_KEY: matching(
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
  PAYMENT_PAGE: oneOf('on', 'off')
    .default('off')
    .describe(
      '`on` serves `/pay`, a page with the form for [payment links](first-payment.md#a-payment-link)',
    ),
  SHOP_NAME: atMost(80).default('').describe("The shop's name on that page"),
  SHOP_COLOR: matching(/^#[\da-f]{6}$/i, 'must be a color like #0b5fff')
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
  HELP_TEXT: atMost(200).default('').describe('How to reach the shop, in place of the slot `help`'),
  HELP_URL: httpsUrl().describe('A link after that text, `https:`'),
  FRAUD_SCRIPT_URL: secureUrl()
    .refine(
      (value) => !/[{}]/.test(value.replaceAll(/\{(merchantId|sessionId)\}/g, '')),
      'may hold {merchantId} and {sessionId}, and no other braces',
    )
    .optional()
    .describe('May hold `{merchantId}` and `{sessionId}`; see [three-ds.md](three-ds.md)'),
  THREE_DS: oneOf('optional', 'required', 'off')
    .default('optional')
    .describe(
      '`required`: no card is sent without a complete proof of authentication; `off`: the [payment page](first-payment.md#a-payment-link) asks for none',
    ),
  THREE_DS_PROVIDER: matching(/^[\w-]{1,40}$/, 'must be a word, e.g. cielo')
    .default('cielo')
    .describe('Sent as `provider`; also chooses the adapter'),
  THREE_DS_SCRIPT_URL: secureUrl()
    .optional()
    .describe('Required unless the provider is `cielo`, `rede` or `getnet`'),
  THREE_DS_FRAME_ORIGIN: secureUrl()
    .refine(isOrigin, 'must be an origin like https://3ds.shop.example, without a path')
    .optional()
    .describe(
      'Another host of this proxy, for the provider in the [isolated form](element.md#the-isolated-form)',
    ),
  THREE_DS_ENVIRONMENT: oneOf('sandbox', 'production')
    .default('production')
    .describe('`production` or `sandbox`'),
  PUBLIC_URL: baseUrl()
    .optional()
    .describe(
      'Where the payments API reaches the proxy; without it no postbacks and no retry after a 5xx',
    ),
  DATABASE_URL: matching(
    /^(sqlite:.+|postgres(ql)?:\/\/.+)$/,
    'must be sqlite: and a file, or postgres://…',
  )
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
  REDIS_URL: checked(
    (value) => isUrl(value, /^rediss?:$/),
    'must be redis://… or, with TLS, rediss://…',
  )
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
  OPERATOR_PASSWORD: matching(
    /^[\x20-\x7e]{16,}$/,
    'must have at least 16 characters: printable ASCII, in one line',
  )
    .optional()
    .describe(
      "Serves [the operator's page](operating.md#is-there-a-page-for-support) on `METRICS_PORT`, at least 16 bytes",
    ),
  ADMIN_SOCKET: checked(isSocketPath, 'must be a path of at most 103 bytes, or off')
    .optional()
    .describe(
      "The Unix socket of the [operator's commands](operating.md#which-commands-are-there), or `off`; `admin.sock` beside a SQLite file",
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be the http(s) address of an OTLP collector' })
    .optional()
    .describe('The OpenTelemetry collector that gets traces'),
  TRUST_PROXY: list()
    .refine(
      (ranges) => ranges.length > 0 && (isOff(ranges) || ranges.every(isRange)),
      'must be off, or addresses and CIDR ranges separated by commas',
    )
    .transform((ranges) => !isOff(ranges) && ranges)
    .default(false)
    .describe(
      "Addresses or CIDR ranges of reverse proxies that report the client's address, or `off`",
    ),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
    .default('info')
    .describe('`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`'),
  UPSTREAM_TIMEOUT_MS: wholeNumber(1, 600_000)
    .default(30_000)
    .describe('The time limit of one try; after it, the outcome is unknown'),
  RETRY_POLICY: oneOf('documented', 'strict')
    .default('documented')
    .describe('`documented`: after a 5xx, sends again unless postbacks come late; `strict`: never'),
  UNRESOLVED_ALARM_MS: wholeNumber(0, 7 * 86_400_000)
    .default(900_000)
    .describe('When support is alerted about an unresolved outcome'),
  SHUTDOWN_TIMEOUT_MS: wholeNumber(0, 600_000)
    .default(40_000)
    .describe('How long payments in flight may take on SIGTERM'),
  PAYMENT_WEBHOOK_URL: secureUrl()
    .optional()
    .describe('Gets the outcome of every payment, signed; see [shop-server.md](shop-server.md)'),
  POSTBACK_RELAY_URL: secureUrl()
    .optional()
    .describe(
      'Gets every postback, signed; see [operating.md](operating.md#which-messages-leave-the-proxy)',
    ),
  SUPPORT_WEBHOOK_URL: secureUrl().optional().describe('Gets every alarm, signed'),
  WEBHOOK_SECRET: checked(
    isWebhookSecret,
    'must be whsec_ and 24 to 64 bytes in Base64 (Standard Webhooks)',
  )
    .optional()
    .describe('Signs what these get, `whsec_` and 24 to 64 bytes in Base64; required with any'),
});

/** Variables that may be read from files and that child processes must not inherit. */
export const secretNames = [
  'API_TOKEN',
  'ORDER_SECRET',
  'MERCHANT_KEY',
  'OPERATOR_PASSWORD',
  'WEBHOOK_SECRET',
  'DATABASE_URL',
  'REDIS_URL',
] as const;

function isUrl(value: string, protocol: RegExp): boolean {
  return protocol.test(URL.parse(value)?.protocol ?? '');
}

function isSecureUrl(value: string): boolean {
  const url = URL.parse(value);
  if (!url || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === 'http:' && isLoopback;
}

function isOrigin(value: string): boolean {
  return isUrl(value, /^https?:$/) && URL.parse(value)?.origin === value;
}

/** Whether a path fits into a Unix socket's address; macOS has the shortest, 104 bytes. */
function isSocketPath(value: string): boolean {
  return !value.includes('\0') && Buffer.byteLength(value) <= 103;
}

function isWebhookSecret(value: string): boolean {
  const base64 = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(value)?.[1] ?? '';
  const bytes = Buffer.from(base64, 'base64').length;
  return bytes >= 24 && bytes <= 64;
}

function areOrderSecrets(value: string): boolean {
  const keys = orderKeysIn(value);
  return keys.length > 0 && keys.every(({ secret }) => Buffer.byteLength(secret) >= 32);
}

function isOff(items: readonly string[]): boolean {
  return items.join() === 'off';
}

/** Whether a text is an IP address or a CIDR range. */
function isRange(value: string): boolean {
  const [address = '', bits] = value.split('/');
  const maxBits = isIP(address) === 6 ? 128 : 32;
  const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits);
  return isIP(address) !== 0 && isPrefix;
}
