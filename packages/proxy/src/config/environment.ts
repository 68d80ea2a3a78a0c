import { isIP } from 'node:net';
import { threeDSModes } from '@card-checkout/contract/client-config';
import { isCnpj } from '@card-checkout/contract/tax-id';
import { z } from 'zod';
import { minRetentionDays } from '../checkout/retention.ts';
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
const wholeNumber = (min: number, max: number) =>
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

/** Also `http:` to names of a private network, such as another container's. */
const serverUrl = (expects = '') =>
  required(expects).refine(
    (value) => isSecureUrl(value) || isPrivateUrl(value),
    'must be an https:// address without credentials (http:// only for this machine, and names without a dot)',
  );

/** The start of other addresses, without a slash at its end. */
const baseUrl = (url: z.ZodString) =>
  url
    .refine((value) => !/[?#]/.test(value), 'must have no query and no fragment')
    .transform((value) => value.replace(/\/+$/, ''));

/**
 * All environment variables, which docs/environment.md describes in this order. An empty value counts
 * as absent.
 */
export const Environment = z.object({
  API_BASE_URL: baseUrl(serverUrl('the address of the payments API')),
  API_TOKEN: required('the token of the payments API, here or in the file API_TOKEN_FILE').regex(
    /^[\x21-\x7e]+$/,
    'must be printable ASCII without spaces',
  ),
  MERCHANT_ID: matching(/^[\x20-\x7e]{0,200}$/, 'must be printable ASCII').default(''),
  ORDER_SECRET: required('at least 32 bytes that sign orders, or ORDER_SECRET_FILE').refine(
    areOrderSecrets,
    'must have at least 32 bytes in each line',
  ),
  ALLOWED_ORIGINS: list()
    .refine(
      (origins) => origins.length > 0 && origins.every(isOrigin),
      'must be origins separated by commas, each like https://shop.example without a path',
    )
    .transform((origins) => origins.map(sentOrigin))
    .default([]),
  PUBLIC_URL: baseUrl(secureUrl()).optional(),
  DATABASE_URL: matching(
    /^(sqlite:.+|postgres(ql)?:\/\/.+)$/,
    'must be sqlite: and a file, or postgres://…',
  ).default('sqlite:card-checkout.db'),
  TRUST_PROXY: list()
    .refine(
      (ranges) => ranges.length > 0 && (isOff(ranges) || ranges.every(isRange)),
      'must be off, or addresses and CIDR ranges separated by commas',
    )
    .transform((ranges) => !isOff(ranges) && ranges)
    .default(false),
  API_FILE: z.string().optional(),
  HTTPS_PROXY: checked(
    (value) => isUrl(value, /^https?:$/),
    'must be the http:// or https:// address of a proxy',
  ).optional(),
  NO_PROXY: z.string().default(''),
  UPSTREAM_TIMEOUT_MS: wholeNumber(1, 600_000).default(30_000),
  RETRY_POLICY: oneOf('documented', 'strict').default('documented'),
  MERCHANT_KEY: matching(
    /^\s*[\x21-\x7e]{32,}(\s+[\x21-\x7e]{32,})*\s*$/,
    'must have at least 32 characters in each line: printable ASCII without spaces',
  ).optional(),
  PAYMENT_WEBHOOK_URL: serverUrl().optional(),
  SUPPORT_WEBHOOK_URL: serverUrl().optional(),
  POSTBACK_RELAY_URL: serverUrl().optional(),
  WEBHOOK_SECRET: checked(
    isWebhookSecret,
    'must be whsec_ and 24 to 64 bytes in Base64 (Standard Webhooks)',
  ).optional(),
  PAYMENT_PAGE: oneOf('on', 'off').default('off'),
  SHOP_NAME: atMost(80).default(''),
  SHOP_COLOR: matching(/^#[\da-f]{6}$/i, 'must be a color like #0b5fff').optional(),
  SHOP_CNPJ: z
    .string()
    .transform((text) => text.replaceAll(/[\s./-]/g, '').toUpperCase())
    .refine(isCnpj, 'must be a CNPJ with its check digits')
    .optional(),
  SHOP_LOGO_FILE: z.string().optional(),
  FONT_FILE: z.string().optional(),
  HELP_TEXT: atMost(200).default(''),
  HELP_URL: secureUrl().optional(),
  DECLINED_URL: secureUrl().optional(),
  THREE_DS: oneOf(...threeDSModes).default('required'),
  THREE_DS_PROVIDER: matching(/^[\w-]{1,40}$/, 'must be a word, e.g. cielo').default('cielo'),
  THREE_DS_SCRIPT_URL: secureUrl().optional(),
  THREE_DS_TOKEN_URL: secureUrl()
    .refine((value) => !/[?#]/.test(value), 'must have no ? or #: the form adds ?provider=')
    .optional(),
  THREE_DS_ENVIRONMENT: oneOf('sandbox', 'production').default('production'),
  THREE_DS_FRAME_ORIGIN: secureUrl()
    .refine(isOrigin, 'must be an origin like https://3ds.shop.example, without a path')
    .transform((origin) => new URL(origin).origin)
    .optional(),
  FRAUD_SCRIPT_URL: secureUrl()
    .refine(
      (value) => !/[{}]/.test(value.replaceAll(/\{(merchantId|sessionId)\}/g, '')),
      'may hold {merchantId} and {sessionId}, and no other braces',
    )
    .optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(8787),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OPERATOR_PASSWORD: matching(
    /^[\x20-\x7e]{16,}$/,
    'must have at least 16 characters: printable ASCII, in one line',
  ).optional(),
  ADMIN_SOCKET: checked(
    isSocketPath,
    'must be a path of at most 103 bytes, a folder with a slash at its end, or off',
  ).optional(),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  SHUTDOWN_TIMEOUT_MS: wholeNumber(0, 600_000).default(40_000),
  RETENTION_DAYS: limit(36_500, minRetentionDays).prefault('off'),
  RATE_LIMIT: limit(1_000_000).prefault('20'),
  ATTEMPTS_PER_ORDER: wholeNumber(1, 1000).default(5),
  ORDERS_PER_CARD: limit(1000).prefault('10'),
  BREAKER_DECLINED_PERCENT: limit(99).prefault('60'),
});

/** Variables that may be read from files and that child processes must not inherit. */
export const secretNames = [
  'API_TOKEN',
  'ORDER_SECRET',
  'MERCHANT_KEY',
  'OPERATOR_PASSWORD',
  'WEBHOOK_SECRET',
  'DATABASE_URL',
] as const;

export const ownNames = [
  ...Object.keys(Environment.shape),
  ...secretNames.map((name) => `${name}_FILE`),
];

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

/** Whether only a private network can resolve the name: it has no dot. */
function isPrivateUrl(value: string): boolean {
  const { protocol, hostname, username, password } = URL.parse(value) ?? {};
  const isName = /^[a-z\d_-]+$/.test(hostname ?? '');
  return protocol === 'http:' && isName && username === '' && password === '';
}

/** Apps have schemes of their own, such as `capacitor://localhost`. */
function isOrigin(value: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\/[^\s/\\?#@;,'"]+$/i.test(value) && URL.canParse(value);
}

/** Returns an origin as browsers send it: https://café.com.br:443 is https://xn--caf-dma.com.br. */
function sentOrigin(value: string): string {
  const { origin } = new URL(value);
  return origin === 'null' ? value.toLowerCase() : origin;
}

/** Whether a path, or one in a folder, fits into a Unix socket's address; macOS has the shortest, 104 bytes. */
export function isSocketPath(value: string): boolean {
  const path = value.endsWith('/') ? `${value}00000000.sock` : value;
  return !path.includes('\0') && Buffer.byteLength(path) <= 103;
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
