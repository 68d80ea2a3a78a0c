import { dirname, join } from 'node:path';
import type { ClientConfig } from '@card-checkout/contract';
import type { z } from 'zod';
import { documentedWaits, type RetryRules } from '../attempt/retry.ts';
import type { TransitionSettings } from '../attempt/transition.ts';
import type { CardTestingRules } from '../card-testing/card-testing.ts';
import type { OrderRules } from '../order/order-token.ts';
import type { ValueRules } from '../order/request-values.ts';
import type { AnswerRules } from '../payments-api/answer.ts';
import type { RequestRules } from '../payments-api/payment-request.ts';
import { wordMeanings } from '../payments-api/status-words.ts';
import { pathOf, type PaymentWords } from '../payments-api/status.ts';
import {
  builtInTemplate,
  createTemplate,
  TemplateError,
  type Template,
} from '../payments-api/template.ts';
import type { UpstreamOptions } from '../payments-api/upstream.ts';
import { RotatingSecret, Secret } from '../sensitive/secret.ts';
import type { DatabaseAddress } from '../store/open-store.ts';
import { Environment } from './environment.ts';
import { readFont } from './font-file.ts';
import { addIssues, errorOf, type Faults } from './faults.ts';
import { readText, requireOrderSecret, withSecretFiles } from './secret-files.ts';
import { isExempt, type TrustProxy } from './value-checks.ts';

type Settings = z.output<typeof Environment>;

/** All settings, read and checked. Each module declares the ones it needs. */
export interface Config
  extends
    UpstreamOptions,
    OrderRules,
    ValueRules,
    RequestRules,
    AnswerRules,
    RetryRules,
    CardTestingRules,
    TransitionSettings {
  allowedOrigins: string[];
  hasPaymentPage: boolean;
  shopName: string;
  shopColor: string | undefined;
  /** A WOFF2 font for the pages with the form. */
  font: Buffer | undefined;
  declinedUrl: string | undefined;
  helpText: string;
  helpUrl: string | undefined;
  fraudScriptUrl: string | undefined;
  threeDSProvider: string;
  threeDSScriptUrl: string;
  threeDSEnvironment: ClientConfig['threeDSEnvironment'];
  threeDSFrameOrigin?: string | undefined;
  database: DatabaseAddress;
  retentionDays: number | undefined;
  rateLimit: number | undefined;
  redisUrl: Secret | undefined;
  /** The longest average delay of the event loop within a second; 0 for any. */
  eventLoopDelayLimitMs: number;
  host: string;
  port: number;
  metricsPort: number | undefined;
  operatorPassword: RotatingSecret | undefined;
  adminSocket: string | undefined;
  otlpEndpoint: string | undefined;
  trustProxy: TrustProxy;
  logLevel: Settings['LOG_LEVEL'];
  shutdownTimeoutMs: number;
  merchantKey: RotatingSecret | undefined;
  webhookSecret: Secret | undefined;
}

/** One script for several acquirers (docs.cielo.com.br, "Bandeiras e adquirentes disponíveis"). */
const mpiScripts = {
  production: 'https://mpi.braspag.com.br/Scripts/BP.Mpi.3ds21.min.js',
  sandbox: 'https://mpisandbox.braspag.com.br/Scripts/BP.Mpi.3ds21.min.js',
};

const threeDSScripts = new Map([
  ['cielo', mpiScripts],
  ['rede', mpiScripts],
  ['getnet', mpiScripts],
]);

/**
 * Reads the configuration. Throws `ConfigFaults` with all faults at once.
 *
 * @example
 * const config = readConfig({ ...process.env, API_TOKEN_FILE: '/run/secrets/api-token' });
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: Faults = new Map();
  const given = withSecretFiles(env, faults);
  const template = readTemplate(given['CHECKOUT_TEMPLATE_FILE'], faults);
  const font = readFont(given['FONT_FILE'], faults);
  checkCombinations(given, faults);

  if (given['PUBLIC_URL'] && !template.uses('postbackUrl')) {
    faults.set('PUBLIC_URL', 'needs a CHECKOUT_TEMPLATE_FILE that uses $postbackUrl');
  }

  const parsed = Environment.safeParse(given);
  addIssues(faults, parsed.error);
  if (!parsed.success || faults.size > 0) throw errorOf(faults);
  return { ...configOf(parsed.data, template), font };
}

function configOf(env: Settings, template: Template): Omit<Config, 'font'> {
  return {
    apiBaseUrl: env.API_BASE_URL.replace(/\/+$/, ''),
    apiToken: new RotatingSecret(new Secret(env.API_TOKEN)),
    httpsProxy: proxyOf(env),
    merchantId: env.MERCHANT_ID,
    orderSecret: rotating(env.ORDER_SECRET),
    merchantKey: rotating(env.MERCHANT_KEY),
    allowUnsignedOrders: env.UNSIGNED_ORDERS === 'allow',
    allowedOrigins: env.ALLOWED_ORIGINS,
    hasPaymentPage: env.PAYMENT_PAGE === 'on',
    shopName: env.SHOP_NAME,
    shopColor: env.SHOP_COLOR,
    declinedUrl: env.DECLINED_URL,
    helpText: env.HELP_TEXT,
    helpUrl: env.HELP_URL,
    reservedMembers: template.reservedMembers,
    fraudScriptUrl: env.FRAUD_SCRIPT_URL,
    threeDS: env.THREE_DS,
    threeDSProvider: env.THREE_DS_PROVIDER,
    threeDSScriptUrl:
      env.THREE_DS_SCRIPT_URL ??
      threeDSScripts.get(env.THREE_DS_PROVIDER)?.[env.THREE_DS_ENVIRONMENT] ??
      '',
    threeDSEnvironment: env.THREE_DS_ENVIRONMENT,
    threeDSFrameOrigin: env.THREE_DS_FRAME_ORIGIN,
    database: databaseOf(env.DATABASE_URL),
    retentionDays: env.RETENTION_DAYS,
    template,
    responseFields: env.RESPONSE_FIELDS,
    words: wordsOf(env),
    rateLimit: env.RATE_LIMIT,
    redisUrl: secret(env.REDIS_URL),
    attemptsPerOrder: env.ATTEMPTS_PER_ORDER,
    ordersPerCard: env.ORDERS_PER_CARD,
    breaker: { declinedPercent: env.BREAKER_DECLINED_PERCENT, minAttempts: 20 },
    eventLoopDelayLimitMs: 500,
    host: env.HOST,
    port: env.PORT,
    metricsPort: env.METRICS_PORT,
    operatorPassword: rotating(env.OPERATOR_PASSWORD),
    adminSocket: adminSocketOf(env),
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    upstreamTimeoutMs: env.UPSTREAM_TIMEOUT_MS,
    ...retryRulesOf(env),
    unresolvedAlarmMs: env.UNRESOLVED_ALARM_MS,
    shutdownTimeoutMs: env.SHUTDOWN_TIMEOUT_MS,
    webhooks: {
      ...(env.PAYMENT_WEBHOOK_URL && { payment: env.PAYMENT_WEBHOOK_URL }),
      ...(env.POSTBACK_RELAY_URL && { relay: env.POSTBACK_RELAY_URL }),
      ...(env.SUPPORT_WEBHOOK_URL && { support: env.SUPPORT_WEBHOOK_URL }),
    },
    webhookSecret: secret(env.WEBHOOK_SECRET),
  };
}

function secret(value: string | undefined): Secret | undefined {
  return value === undefined ? undefined : new Secret(value);
}

function rotating(value: string | undefined): RotatingSecret | undefined {
  return value === undefined ? undefined : new RotatingSecret(new Secret(value));
}

function proxyOf({ API_BASE_URL, HTTPS_PROXY, NO_PROXY = [] }: Settings): Secret | undefined {
  const api = new URL(API_BASE_URL);
  const isDirect = api.protocol !== 'https:' || isExempt(api, NO_PROXY);
  return isDirect ? undefined : secret(HTTPS_PROXY);
}

export function retryRulesOf(env: Pick<Settings, 'PUBLIC_URL' | 'RETRY_POLICY'>): RetryRules {
  return {
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    retryPolicy: env.RETRY_POLICY,
    retryWaits: documentedWaits,
  };
}

type WordSettings = Pick<
  Settings,
  'PAID_WORDS' | 'DECLINED_WORDS' | 'PENDING_WORDS' | 'STATUS_POINTERS' | 'TRANSACTION_ID_POINTERS'
>;

export function wordsOf(env: WordSettings): PaymentWords {
  return {
    meanings: wordMeanings({
      paid: env.PAID_WORDS,
      pending: env.PENDING_WORDS,
      declined: env.DECLINED_WORDS,
    }),
    statusPaths: env.STATUS_POINTERS?.map(pathOf),
    transactionIdPaths: env.TRANSACTION_ID_POINTERS.map(pathOf),
  };
}

/** By default, the socket is beside the database's file, if it is one. */
export function adminSocketOf({
  ADMIN_SOCKET: given,
  DATABASE_URL: url,
}: Pick<Settings, 'ADMIN_SOCKET' | 'DATABASE_URL'>): string | undefined {
  if (given !== undefined) return given === 'off' ? undefined : given;
  const isFile = url.startsWith('sqlite:') && url !== 'sqlite::memory:';
  return isFile ? join(dirname(url.slice('sqlite:'.length)), 'admin.sock') : undefined;
}

function databaseOf(url: string): DatabaseAddress {
  return url.startsWith('sqlite:')
    ? { kind: 'sqlite', path: url.slice('sqlite:'.length) }
    : { kind: 'postgres', url: new Secret(url) };
}

function checkCombinations(given: Record<string, string | undefined>, faults: Faults): void {
  if (!given['UNSIGNED_ORDERS']) requireOrderSecret(given, faults);
  if (!given['ALLOWED_ORIGINS'] && given['PAYMENT_PAGE'] !== 'on') {
    faults.set('ALLOWED_ORIGINS', 'is required: the origins of your pages, unless PAYMENT_PAGE=on');
  }
  if (given['METRICS_PORT'] === (given['PORT'] ?? '8787')) {
    faults.set('METRICS_PORT', 'must not be PORT, which is open to everybody');
  }
  if (given['OPERATOR_PASSWORD'] && !given['METRICS_PORT']) {
    faults.set('OPERATOR_PASSWORD', "needs METRICS_PORT, where the operator's page is served");
  }
  if (given['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    faults.set(
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'must not be 0: certificates are always verified; name your own authority in NODE_EXTRA_CA_CERTS',
    );
  }
  const webhooks = ['PAYMENT_WEBHOOK_URL', 'POSTBACK_RELAY_URL', 'SUPPORT_WEBHOOK_URL'];
  const webhook = webhooks.find((name) => given[name]);
  if (webhook && !given['WEBHOOK_SECRET']) {
    faults.set('WEBHOOK_SECRET', `is required with ${webhook}: it signs what is sent there`);
  }
  const provider = given['THREE_DS_PROVIDER'] ?? 'cielo';
  if (!threeDSScripts.has(provider) && !given['THREE_DS_SCRIPT_URL']) {
    const known = [...threeDSScripts.keys()].join(', ');
    faults.set('THREE_DS_SCRIPT_URL', `is required unless THREE_DS_PROVIDER is one of ${known}`);
  }
}

/** Returns the built-in template without a file, or when the file is wrong, which it notes. */
export function readTemplate(file: string | undefined, faults: Faults): Template {
  const name = 'CHECKOUT_TEMPLATE_FILE';
  const text = file && readText(file, name, faults);
  try {
    if (text) return createTemplate(JSON.parse(text));
  } catch (error) {
    faults.set(name, error instanceof TemplateError ? error.message : 'must hold JSON');
  }
  return createTemplate(builtInTemplate);
}
