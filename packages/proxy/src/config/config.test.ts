import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { orderSecret } from '@card-checkout/testing/checkout-request';
import { apiFile, temporaryFolder } from '@card-checkout/testing/during-test';
import { environment, token } from '@card-checkout/testing/proxy-environment';
import { readConfig } from './config.ts';
import { risksOf } from './risks.ts';
import { ConfigFaults } from './variables.ts';

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

const password = 'canarypassword';

const webhooks = {
  SUPPORT_WEBHOOK_URL: 'https://shop.example/support',
  WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 'canary').toString('base64')}`,
};

describe('readConfig', () => {
  it('takes origins as people write them, for those that browsers send', () => {
    const ALLOWED_ORIGINS =
      'https://café.com.br, https://Loja.Example:443, http://127.0.0.1:3000, Capacitor://localhost';
    expect(readConfig(environment({ ALLOWED_ORIGINS })).allowedOrigins).toEqual([
      'https://xn--caf-dma.com.br',
      'https://loja.example',
      'http://127.0.0.1:3000',
      'capacitor://localhost',
    ]);
  });

  it('has the documented defaults', () => {
    const shortened = { SHUTDOWN_TIMEOUT_MS: undefined, THREE_DS: undefined };
    const required = environment({ ...shortened, RATE_LIMIT: undefined, DATABASE_URL: undefined });

    expect(readConfig(required)).toMatchObject({
      merchantId: '4711',
      threeDS: 'required',
      threeDSProvider: 'cielo',
      threeDSEnvironment: 'production',
      threeDSScriptUrl: 'https://mpi.braspag.com.br/Scripts/BP.Mpi.3ds21.min.js',
      postbackBase: undefined,
      database: { kind: 'sqlite', path: 'card-checkout.db' },
      rateLimit: 20,
      attemptsPerOrder: 5,
      host: '127.0.0.1',
      port: 8787,
      trustProxy: false,
      logLevel: 'info',
      upstreamTimeoutMs: 30_000,
      retryPolicy: 'documented',
      retryWaits: { rateLimit: 1000, min: 5000, max: 10_000 },
      eventLoopDelayLimitMs: 500,
      unresolvedAlarmMs: 900_000,
      probeEveryMs: 10_000,
      probeWithinMs: 1000,
      shutdownTimeoutMs: 40_000,
      webhooks: {},
      secrets: { webhookSecret: undefined },
    });
  });

  it('removes blanks and carriage returns, and warns of quotes', () => {
    const PUBLIC_URL = 'https://pay.example\r';
    const given = { PUBLIC_URL, MERCHANT_ID: ' 4711\r\n', SHOP_NAME: '"Loja"', HELP_TEXT: ' \r' };

    const config = readConfig(environment(given));

    expect(config).toMatchObject({
      merchantId: '4711',
      postbackBase: 'https://pay.example',
      helpText: '',
    });
    expect(risksOf(config)).toContain('SHOP_NAME is in quotes, which count: remove them');
  });

  it('takes http:// to names that only a private network knows', () => {
    const API_BASE_URL = 'http://adapter:4002';
    const PAYMENT_WEBHOOK_URL = 'http://shop:3000/paid';
    const given = { API_BASE_URL, PAYMENT_WEBHOOK_URL, WEBHOOK_SECRET: webhooks.WEBHOOK_SECRET };

    expect(readConfig(environment(given))).toMatchObject({
      apiBaseUrl: API_BASE_URL,
      webhooks: { payment: PAYMENT_WEBHOOK_URL },
    });
  });

  it('reports every missing variable at once, a line for each', () => {
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
    ['API_BASE_URL', 'http://user:pass@payments'],
    ['API_BASE_URL', 'http://[2001:db8::1]'],
    ['PUBLIC_URL', 'http://proxy'],
    ['API_BASE_URL', 'https://user:pass@payments.example'],
    ['API_BASE_URL', 'https://payments.example/?a=b'],
    ['API_TOKEN', 'two words'],
    ['RETENTION_DAYS', '29'],
    ['API_TOKEN_FILE', '/no/such/file'],
    ['MERCHANT_ID', 'abc'],
    ['MERCHANT_ID', '0'],
    ['ORDER_SECRET', `${orderSecret}\ntoo short`],
    ['ORDER_SECRET', 'short'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'https://shop.example/'],
    ['ALLOWED_ORIGINS', ','],
    ['FRAUD_SCRIPT_URL', 'javascript:alert(1)'],
    ['THREE_DS_ENVIRONMENT', 'test'],
    ['THREE_DS_SCRIPT_URL', '//x'],
    ['FONT_FILE', '/no/such/file'],
    ['SHOP_LOGO_FILE', '/no/such/file'],
    ['SHOP_CNPJ', '12.345.678/0001-99'],
    ['DECLINED_URL', 'data:text/html,'],
    ['HELP_TEXT', 'a'.repeat(201)],
    ['HELP_URL', 'http://shop.example/ajuda'],
    ['HELP_URL', 'javascript:alert(1)'],
    ['HELP_URL', 'https://user:pass@shop.example/'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'postgres:x'],
    ['DATABASE_URL_FILE', '/no/such/file'],
    ['PUBLIC_URL', 'http://proxy.example'],
    ['PUBLIC_URL', 'https://proxy.example/?a=b'],
    ['PUBLIC_URL', 'https://proxy.example/#a'],
    ['RETRY_POLICY', 'never'],
    ['HTTPS_PROXY', 'proxy.example:3128'],
    ['PAYMENT_WEBHOOK_URL', 'http://shop.example/paid'],
    ['POSTBACK_RELAY_URL', 'http://shop.example/postback'],
    ['SUPPORT_WEBHOOK_URL', 'shop.example'],
    ['WEBHOOK_SECRET', 'short'],
    ['WEBHOOK_SECRET', `whsec_${'A'.repeat(28)}`],
    ['WEBHOOK_SECRET', 'A'.repeat(40)],
    ['WEBHOOK_SECRET_FILE', '/no/such/file'],
    ['MERCHANT_KEY', 'm'.repeat(31)],
    ['MERCHANT_KEY', `${'m'.repeat(32)}\nshort`],
    ['SHUTDOWN_TIMEOUT_MS', '600001'],
    ['API_FILE', '/no/such/file'],
    ['RATE_LIMIT', 'many'],
    ['ATTEMPTS_PER_ORDER', '0'],
    ['PORT', '65536'],
    ['METRICS_PORT', '0'],
    ['OPERATOR_PASSWORD', 'fifteen letters'],
    ['OPERATOR_PASSWORD', 'sixteen letters\nin two lines'],
    ['FRAUD_SCRIPT_URL', 'https://fraud.example/{foo}'],
    ['THREE_DS', 'optional'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['LOG_LEVEL', 'loud'],
    ['UPSTREAM_TIMEOUT_MS', '30s'],
  ])('refuses %s=%s with a line about it', (name, value) => {
    const { WEBHOOK_SECRET } = webhooks;
    const given: Record<string, string | undefined> = {
      ...environment({ WEBHOOK_SECRET }),
      [name]: value,
    };
    if (name.endsWith('_FILE')) given[name.replace('_FILE', '')] = undefined;

    const faults = faultsOf(given);

    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} \\S`));
  });

  it.each(['API_TOKEN_FILE', 'ORDER_SECRET_FILE', 'API_FILE'])(
    'names the file of %s if it is empty',
    (name) => {
      const file = fileWith(' \n');
      const given = { ...environment(), [name.replace('_FILE', '')]: undefined, [name]: file };

      expect(faultsOf(given)).toEqual([`${name} names an empty file: ${file}`]);
    },
  );

  it.each([
    ['no WOFF2', 'wOFF', 'FONT_FILE must name a WOFF2 font'],
    [
      'a very large one',
      `wOF2${' '.repeat(1_048_576)}`,
      'FONT_FILE must have at most 1048576 bytes',
    ],
  ])('refuses a font that is %s', (_case, text, fault) => {
    expect(faultsOf(environment({ FONT_FILE: fileWith(text) }))).toEqual([fault]);
  });

  it.each([
    ['no picture', 'GIF89a', 'SHOP_LOGO_FILE must name an SVG or a PNG'],
    [
      'a document with a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'SHOP_LOGO_FILE must name an SVG without scripts, foreign objects and entities',
    ],
    [
      'very large',
      `<svg >${' '.repeat(131_072)}</svg>`,
      'SHOP_LOGO_FILE must have at most 131072 bytes',
    ],
  ])('refuses a logo that is %s', (_case, text, fault) => {
    expect(faultsOf(environment({ SHOP_LOGO_FILE: fileWith(text) }))).toEqual([fault]);
  });

  it('prints no secret', () => {
    const secrets = {
      API_TOKEN: `${token} x`,
      ORDER_SECRET: 'short-secret',
      WEBHOOK_SECRET: 'whsec_short',
      DATABASE_URL: `mysql://user:${password}@db`,
    };

    const faults = faultsOf(environment(secrets)).join('\n');
    const config = readConfig(
      environment({ ...webhooks, DATABASE_URL: `postgres://user:${password}@db/checkout` }),
    );

    expect(faults).not.toMatch(/canarytoken|short-secret|whsec_short|canarypassword/);
    const printed = inspect(config, { depth: 9, showHidden: true }) + JSON.stringify(config);
    for (const secret of [token, orderSecret, webhooks.WEBHOOK_SECRET, password]) {
      expect(printed).not.toContain(secret);
    }
  });

  it('reads the address of PostgreSQL as a secret', () => {
    const url = `postgresql://user:${password}@db/checkout?sslmode=verify-full`;

    const { database } = readConfig(environment({ DATABASE_URL: url }));

    expect(database.kind === 'postgres' && database.url.reveal()).toBe(url);
  });

  it.each([
    [{ METRICS_PORT: '8787' }, 'METRICS_PORT must not be PORT, which is open to everybody'],
    [
      { OPERATOR_PASSWORD: 'sixteen letters.' },
      "OPERATOR_PASSWORD needs METRICS_PORT, where the operator's page is served",
    ],
  ])('keeps what is private away from the port that is open to everybody: %j', (given, fault) => {
    expect(faultsOf(environment(given))).toEqual([fault]);
  });

  it.each(['PAYMENT_WEBHOOK_URL', 'POSTBACK_RELAY_URL', 'SUPPORT_WEBHOOK_URL'])(
    'signs what goes to %s',
    (name) => {
      const given = { [name]: 'https://shop.example/hook' };

      const { webhooks: addresses, secrets } = readConfig(
        environment({ ...given, WEBHOOK_SECRET: webhooks.WEBHOOK_SECRET }),
      );

      expect(Object.values(addresses)).toEqual(['https://shop.example/hook']);
      expect(secrets.webhookSecret?.reveal()).toBe(webhooks.WEBHOOK_SECRET);
      expect(faultsOf(environment(given))).toEqual([
        `WEBHOOK_SECRET is required with ${name}: it signs what is sent there`,
      ]);
    },
  );

  it('expects no postbacks if the request has no $postbackUrl', () => {
    const PUBLIC_URL = 'https://proxy.example/pay/';
    const silent = { PUBLIC_URL, ...apiFile({ request: { amount: '$order.amount' } }) };

    const configs = [{ PUBLIC_URL }, silent].map((given) => readConfig(environment(given)));

    expect(configs.map(({ postbackBase }) => postbackBase)).toEqual([
      'https://proxy.example/pay',
      undefined,
    ]);
    expect(configs[1]?.publicUrl).toBe('https://proxy.example/pay');
  });

  it.each([
    ['API_TOKEN', 'from-a-file'],
    ['ORDER_SECRET', 'an order secret from a file, long enough'],
    ['WEBHOOK_SECRET', webhooks.WEBHOOK_SECRET],
    ['DATABASE_URL', `postgres://user:${password}@db/checkout`],
  ])('reads %s from a file, but not from two places', (name, text) => {
    const file = { [`${name}_FILE`]: fileWith(`${text}\n`) };

    const config = readConfig(environment({ ...file, [name]: undefined }));

    const { secrets, database } = config;
    const { apiToken, orderSecret: secret, webhookSecret } = secrets;
    const url = database.kind === 'postgres' ? database.url : undefined;
    const read = [apiToken, secret, webhookSecret, url].map((each) => each?.reveal());
    expect(read).toContain(text);
    expect(faultsOf(environment({ ...file, [name]: text }))).toEqual([
      `${name} and ${name}_FILE are both set; keep one`,
    ]);
  });

  it("needs no script of a 3DS provider that it doesn't know: the adapter may load none", () => {
    const { threeDSScriptUrl } = readConfig(environment({ THREE_DS_PROVIDER: 'other' }));

    expect(threeDSScriptUrl).toBe('');
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
    ['{\n "a": "my secret"\n 1', 'must hold JSON (line 3 column 2)'],
    ['[]', 'must be an object'],
    ['{"requests": {}}', 'must not have requests'],
    ['{"request": []}', 'request must be an object'],
    [
      '{"answer": {"status": {"pointers": ["status"]}}}',
      'answer.status.pointers.0 must be a JSON pointer, e.g. /payment/status',
    ],
    ['{"answer": {"status": {"paid": [{}]}}}', 'answer.status.paid.0 must be a text or a number'],
    [
      '{"answer": {"status": {"paid": ["OK", 2], "pending": ["2", "ok "]}}}',
      'answer.status lists 2 twice: keep one; answer.status lists ok twice: keep one',
    ],
    [
      '{"postback": {"status": {"declined": ["*"], "pending": ["*"]}}}',
      'postback.status lists * twice: keep one',
    ],
    [
      '{"answer": {"status": {"paid": ["*"]}}}',
      'answer.status lists * as paid: a value that nobody knows is not paid',
    ],
    ['{"request": {"a": "$apiToken"}}', 'uses $apiToken, which only headers may hold'],
    [
      '{"headers": {"A": "$card.number"}}',
      'uses $card.number in headers, where only $apiToken, $merchantId, $paymentId, $fraud.sessionId may stand',
    ],
    ['{"headers": {"Host": "x"}}', 'headers.Host frames the message, so the proxy sets it'],
    ['{"path": "sales"}', 'path must be a path, e.g. /api/checkout/'],
    [
      '{"request": {"a": {"b": "x$card.pin"}}}',
      "uses $card.pin, which doesn't exist: did you mean $card.kind? See template --paths",
    ],
    [
      '{"request": {"a": {"$card.Brand": {}}}}',
      "uses $card.Brand, which doesn't exist: did you mean $card.brand? See template --paths",
    ],
    ['{"request": {"a": {"$card.kind": "credit"}}}', 'must list values of $card.kind as an object'],
    [
      '{"request": {"a": {"$numbers": "$card.kind"}}}',
      "uses $numbers, which doesn't exist: did you mean $card.number? See template --paths",
    ],
  ])('refuses the API_FILE %s', (text, fault) => {
    expect(faultsOf(environment({ API_FILE: fileWith(text) }))).toEqual([`API_FILE ${fault}`]);
  });

  it('takes any text as the seller of an API_FILE, or none if it uses none', () => {
    const { MERCHANT_ID: _, ...others } = environment();
    const own = { API_FILE: fileWith('\uFEFF{"request": {"seller": "$merchantId"}}') };

    expect(readConfig({ ...others, ...own, MERCHANT_ID: 'loja-7' }).merchantId).toBe('loja-7');
    expect(faultsOf({ ...others, ...own })[0]).toMatch(/^MERCHANT_ID is required/);
    expect(faultsOf({ ...others, API_FILE: fileWith('{"request": {}}') })).toEqual([]);
    const FRAUD_SCRIPT_URL = 'https://fraud.example/{merchantId}.js';
    const script = { FRAUD_SCRIPT_URL, API_FILE: fileWith('{"request": {}}') };
    expect(faultsOf({ ...others, ...script })[0]).toMatch(/^MERCHANT_ID is required/);
  });
});
