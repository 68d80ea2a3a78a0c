import type { ClientConfig } from '@card-checkout/contract';
import type { z } from 'zod';
import type { RetryRules } from '../attempt/retry.ts';
import type { TransitionSettings } from '../attempt/transition.ts';
import type { CardTestingRules } from '../card-testing/card-testing.ts';
import type { OrderRules } from '../order/order-token.ts';
import type { ValueRules } from '../order/request-values.ts';
import type { AnswerRules } from '../payments-api/answer.ts';
import type { RequestRules } from '../payments-api/payment-request.ts';
import { wordMeanings } from '../payments-api/status-words.ts';
import { pathOf, type PaymentWords } from '../payments-api/status.ts';
import type { Template } from '../payments-api/template.ts';
import type { UpstreamOptions } from '../payments-api/upstream.ts';
import { RotatingSecret, Secret } from '../sensitive/secret.ts';
import type { DatabaseAddress } from '../store/open-store.ts';
import { adminSocketOf } from './admin-socket.ts';
import { Environment } from './environment.ts';
import { addIssues, errorOf, type Faults } from './faults.ts';
import { requireOrderSecret, withSecretFiles } from './secret-files.ts';
import { readTemplate } from './template-file.ts';
import { isExempt, type TrustProxy } from './value-checks.ts';

/** All settings of the proxy, read and checked. Each module declares those that it needs. */
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
  fraudScriptUrl: string | undefined;
  threeDSProvider: string;
  threeDSScriptUrl: string;
  threeDSEnvironment: ClientConfig['threeDSEnvironment'];
  /** Another origin of this proxy, for the provider's document in the isolated form. */
  threeDSFrameOrigin?: string | undefined;
  database: DatabaseAddress;
  /** After how many days orders that are over are deleted; never when absent. */
  retentionDays: number | undefined;
  /** POSTs a minute from each client address; no limit when absent. */
  rateLimit: number | undefined;
  /** Where several instances count these POSTs together. */
  redisUrl: Secret | undefined;
  /** The longest acceptable delay of the event loop, averaged over a second; any when absent. */
  eventLoopDelayLimitMs: number | undefined;
  host: string;
  port: number;
  /** The port of the metrics, on the same host; no metrics when absent. */
  metricsPort: number | undefined;
  /** Opens the operator's page on that port; no page when absent. */
  operatorPassword: RotatingSecret | undefined;
  /** The Unix socket of the operator's commands; no socket when absent. */
  adminSocket: string | undefined;
  /** The OTLP collector that gets traces; no traces when absent. */
  otlpEndpoint: string | undefined;
  trustProxy: TrustProxy;
  logLevel: z.output<typeof Environment>['LOG_LEVEL'];
  /** How long payments in flight may take when the proxy stops. */
  shutdownTimeoutMs: number;
  /** The keys with which the shop's server may ask about orders, one per line. */
  merchantKey: RotatingSecret | undefined;
  /** Signs what goes to the webhooks. */
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
  checkCombinations(given, faults);

  if (given['PUBLIC_URL'] && template && !template.uses('postbackUrl')) {
    faults.set('PUBLIC_URL', 'needs a CHECKOUT_TEMPLATE_FILE that uses $postbackUrl');
  }

  const parsed = Environment.safeParse(given);
  addIssues(faults, parsed.error);
  if (!parsed.success || !template || faults.size > 0) throw errorOf(faults);
  return configOf(parsed.data, template);
}

function knownScript(env: z.output<typeof Environment>): string {
  return threeDSScripts.get(env.THREE_DS_PROVIDER)?.[env.THREE_DS_ENVIRONMENT] ?? '';
}

function configOf(env: z.output<typeof Environment>, template: Template): Config {
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
    reservedMembers: template.reservedMembers,
    ...authenticationOf(env),
    database: databaseOf(env.DATABASE_URL),
    retentionDays: env.RETENTION_DAYS,
    template,
    responseFields: env.RESPONSE_FIELDS,
    words: wordsOf(env),
    ...limitsOf(env),
    ...doorsOf(env),
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
    webhookSecret: env.WEBHOOK_SECRET === undefined ? undefined : new Secret(env.WEBHOOK_SECRET),
  };
}

function doorsOf(env: z.output<typeof Environment>) {
  return {
    host: env.HOST,
    port: env.PORT,
    metricsPort: env.METRICS_PORT,
    operatorPassword: rotating(env.OPERATOR_PASSWORD),
    adminSocket: adminSocketOf(env),
  };
}

function rotating(value: string | undefined): RotatingSecret | undefined {
  return value === undefined ? undefined : new RotatingSecret(new Secret(value));
}

function authenticationOf(env: z.output<typeof Environment>) {
  return {
    fraudScriptUrl: env.FRAUD_SCRIPT_URL,
    threeDS: env.THREE_DS,
    threeDSProvider: env.THREE_DS_PROVIDER,
    threeDSScriptUrl: env.THREE_DS_SCRIPT_URL ?? knownScript(env),
    threeDSEnvironment: env.THREE_DS_ENVIRONMENT,
    threeDSFrameOrigin: env.THREE_DS_FRAME_ORIGIN,
  };
}

/** Returns the proxy on the way to the payments service, unless that needs none. */
function proxyOf({
  API_BASE_URL,
  HTTPS_PROXY,
  NO_PROXY = [],
}: z.output<typeof Environment>): Secret | undefined {
  const service = new URL(API_BASE_URL);
  const isDirect = service.protocol !== 'https:' || isExempt(service, NO_PROXY);
  return HTTPS_PROXY === undefined || isDirect ? undefined : new Secret(HTTPS_PROXY);
}

function limitsOf(env: z.output<typeof Environment>) {
  return {
    rateLimit: env.RATE_LIMIT,
    redisUrl: env.REDIS_URL === undefined ? undefined : new Secret(env.REDIS_URL),
    attemptsPerOrder: env.ATTEMPTS_PER_ORDER,
    ordersPerCard: env.ORDERS_PER_CARD,
    breaker: {
      declinedPercent: env.BREAKER_DECLINED_PERCENT,
      minAttempts: env.BREAKER_MIN_ATTEMPTS,
    },
    eventLoopDelayLimitMs: env.EVENT_LOOP_DELAY_LIMIT_MS,
  };
}

type RetrySettings = Pick<
  z.output<typeof Environment>,
  'PUBLIC_URL' | 'RETRY_POLICY' | 'RATE_LIMIT_WAIT_MS' | 'RETRY_WAIT_MIN_MS' | 'RETRY_WAIT_MAX_MS'
>;

/** Returns when payments are sent again. */
export function retryRulesOf(env: RetrySettings): RetryRules {
  return {
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    retryPolicy: env.RETRY_POLICY,
    rateLimitWaitMs: env.RATE_LIMIT_WAIT_MS,
    retryWaitMinMs: env.RETRY_WAIT_MIN_MS,
    retryWaitMaxMs: env.RETRY_WAIT_MAX_MS,
  };
}

type WordSettings = Pick<
  z.output<typeof Environment>,
  'PAID_WORDS' | 'DECLINED_WORDS' | 'PENDING_WORDS' | 'STATUS_POINTERS' | 'TRANSACTION_ID_POINTERS'
>;

/** Returns how statuses are read. */
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
  const [minMs, maxMs] = [given['RETRY_WAIT_MIN_MS'] ?? 5000, given['RETRY_WAIT_MAX_MS'] ?? 10_000];
  if (Number(minMs) > Number(maxMs)) {
    faults.set('RETRY_WAIT_MIN_MS', 'must not be more than RETRY_WAIT_MAX_MS');
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
