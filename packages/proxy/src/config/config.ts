import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { z } from 'zod';
import { documentedWaits } from '../attempt/retry.ts';
import { apiRulesOf, type ApiRules } from '../payments-api/api-file.ts';
import { ApiFileError } from '../payments-api/template.ts';
import { Secret } from '../sensitive/secret.ts';
import type { DatabaseAddress } from '../store/open-store.ts';
import { Environment, isSocketPath, ownNames } from './environment.ts';
import { readFile, readVariables, trimmed, type Faults, type Variables } from './variables.ts';

type Settings = z.output<typeof Environment>;

/** All settings, read and checked. Each module declares the ones it needs. */
export type Config = ReturnType<typeof configOf> & {
  font: Buffer | undefined;
  logo: ReturnType<typeof readLogo>;
  /** Settings that are in quotes, as `docker run --env-file` takes them. */
  quotedNames: string[];
};

/** One script for several acquirers (docs.cielo.com.br, "Bandeiras e adquirentes disponíveis"). */
const mpiScripts = {
  production: 'https://mpi.braspag.com.br/Scripts/BP.Mpi.3ds21.min.js',
  sandbox: 'https://mpisandbox.braspag.com.br/Scripts/BP.Mpi.3ds21.min.js',
};

const mpiProviders = new Set(['cielo', 'rede', 'getnet']);

/** Returns nothing for another provider: the page's adapter may load no script. */
function mpiScriptOf({ THREE_DS_PROVIDER: provider, THREE_DS_ENVIRONMENT: system }: Settings) {
  return mpiProviders.has(provider) ? mpiScripts[system] : '';
}

/**
 * Reads the configuration. Throws `ConfigFaults` with all faults at once.
 *
 * @example
 * const config = readConfig({ ...process.env, API_TOKEN_FILE: '/run/secrets/api-token' });
 */
export function readConfig(given: Readonly<Record<string, string | undefined>>): Config {
  const env = trimmed(given);
  const faults: Faults = new Map();
  const api = readApiFile(env, faults);
  const font = readFont(env, faults);
  const logo = readLogo(env, faults);
  checkMerchantId(env, api, faults);
  checkCombinations(env, faults);
  const quotedNames = ownNames.filter((name) => /^(".*"|'.*')$/s.test(env[name] ?? ''));
  return { ...configOf(readVariables(Environment, env, faults), api), font, logo, quotedNames };
}

function configOf(env: Settings, api: ApiRules) {
  return {
    ...connectionOf(env, api),
    secrets: {
      apiToken: new Secret(env.API_TOKEN),
      httpsProxy: secret(env.HTTPS_PROXY),
      orderSecret: new Secret(env.ORDER_SECRET),
      merchantKey: secret(env.MERCHANT_KEY),
      operatorPassword: secret(env.OPERATOR_PASSWORD),
      webhookSecret: secret(env.WEBHOOK_SECRET),
    },
    allowedOrigins: env.ALLOWED_ORIGINS,
    hasPaymentPage: env.PAYMENT_PAGE === 'on',
    shopName: env.SHOP_NAME,
    shopColor: env.SHOP_COLOR,
    shopCnpj: env.SHOP_CNPJ,
    declinedUrl: env.DECLINED_URL,
    helpText: env.HELP_TEXT,
    helpUrl: env.HELP_URL,
    publicUrl: env.PUBLIC_URL,
    reservedMembers: api.template.reservedMembers,
    fraudScriptUrl: env.FRAUD_SCRIPT_URL,
    threeDS: env.THREE_DS,
    threeDSProvider: env.THREE_DS_PROVIDER,
    threeDSScriptUrl: env.THREE_DS_SCRIPT_URL ?? mpiScriptOf(env),
    threeDSTokenUrl: env.THREE_DS_TOKEN_URL ?? `${env.API_BASE_URL}/api/3ds/token/`,
    threeDSEnvironment: env.THREE_DS_ENVIRONMENT,
    threeDSFrameOrigin: env.THREE_DS_FRAME_ORIGIN,
    database: databaseOf(env.DATABASE_URL),
    retentionDays: env.RETENTION_DAYS,
    rateLimit: env.RATE_LIMIT,
    attemptsPerOrder: env.ATTEMPTS_PER_ORDER,
    ordersPerCard: env.ORDERS_PER_CARD,
    breaker: { declinedPercent: env.BREAKER_DECLINED_PERCENT, minPayments: 20 },
    eventLoopDelayLimitMs: 500,
    host: env.HOST,
    port: env.PORT,
    metricsHost: env.METRICS_HOST,
    metricsPort: env.METRICS_PORT,
    adminSocket: adminSocketOf(env),
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    noProxy: env.NO_PROXY,
    upstreamTimeoutMs: env.UPSTREAM_TIMEOUT_MS,
    /** How long an unresolved payment may wait for a postback before support is alerted. */
    unresolvedAlarmMs: 900_000,
    probeEveryMs: 10_000,
    probeWithinMs: 1000,
    shutdownTimeoutMs: env.SHUTDOWN_TIMEOUT_MS,
    webhooks: {
      ...(env.PAYMENT_WEBHOOK_URL && { payment: env.PAYMENT_WEBHOOK_URL }),
      ...(env.POSTBACK_RELAY_URL && { relay: env.POSTBACK_RELAY_URL }),
      ...(env.SUPPORT_WEBHOOK_URL && { support: env.SUPPORT_WEBHOOK_URL }),
    },
  };
}

function secret(value: string | undefined): Secret | undefined {
  return value === undefined ? undefined : new Secret(value);
}

function databaseOf(url: string): DatabaseAddress {
  return url.startsWith('sqlite:')
    ? { kind: 'sqlite', path: url.slice('sqlite:'.length) }
    : { kind: 'postgres', url: new Secret(url) };
}

function checkCombinations(env: Variables, faults: Faults): void {
  const has = (name: string) => Boolean(env[name]);
  const hasSecret = (name: string) => has(name) || has(`${name}_FILE`);
  if (!has('ALLOWED_ORIGINS') && env['PAYMENT_PAGE'] !== 'on') {
    faults.set('ALLOWED_ORIGINS', 'is required: the origins of your pages, unless PAYMENT_PAGE=on');
  }
  if (env['METRICS_PORT'] === (env['PORT'] || '8787')) {
    faults.set('METRICS_PORT', 'must not be PORT, which is open to everybody');
  }
  if (hasSecret('OPERATOR_PASSWORD') && !has('METRICS_PORT')) {
    faults.set('OPERATOR_PASSWORD', "needs METRICS_PORT, where the operator's page is served");
  }
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    faults.set(
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'must not be 0: certificates are always verified; name your own authority in NODE_EXTRA_CA_CERTS',
    );
  }
  const webhook = ['PAYMENT_WEBHOOK_URL', 'POSTBACK_RELAY_URL', 'SUPPORT_WEBHOOK_URL'].find(has);
  if (webhook && !hasSecret('WEBHOOK_SECRET')) {
    faults.set('WEBHOOK_SECRET', `is required with ${webhook}: it signs what is sent there`);
  }
}

function checkMerchantId(env: Variables, api: ApiRules, faults: Faults): void {
  const { MERCHANT_ID: id = '', FRAUD_SCRIPT_URL: script = '' } = env;
  const isUsed =
    api.template.uses('merchantId') ||
    api.headers.uses('merchantId') ||
    script.includes('{merchantId}');
  if (isUsed && id === '') faults.set('MERCHANT_ID', 'is required: your seller id at the API');
  else if (api.isBuiltIn && !(Number.isSafeInteger(Number(id)) && /^[1-9]\d*$/.test(id)))
    faults.set('MERCHANT_ID', 'must be a whole number without an API_FILE');
}

/** Returns the defaults without a file, or when the file is wrong, which it notes. */
function readApiFile(env: Variables, faults: Faults): ApiRules {
  const text = readFile('API_FILE', env, faults)?.toString();
  try {
    if (text) return apiRulesOf(jsonIn(text));
  } catch (error) {
    faults.set('API_FILE', error instanceof ApiFileError ? error.message : notJson(error));
  }
  return apiRulesOf();
}

/** Parses a file, which may begin with a byte order mark (RFC 8259, 8.1). */
export function jsonIn(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

/** Keeps the place of the fault, but nothing of the file. */
function notJson(error: unknown): string {
  return ['must hold JSON', ...(/\(line \d+ column \d+\)/.exec(String(error)) ?? [])].join(' ');
}

function readFont(env: Variables, faults: Faults): Buffer | undefined {
  const font = readFile('FONT_FILE', env, faults);
  checkSize('FONT_FILE', font, 1_048_576, faults);
  // The signature of WOFF 2.0, section 4.1.
  if (font && font.toString('latin1', 0, 4) !== 'wOF2')
    faults.set('FONT_FILE', 'must name a WOFF2 font');
  return font;
}

/** Reads a picture. Pages show it as an image, where nothing in it runs or loads; so a script is a mistake. */
function readLogo(env: Variables, faults: Faults) {
  const name = 'SHOP_LOGO_FILE';
  const content = readFile(name, env, faults);
  if (!content) return undefined;
  checkSize(name, content, 131_072, faults);
  // The signature of PNG, section 5.2.
  if (content.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n')
    return { type: 'image/png', content } as const;
  const text = content.toString();
  if (!/<svg[\s>]/i.test(text)) faults.set(name, 'must name an SVG or a PNG');
  else if (/<script|<foreignObject|<!ENTITY/i.test(text))
    faults.set(name, 'must name an SVG without scripts, foreign objects and entities');
  return { type: 'image/svg+xml', content } as const;
}

function checkSize(name: string, file: Buffer | undefined, max: number, faults: Faults): void {
  if (file && file.length > max) faults.set(name, `must have at most ${max} bytes`);
}

const apiSettings = Environment.pick({
  API_BASE_URL: true,
  MERCHANT_ID: true,
  PUBLIC_URL: true,
  RETRY_POLICY: true,
});

function connectionOf(env: z.output<typeof apiSettings>, api: ApiRules) {
  return {
    ...api,
    apiBaseUrl: env.API_BASE_URL,
    merchantId: env.MERCHANT_ID,
    // Silence proves nothing if the API doesn't learn where to post.
    postbackBase: api.template.uses('postbackUrl') ? env.PUBLIC_URL : undefined,
    retryPolicy: env.RETRY_POLICY,
    retryWaits: documentedWaits,
  };
}

/** Reads only what concerns the payments API, with an example's address and seller by default. */
export function readConnection(env: Variables) {
  const faults: Faults = new Map();
  const api = readApiFile(env, faults);
  const API_BASE_URL = env['API_BASE_URL'] || 'https://api.payments.example';
  const MERCHANT_ID = env['MERCHANT_ID'] || '4242';
  const given = { ...env, API_BASE_URL, MERCHANT_ID };
  return connectionOf(readVariables(apiSettings, given, faults), api);
}

/** Reads only `ORDER_SECRET`. Throws `ConfigFaults`. */
export function readOrderSecret(env: Variables): Secret {
  return new Secret(readVariables(Environment.pick({ ORDER_SECRET: true }), env).ORDER_SECRET);
}

/** Reads only `DATABASE_URL`. Throws `ConfigFaults`. */
export function readDatabase(env: Variables): DatabaseAddress {
  return databaseOf(readVariables(Environment.pick({ DATABASE_URL: true }), env).DATABASE_URL);
}

/** The `ADMIN_SOCKET` of deploy/card-checkout-proxy.service. */
const unitSocket = '/run/card-checkout/admin.sock';

/** Returns where a running proxy answers the operator's commands. Throws `ConfigFaults`. */
export function readAdminSocket(env: Variables): string | undefined {
  const { ADMIN_SOCKET, DATABASE_URL, DATABASE_URL_FILE } = env;
  const isNamed = ADMIN_SOCKET || DATABASE_URL || DATABASE_URL_FILE;
  if (!isNamed && !existsSync('admin.sock') && existsSync(unitSocket)) return unitSocket;
  const given = ADMIN_SOCKET ? { ADMIN_SOCKET } : { DATABASE_URL, DATABASE_URL_FILE };
  const schema = Environment.pick({ ADMIN_SOCKET: true, DATABASE_URL: true });
  return adminSocketOf(readVariables(schema, given));
}

/**
 * By default, the socket is beside the database's file. The proxies of a database server, and those of
 * a file whose path is too long, share a folder of their user.
 */
function adminSocketOf(env: Pick<Settings, 'ADMIN_SOCKET' | 'DATABASE_URL'>): string | undefined {
  if (env.ADMIN_SOCKET) return env.ADMIN_SOCKET === 'off' ? undefined : env.ADMIN_SOCKET;
  const database = databaseOf(env.DATABASE_URL);
  if (database.kind === 'sqlite' && database.path === ':memory:') return undefined;
  if (database.kind === 'sqlite') {
    const beside = join(dirname(database.path), 'admin.sock');
    return isSocketPath(beside) ? beside : userFolderFor(resolve(database.path));
  }
  const url = URL.parse(env.DATABASE_URL);
  return userFolderFor(url ? url.host + url.pathname : env.DATABASE_URL);
}

/** Ignores `TMPDIR`, which may differ between the proxy and a command. */
function userFolderFor(database: string): string {
  const name = hash('sha256', database).slice(0, 12);
  return `/tmp/card-checkout-${process.getuid?.() ?? 0}-${name}/`;
}
