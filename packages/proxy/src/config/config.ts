import { readFileSync } from 'node:fs';
import type { ClientConfig } from '@card-checkout/contract';
import type { z } from 'zod';
import type { BreakerRules } from '../card-testing/decline-breaker.ts';
import { Environment, type TrustProxy } from './environment.ts';
import type { Receiver } from '../attempt/messages.ts';
import { orderKeysIn, type OrderKey } from '../order/order-keys.ts';
import type { PaymentWords } from '../payments-api/status-words.ts';
import { RotatingSecret, Secret } from '../sensitive/secret.ts';
import type { Template } from '../payments-api/template.ts';
import { builtInTemplate, createTemplate, TemplateFault } from '../payments-api/template.ts';

export interface Config {
  /** Without a slash at its end. */
  apiBaseUrl: string;
  apiToken: RotatingSecret;
  merchantId: number;
  /** All secrets that orders may be signed with, as `orderKeysIn` reads them. */
  orderSecret: RotatingSecret | undefined;
  allowUnsignedOrders: boolean;
  allowedOrigins: string[];
  fraudScriptUrl: string | undefined;
  threeDSProvider: string;
  threeDSScriptUrl: string;
  threeDSEnvironment: ClientConfig['threeDSEnvironment'];
  /** Where the payments service can reach the proxy, without a slash at its end. */
  publicUrl: string | undefined;
  database: DatabaseAddress;
  template: Template;
  /** Members of the API's 2xx body that the browser may see; all when absent. */
  responseFields: ReadonlySet<string> | undefined;
  words: PaymentWords;
  /** POSTs a minute for each client address; no limit when absent. */
  rateLimit: number | undefined;
  /** Where several instances count together. */
  redisUrl: Secret | undefined;
  attemptsPerOrder: number;
  /** Orders on which one card may be tried within an hour; no limit when absent. */
  ordersPerCard: number | undefined;
  breaker: BreakerRules;
  /** Between the times at which a try's answer may tell of its refusal; at once when 0. */
  /** How late the event loop may be on the average of a second; any delay when absent. */
  eventLoopDelayLimitMs: number | undefined;
  host: string;
  port: number;
  /** Where metrics are served, on the same host; nowhere when absent. */
  metricsPort: number | undefined;
  /** The OTLP collector that gets traces; without it none are made. */
  otlpEndpoint: string | undefined;
  trustProxy: TrustProxy;
  logLevel: z.output<typeof Environment>['LOG_LEVEL'];
  upstreamTimeoutMs: number;
  rateLimitWaitMs: number;
  retryWaitMinMs: number;
  retryWaitMaxMs: number;
  /** `strict`: after a 5xx nothing is sent again without proof. */
  retryPolicy: 'documented' | 'strict';
  /** How long support waits to hear of an attempt whose end is open and may still be told. */
  unsettledAlarmMs: number;
  /** How long running attempts may take to end when the proxy stops. */
  shutdownTimeoutMs: number;
  /** Where each kind of message goes (Standard Webhooks). */
  webhooks: Partial<Record<Receiver, string>>;
  /** Signs what goes to the webhooks. */
  webhookSecret: Secret | undefined;
}

/** Where attempts are kept: a file or `:memory:`, or a server whose address holds a password. */
type DatabaseAddress = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: Secret };

/** Says what is wrong with the environment: a line for each variable, and no secret in any. */
export class ConfigFaults extends Error {
  override readonly name = 'ConfigFaults';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** One script serves all of them (docs.cielo.com.br, "Bandeiras e adquirentes disponíveis"). */
const mpiScripts = {
  production: 'https://mpi.braspag.com.br/Scripts/BP.Mpi.3ds21.min.js',
  sandbox: 'https://mpisandbox.braspag.com.br/Scripts/BP.Mpi.3ds21.min.js',
};

const threeDSScripts = new Map([
  ['cielo', mpiScripts],
  ['rede', mpiScripts],
  ['getnet', mpiScripts],
]);

/** Reads the configuration (contract section 5). Throws `ConfigFaults` with all faults at once. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults = new Map<string, string>();
  const given = withSecretFiles(env, faults);
  const template = readTemplate(given['CHECKOUT_TEMPLATE_FILE'], faults);
  noteContradictions(given, faults);

  if (given['PUBLIC_URL'] && template && !template.uses('postbackUrl')) {
    faults.set('PUBLIC_URL', 'needs a CHECKOUT_TEMPLATE_FILE that uses $postbackUrl');
  }

  const parsed = Environment.safeParse(given);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = String(path[0]);
    if (!faults.has(name)) faults.set(name, message);
  }
  if (!parsed.success || !template || faults.size > 0) {
    throw new ConfigFaults([...faults].map(([name, message]) => `${name} ${message}`));
  }
  return configOf(parsed.data, template);
}

/** Reads the newest secret that orders are signed with, and nothing else. Throws `ConfigFaults` where there is none. */
export function readOrderKey(env: Readonly<Record<string, string | undefined>>): OrderKey {
  const { ORDER_SECRET, ORDER_SECRET_FILE } = env;
  const faults = new Map<string, string>();
  const given = withSecretFiles({ ORDER_SECRET, ORDER_SECRET_FILE }, faults);
  noteMissingOrderSecret(given, faults);
  const { data, error } = Environment.shape.ORDER_SECRET.safeParse(given['ORDER_SECRET']);
  if (error) faults.set('ORDER_SECRET', error.issues[0]?.message ?? 'is wrong');
  const [newest] = orderKeysIn(data ?? '');
  if (newest && faults.size === 0) return newest;
  throw new ConfigFaults([...faults].map(([name, message]) => `${name} ${message}`));
}

function knownScript(env: z.output<typeof Environment>): string {
  return threeDSScripts.get(env.THREE_DS_PROVIDER)?.[env.THREE_DS_ENVIRONMENT] ?? '';
}

function configOf(env: z.output<typeof Environment>, template: Template): Config {
  return {
    apiBaseUrl: env.API_BASE_URL.replace(/\/+$/, ''),
    apiToken: new RotatingSecret(new Secret(env.API_TOKEN)),
    merchantId: env.MERCHANT_ID,
    orderSecret:
      env.ORDER_SECRET === undefined ? undefined : new RotatingSecret(new Secret(env.ORDER_SECRET)),
    allowUnsignedOrders: env.UNSIGNED_ORDERS === 'allow',
    allowedOrigins: env.ALLOWED_ORIGINS,
    fraudScriptUrl: env.FRAUD_SCRIPT_URL,
    threeDSProvider: env.THREE_DS_PROVIDER,
    threeDSScriptUrl: env.THREE_DS_SCRIPT_URL ?? knownScript(env),
    threeDSEnvironment: env.THREE_DS_ENVIRONMENT,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    database: databaseOf(env.DATABASE_URL),
    template,
    responseFields: env.RESPONSE_FIELDS,
    words: wordsOf(env),
    ...limitsOf(env),
    host: env.HOST,
    port: env.PORT,
    metricsPort: env.METRICS_PORT,
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    upstreamTimeoutMs: env.UPSTREAM_TIMEOUT_MS,
    rateLimitWaitMs: env.RATE_LIMIT_WAIT_MS,
    retryWaitMinMs: env.RETRY_WAIT_MIN_MS,
    retryWaitMaxMs: env.RETRY_WAIT_MAX_MS,
    retryPolicy: env.RETRY_POLICY,
    unsettledAlarmMs: env.UNSETTLED_ALARM_MS,
    shutdownTimeoutMs: env.SHUTDOWN_TIMEOUT_MS,
    webhooks: {
      ...(env.POSTBACK_RELAY_URL && { relay: env.POSTBACK_RELAY_URL }),
      ...(env.SUPPORT_WEBHOOK_URL && { support: env.SUPPORT_WEBHOOK_URL }),
    },
    webhookSecret: env.WEBHOOK_SECRET === undefined ? undefined : new Secret(env.WEBHOOK_SECRET),
  };
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

function wordsOf(env: z.output<typeof Environment>): PaymentWords {
  return {
    paid: env.PAID_WORDS,
    declined: env.DECLINED_WORDS,
    pending: env.PENDING_WORDS,
    statusPointers: env.STATUS_POINTERS,
    transactionIdPointers: env.TRANSACTION_ID_POINTERS,
  };
}

function databaseOf(url: string): DatabaseAddress {
  return url.startsWith('sqlite:')
    ? { kind: 'sqlite', path: url.slice('sqlite:'.length) }
    : { kind: 'postgres', url: new Secret(url) };
}

/** The variables that may lie in files, and that no child process may inherit. */
export const secretNames = [
  'API_TOKEN',
  'ORDER_SECRET',
  'WEBHOOK_SECRET',
  'DATABASE_URL',
  'REDIS_URL',
] as const;

/** Copies the variables that are not empty, and reads the secrets that lie in files. */
function withSecretFiles(
  env: Readonly<Record<string, string | undefined>>,
  faults: Map<string, string>,
): Record<string, string | undefined> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  for (const name of secretNames) {
    const file = given[`${name}_FILE`];
    if (!file) continue;
    if (given[name]) faults.set(name, `and ${name}_FILE are both set; keep one`);
    else given[name] = readText(file, `${name}_FILE`, faults)?.trim();
  }
  return given;
}

function readTemplate(file: string | undefined, faults: Map<string, string>): Template | undefined {
  const name = 'CHECKOUT_TEMPLATE_FILE';
  if (!file) return createTemplate(builtInTemplate);
  const text = readText(file, name, faults);
  if (text === undefined) return undefined;
  try {
    return createTemplate(JSON.parse(text));
  } catch (error) {
    faults.set(name, error instanceof TemplateFault ? error.message : 'must hold JSON');
    return undefined;
  }
}

function readText(file: string, name: string, faults: Map<string, string>): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    faults.set(name, 'must name a file that can be read');
    return undefined;
  }
}

function noteContradictions(
  given: Record<string, string | undefined>,
  faults: Map<string, string>,
): void {
  if (!given['UNSIGNED_ORDERS']) noteMissingOrderSecret(given, faults);
  const [minMs, maxMs] = [given['RETRY_WAIT_MIN_MS'] ?? 5000, given['RETRY_WAIT_MAX_MS'] ?? 10_000];
  if (Number(minMs) > Number(maxMs)) {
    faults.set('RETRY_WAIT_MIN_MS', 'must not be more than RETRY_WAIT_MAX_MS');
  }
  if (given['METRICS_PORT'] === (given['PORT'] ?? '8787')) {
    faults.set('METRICS_PORT', 'must not be PORT, which anybody may reach');
  }
  if (given['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    faults.set(
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'must not be 0: certificates are always verified; name your own authority in NODE_EXTRA_CA_CERTS',
    );
  }
  const webhook = ['POSTBACK_RELAY_URL', 'SUPPORT_WEBHOOK_URL'].find((name) => given[name]);
  if (webhook && !given['WEBHOOK_SECRET']) {
    faults.set('WEBHOOK_SECRET', `is required with ${webhook}: it signs what is sent there`);
  }
  const provider = given['THREE_DS_PROVIDER'] ?? 'cielo';
  if (!threeDSScripts.has(provider) && !given['THREE_DS_SCRIPT_URL']) {
    const known = [...threeDSScripts.keys()].join(', ');
    faults.set('THREE_DS_SCRIPT_URL', `is required unless THREE_DS_PROVIDER is one of ${known}`);
  }
}

function noteMissingOrderSecret(
  given: Record<string, string | undefined>,
  faults: Map<string, string>,
): void {
  if (given['ORDER_SECRET'] || faults.has('ORDER_SECRET_FILE')) return;
  faults.set(
    'ORDER_SECRET',
    'is required: at least 32 bytes that sign orders, or ORDER_SECRET_FILE',
  );
}
