import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigFaults, readConfig } from './config.ts';
import { environment, orderSecret, temporaryFolder, token } from './running-proxy.test-support.ts';

function faultsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return error instanceof ConfigFaults ? error.faults : [String(error)];
  }
}

function fileWith(text: string): string {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, text);
  return file;
}

describe('readConfig', () => {
  it('has the defaults of contract section 5', () => {
    const { RATE_LIMIT: _1, RATE_LIMIT_WAIT_MS: _2, DATABASE_URL: _3, ...required } = environment();

    expect(readConfig(required)).toMatchObject({
      merchantId: 4711,
      threeDSProvider: 'cielo',
      threeDSEnvironment: 'production',
      threeDSScriptUrl: 'https://mpi.braspag.com.br/Scripts/BP.Mpi.3ds21.min.js',
      databasePath: 'card-checkout.db',
      rateLimit: 20,
      attemptsPerOrder: 5,
      host: '127.0.0.1',
      port: 8787,
      trustProxy: false,
      logLevel: 'info',
      upstreamTimeoutMs: 30_000,
      rateLimitWaitMs: 1000,
    });
  });

  it('tells every missing variable at once, a line for each', () => {
    const faults = faultsOf({ API_TOKEN: '' }).map((line) => line.split(' ').slice(0, 3).join(' '));

    expect(faults.toSorted()).toEqual([
      'ALLOWED_ORIGINS is required:',
      'API_BASE_URL is required:',
      'API_TOKEN is required:',
      'MERCHANT_ID is required:',
      'ORDER_SECRET is required:',
    ]);
  });

  it.each([
    ['API_BASE_URL', 'payments'],
    ['API_BASE_URL', 'http://payments.example'],
    ['API_BASE_URL', 'https://user:pass@payments.example'],
    ['API_BASE_URL', 'https://payments.example/?a=b'],
    ['API_TOKEN', 'two words'],
    ['API_TOKEN_FILE', '/no/such/file'],
    ['MERCHANT_ID', 'abc'],
    ['MERCHANT_ID', '0'],
    ['ORDER_SECRET', 'short'],
    ['UNSIGNED_ORDERS', 'yes'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'https://shop.example/'],
    ['ALLOWED_ORIGINS', ','],
    ['FRAUD_SCRIPT_URL', 'javascript:alert(1)'],
    ['THREE_DS_ENVIRONMENT', 'test'],
    ['THREE_DS_SCRIPT_URL', '//x'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgres://x'],
    ['CHECKOUT_TEMPLATE_FILE', '/no/such/file'],
    ['RATE_LIMIT', 'many'],
    ['ATTEMPTS_PER_ORDER', '0'],
    ['PORT', '65536'],
    ['FRAUD_SCRIPT_URL', 'https://fraud.example/{foo}'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['LOG_LEVEL', 'loud'],
    ['UPSTREAM_TIMEOUT_MS', '30s'],
    ['RATE_LIMIT_WAIT_MS', '-1'],
  ])('refuses %s=%s with a line about it', (name, value) => {
    const given: Record<string, string | undefined> = { ...environment(), [name]: value };
    if (name === 'API_TOKEN_FILE') given['API_TOKEN'] = undefined;

    const faults = faultsOf(given).filter((line) => !line.startsWith('API_TOKEN is required'));

    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} \\S`));
  });

  it('prints no secret', () => {
    const secrets = { API_TOKEN: `${token} x`, ORDER_SECRET: 'short-secret' };

    const faults = faultsOf(environment(secrets)).join('\n');
    const config = readConfig(environment());

    expect(faults).not.toMatch(/canarytoken|short-secret/);
    expect(inspect(config) + JSON.stringify(config)).not.toContain(token);
    expect(inspect(config) + JSON.stringify(config)).not.toContain(orderSecret);
  });

  it.each([
    'PUBLIC_URL',
    'RETRY_POLICY',
    'POSTBACK_RELAY_URL',
    'SUPPORT_WEBHOOK_URL',
    'WEBHOOK_SECRET',
    'METRICS_PORT',
    'RETRY_WAIT_MIN_MS',
    'RETRY_WAIT_MAX_MS',
  ])('does not accept %s silently', (name) => {
    expect(faultsOf(environment({ [name]: '1' }))).toEqual([
      `${name} is not supported by this version; remove it`,
    ]);
  });

  it('reads secrets from files, but not from two places', () => {
    const API_TOKEN_FILE = fileWith('from-a-file\n');

    const config = readConfig(environment({ API_TOKEN: undefined, API_TOKEN_FILE }));

    expect(config.apiToken.reveal()).toBe('from-a-file');
    expect(faultsOf(environment({ API_TOKEN_FILE }))).toEqual([
      'API_TOKEN and API_TOKEN_FILE are both set; keep one',
    ]);
  });

  it('takes unsigned orders in place of a secret', () => {
    const config = readConfig(environment({ ORDER_SECRET: undefined, UNSIGNED_ORDERS: 'allow' }));

    expect([config.orderSecret, config.allowUnsignedOrders]).toEqual([undefined, true]);
  });

  it('asks for the script of a 3DS provider that it does not know', () => {
    expect(faultsOf(environment({ THREE_DS_PROVIDER: 'other' }))).toEqual([
      'THREE_DS_SCRIPT_URL is required when THREE_DS_PROVIDER is not cielo',
    ]);
  });

  it.each([
    [undefined, 20],
    ['', 20],
    ['5', 5],
    ['off', undefined],
  ])('reads RATE_LIMIT %s as %s', (value, limit) => {
    expect(readConfig(environment({ RATE_LIMIT: value })).rateLimit).toBe(limit);
  });

  it('trusts the addresses and ranges that TRUST_PROXY lists', () => {
    const ranges = readConfig(environment({ TRUST_PROXY: '10.0.0.0/8, ::1' })).trustProxy;

    expect(ranges).toEqual(['10.0.0.0/8', '::1']);
  });

  it.each([
    ['{', 'CHECKOUT_TEMPLATE_FILE must hold JSON'],
    ['[]', 'CHECKOUT_TEMPLATE_FILE must hold a JSON object'],
    ['{"a": {"b": "$card.pin"}}', 'CHECKOUT_TEMPLATE_FILE uses $card.pin, which does not exist'],
  ])('refuses the template %s', (text, fault) => {
    expect(faultsOf(environment({ CHECKOUT_TEMPLATE_FILE: fileWith(text) }))).toEqual([fault]);
  });
});
