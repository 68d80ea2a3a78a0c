import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { decodeJwt } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { orderSecret, signedOrder } from '@card-checkout/testing/checkout-request';
import { apiFile, temporaryFolder } from '@card-checkout/testing/during-test';
import { environment, token } from '@card-checkout/testing/proxy-environment';
import packageJson from '../../package.json' with { type: 'json' };
import type { Variables } from '../config/variables.ts';
import { UsageError } from '../terminal/arguments.ts';
import { main } from '../main.ts';
import { help, readCommand } from './command-line.ts';
import { program, runServer } from '../../testing/proxy-process.ts';
import { startProxy, startProxyWith } from '../../testing/running-proxy.ts';

/** Runs the program to its end in an empty folder. */
async function runAlone(args: readonly string[], env: Variables = {}) {
  const folder = temporaryFolder();
  const { said, ended } = runServer(args, env, folder);
  const { code } = await ended;
  return { status: code, stdout: said.out, stderr: said.err, files: readdirSync(folder) };
}

/** Runs the program to its end in this process, which saves the start of another. */
async function run(args: string[], env: Variables = {}) {
  const said = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text);
      return true;
    }),
  );
  const kept = { env: process.env, exitCode: process.exitCode };
  Object.assign(process, { env: { ...env }, exitCode: 0 });
  try {
    await main(args);
    return { status: process.exitCode, ...said };
  } finally {
    Object.assign(process, kept);
    for (const spy of spies) spy.mockRestore();
  }
}

function dryRun(args: string[], input: string) {
  const options = { env: {}, input, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, [program, 'dry-run', ...args], options).stdout;
}

/** Returns what a command prints that is given now. */
async function outputOf(
  args: string[],
  env: Variables = environment(),
  now = new Date(),
): Promise<string> {
  const command = readCommand(args, { now, by: '' });
  return command === 'serve' ? expect.fail('It would serve') : command(env);
}

function faultOf(args: string[]): string {
  try {
    return typeof readCommand(args);
  } catch (error) {
    return String(error);
  }
}

const id = randomUUID();
const order = ['sign-order', '--id', 'order-7', '--amount', '12990'];

describe('card-checkout-proxy', () => {
  it('ends quietly when nobody reads what it prints', async () => {
    const child = spawn(process.execPath, [program, 'template', '--paths'], { env: {} });
    child.stdout.destroy();

    const [stderr, [code]] = await Promise.all([textOf(child.stderr), once(child, 'close')]);

    expect([stderr, code]).toEqual(['', 0]);
  });

  it('explains itself at --help', async () => {
    const { status, stdout, stderr } = await runAlone(['--help']);

    expect([status, stderr]).toEqual([0, '']);
    for (const word of ['check', '--version', 'sign-order']) {
      expect(stdout).toContain(word);
    }
  });

  it('tells its version at --version', async () => {
    expect(await run(['--version'])).toMatchObject({
      status: 0,
      stdout: `${packageJson.version}\n`,
    });
  });

  it("stops at arguments that it doesn't know with 2 and one line", async () => {
    expect(await runAlone(['--loud'], environment())).toEqual({
      status: 2,
      stdout: '',
      stderr: "Unknown option '--loud'; see --help\n",
      files: [],
    });
  });

  it('says ok at check, and opens nothing', async () => {
    const env = environment({
      DATABASE_URL: 'sqlite:checkout.db',
      API_BASE_URL: 'https://api.example',
      PUBLIC_URL: 'https://pay.shop.example',
      SHUTDOWN_TIMEOUT_MS: '40000',
      TRUST_PROXY: '127.0.0.1',
      THREE_DS: 'required',
    });

    expect(await runAlone(['check'], env)).toEqual({
      status: 0,
      stdout: 'ok\n',
      stderr: '',
      files: [],
    });
  });

  it('warns at check of settings that may do harm', async () => {
    const { status, stdout, stderr } = await run(['check'], environment());

    expect([status, stdout]).toEqual([0, 'ok\n']);
    expect(stderr).toMatch(
      /^warning: PUBLIC_URL.+\nwarning: TRUST_PROXY.+\nwarning: SHUTDOWN.+\nwarning: THREE_DS.+\n$/,
    );
  });

  it('asks at check about a name that looks like a setting', async () => {
    const { API_TOKEN, ...others } = environment();

    const { status, stderr } = await run(['check'], { ...others, API_TOKENS: API_TOKEN });

    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^warning: API_TOKENS isn't a setting: did you mean API_TOKEN\?\nAPI_TOKEN is required/,
    );
    expect(stderr).not.toContain(API_TOKEN);
  });

  it('tells an old Node what it needs, in one line', () => {
    const old = "Object.defineProperty(process, 'versions', { value: { node: '22.9.0' } })";
    const args = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, program];

    const { status, stderr } = spawnSync(process.execPath, args, { env: {}, encoding: 'utf8' });

    expect([status, stderr]).toEqual([1, 'card-checkout-proxy needs Node 22.19 or later\n']);
  });

  it('says at check what is wrong, and no secret', async () => {
    const env = environment({ API_TOKEN: `${token} !`, ORDER_SECRET: 'short', PORT: 'x' });

    const { status, stdout, stderr } = await run(['check'], env);

    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n').toSorted()).toEqual([
      'API_TOKEN must be printable ASCII without spaces',
      'ORDER_SECRET must have at least 32 bytes in each line',
      'PORT must be a whole number, 0 to 65535',
    ]);
  });

  it('prints at sign-order --link where the order can be paid', async () => {
    const env = { ORDER_SECRET: orderSecret, PAYMENT_PAGE: 'on' };
    const PUBLIC_URL = 'https://pay.shop.example/';

    const link = await run([...order, '--link'], { ...env, PUBLIC_URL });
    const nowhere = await run([...order, '--link'], { ...env, PUBLIC_URL, PAYMENT_PAGE: 'off' });
    const without = await run([...order, '--link'], env);

    expect(link).toMatchObject({ status: 0, stderr: '' });
    expect(link.stdout).toMatch(/^https:\/\/pay\.shop\.example\/pay#eyJ[\w.-]+\n$/);
    expect(nowhere.stderr).toBe("warning: PAYMENT_PAGE isn't on, so the link leads nowhere\n");
    expect(without).toMatchObject({
      status: 1,
      stderr: "PUBLIC_URL is required with --link: the proxy's address\n",
    });
  });

  it('prints at sign-order an order that the proxy takes', async () => {
    const { proxy } = await startProxyWith();

    const args = [...order, '--installments', '12'];
    const { status, stdout, stderr } = await run(args, { ORDER_SECRET: orderSecret });
    const paid = await proxy.pay({ body: { order: stdout.trim(), installments: 12 } });

    expect([status, stderr]).toEqual([0, '']);
    expect([paid.status, paid.body['orderId']]).toEqual([200, 'order-7']);
  });

  it('signs at sign-order everything that a form shows', async () => {
    const file = join(temporaryFolder(), 'claims.json');
    const claims = { statementName: 'MINHALOJA', payer: { name: 'Ana' }, description: 'Chá', x: 1 };
    writeFileSync(file, JSON.stringify({ ...claims, sub: 'order-8', amount: 500 }));
    const offer = ['--installments', '6', '--plans', '3:1.99', '--description', 'Café'];
    const env = { ORDER_SECRET: orderSecret };

    const own = await run([...order, ...offer, '--claims', file], env);
    const fromFile = await run(['sign-order', '--claims', file], env);

    expect(own.stderr).toBe('warning: x is no claim, so it is ignored\n');
    const { installments, ...rest } = decodeJwt(own.stdout.trim());
    expect(rest).toMatchObject({ sub: 'order-7', amount: 12_990, description: 'Café' });
    expect(rest).toMatchObject({ statementName: 'MINHALOJA', payer: { name: 'Ana' } });
    expect(installments).toMatchObject({
      max: 6,
      plans: { 2: { count: 3, total: 12_990 }, 3: { count: 4, monthlyRate: 1.99 } },
    });
    expect(decodeJwt(fromFile.stdout.trim())).toMatchObject({ sub: 'order-8', amount: 500 });
  });

  it('says at verify-order what is wrong with an order, and ends with 1', async () => {
    const wrong = signedOrder({ sub: 'order-1', amount: 1.5 });

    const { status, stdout } = await run(['verify-order', wrong], { ORDER_SECRET: orderSecret });

    expect(status).toBe(1);
    expect(stdout).toMatch(/^sub +"order-1"$/m);
    expect(stdout).toMatch(/^exp +[\d-]+ [\d:.]+ UTC +\d+$/m);
    expect(stdout).toMatch(/\n\namount: must be a whole number\n$/);
  });

  it('shows at dry-run the request, and reads an answer that is given to it', async () => {
    const request = await run(['dry-run']);
    const wrong = await run(['dry-run', '--status', '99']);
    const answer = dryRun(['--status', '400'], '{"error":"card 4000 0000 0000 2701 refused"}');

    expect(request.stdout).toContain('POST https://api.payments.example/api/checkout/\n');
    expect(request.stdout).toMatch(/"number": "400000…2701"[^]+"cvv": "\*{3}"/);
    expect(answer).toMatch(/^status +declined$/m);
    expect(answer).toMatch(/^reason +\/error: card \[secret\] refused$/m);
    expect(dryRun(['--status', '200'], '\uFEFF{"id":1,"code":"51"}')).toMatch(
      /^reason +no status, but \/code: 51; .*"ignore": \["\/code"\] in answer$/m,
    );
    expect(dryRun(['--postback'], 'status=paid&event=refund')).toMatch(
      /^claim +exists\nreason +\/status: paid, but \/event: refund; .*\nalarm +unknown_status\n/m,
    );
    expect([wrong.status, request.status]).toEqual([2, 0]);
  });

  it('prints at template the file in force, ready to change', async () => {
    const given = { request: { a: '$order.id' }, answer: { status: { paid: [2] } } };
    const defaults = await run(['template']);
    const own = await run(['template'], apiFile(given));

    const again = await run(['template'], apiFile(JSON.parse(own.stdout)));
    const paths = await run(['template', '--paths']);

    expect([defaults.status, defaults.stderr]).toEqual([0, '']);
    expect(JSON.parse(defaults.stdout)).toMatchObject({
      request: { document: '$payer.document' },
      answer: { fields: ['id', 'status', 'transactionId', 'transaction_id'] },
    });
    expect(JSON.parse(own.stdout)).toMatchObject({
      request: { a: '$order.id' },
      answer: { status: { pointers: [], paid: ['2'] } },
    });
    expect(again.stdout).toBe(own.stdout);
    expect(paths.stdout).toMatch(/^\$payer\.document +the CPF or CNPJ .* +"52998224725"$/m);
  });

  it('gives the running proxy the commands of the operator', async () => {
    const { folder } = await startProxy();
    const env = { ADMIN_SOCKET: join(folder, 'admin.sock') };

    const [listed, refused] = await Promise.all([
      runAlone(['payments'], env),
      runAlone(['order', 'none'], env),
    ]);

    expect(listed).toMatchObject({ status: 0, stdout: 'No payments.\n', stderr: '' });
    expect(refused).toMatchObject({
      status: 1,
      stdout: '',
      stderr: "No payment has been attempted for order 'none' (order_not_found)\n",
    });
  });

  it('signs nothing without a secret', async () => {
    expect(await run(order)).toMatchObject({
      status: 1,
      stdout: '',
      stderr:
        'ORDER_SECRET is required: at least 32 bytes that sign orders, or ORDER_SECRET_FILE\n',
    });
  });
});

describe('readCommand', () => {
  it.each([
    [['-h'], help],
    [['-v'], packageJson.version],
    [['check'], 'ok'],
    [['check', '--help'], help],
    [['sign-order', '--help'], help],
    [['resolve', '-h'], help],
  ])('reads %j as a command that prints %j', async (args, printed) => {
    expect(await outputOf(args)).toBe(printed);
  });

  it('serves without a command', () => {
    expect(readCommand([])).toBe('serve');
  });

  it('names in its help the commands that it lists for an unknown one', () => {
    const [, listed = ''] = /Commands: (.+);/.exec(faultOf(['frobnicate'])) ?? [];
    const inHelp = [...help.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name]) => name);
    expect(inHelp).toEqual(listed.split(', '));
  });

  it.each([
    [[], 1800],
    [['--expires-in', '45s'], 45],
    [['--expires-in', '2h'], 7200],
    [['--expires-in', '1d'], 86_400],
  ])('reads %j as an order for so many seconds: %i', async (more, seconds) => {
    const now = new Date();
    const iat = Math.floor(now.getTime() / 1000);

    const signed = await outputOf([...order, ...more], { ORDER_SECRET: orderSecret }, now);

    expect(decodeJwt(signed)).toEqual({
      sub: 'order-7',
      amount: 12_990,
      currency: 'BRL',
      iat,
      exp: iat + seconds,
    });
  });

  it.each([
    [
      ['frobnicate'],
      "Unknown command 'frobnicate'\nCommands: check, template, dry-run, sign-order, verify-order, export, import, order, payments, resolve, close, alarms, resend, purge, backup; see --help",
    ],
    [['--version=2'], "Option '-v, --version' does not take an argument; see --help"],
    [['sign-order', '--link=x'], "Option '--link' does not take an argument; see --help"],
    [['sign-order'], 'The order is wrong: id is missing; amount in centavos is missing'],
    [['sign-order', '--id', '', '--amount', '1'], 'The order is wrong: id must not be empty'],
    [
      ['sign-order', '--id', 'a'.repeat(129), '--amount', '1'],
      'The order is wrong: id must have at most 128 characters',
    ],
    [
      ['sign-order', '--id', 'a', '--amount', '129.90'],
      'The order is wrong: amount in centavos must be a whole number',
    ],
    [
      [...order, '--description', 'x'.repeat(121)],
      'The order is wrong: description must have at most 120 characters',
    ],
    [
      [...order, '--installments', '100'],
      'The order is wrong: installments.max must be at most 99',
    ],
    [
      [...order, '--plans', '3:1.99'],
      '--plans must be like 3:1.99, with --amount and --installments: max must be at least 1',
    ],
    [
      [...order, '--claims', '/no/such/file'],
      "--claims '/no/such/file' must name a file that holds a JSON object",
    ],
    [[...order, '--expires-in', '30'], '--expires-in must be a number and s, m, h or d, e.g. 30m'],
    [[...order, '--currency', 'BRL'], "Unknown option '--currency'; see --help"],
    [[...order, 'x'], "Unexpected argument 'x'; see --help"],
    [['order'], 'ORDER_ID is missing; see --help'],
    [['order', 'a', 'b'], "Unexpected argument 'b'; see --help"],
    [['order', 'a', '--yes'], "Unknown option '--yes'; see --help"],
    [['payments', 'unknown'], "Unexpected argument 'unknown'; see --help"],
    [
      ['payments', '--status', 'unknown,lost'],
      "--status 'lost' is none of reserved, processing, sending, waiting, pending, approved, declined, invalid, failed, unknown",
    ],
    [
      ['payments', '--since', 'monday'],
      `--since 'monday' must be a time like "2026-11-22 13:12" (UTC), or 2d, 3h, 10m; see --help`,
    ],
    [['payments', '--limit', '0'], "--limit '0' must be a whole number from 1; see --help"],
    [['payments', '--locking', '--status', 'failed'], '--locking needs no --status; see --help'],
    [['resolve'], 'PAYMENT_ID is missing; see --help'],
    [['resolve', 'approved', '--note', 'x'], 'PAYMENT_ID is missing; see --help'],
    [['resolve', id], `'${id}' must be approved or declined; see --help`],
    [['resolve', id, 'paid'], "'paid' must be approved or declined; see --help"],
    [['resolve', id, 'declined'], '--note is required: how you know; see --help'],
    [['resolve', id, 'declined', '--note', ' '], '--note is required: how you know; see --help'],
    [
      ['resolve', 'order-1', 'declined', '--note', 'x'],
      "There is no payment 'order-1': an id is a UUID, as `payments` prints it",
    ],
    [
      ['alarms', '--acknowledge', 'mine'],
      "--acknowledge 'mine' must be the id of an alarm, or all; see --help",
    ],
    [['resend', '12'], "There is no payment '12': an id is a UUID, as `payments` prints it"],
    [
      ['purge', '--older-than', '29d'],
      "--older-than '29d' must be a number of days, at least 30d, e.g. 400d; see --help",
    ],
    [
      ['purge', '--yes'],
      '--older-than must be a number of days, at least 30d, e.g. 400d; see --help',
    ],
    [['backup'], 'FILE is missing; see --help'],
    [['verify-order'], 'TOKEN is missing; see --help'],
    [['template', 'x'], "Unexpected argument 'x'; see --help"],
  ])('refuses %j', (args, line) => {
    expect(() => readCommand(args)).toThrow(new UsageError(line));
  });
});
