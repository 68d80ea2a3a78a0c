import { startScriptedServer, temporaryFolder } from '@card-checkout/testing/during-test';
import { webhookHeaders, webhookSecret } from '@card-checkout/testing/webhook-receiver';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const names =
  'OrderAmountError,OrderLookupError,closeOrder,getOrder,installmentPlans,listOrders,signOrder,verifyWebhook';

/** Unpacks the package, as it would be published, into a shop without a workspace. */
function installed(): { shop: string; tarball: string } {
  const shop = temporaryFolder();
  const args = ['pack', '--pack-destination', shop];
  execFileSync('pnpm', args, { cwd: 'packages/server', shell: process.platform === 'win32' });
  const [tarball = ''] = globSync(join(shop, '*.tgz'));
  const modules = join(shop, 'node_modules');
  const folder = join(modules, '@card-checkout/server');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  // A registry would add these.
  const webhooks = realpathSync('packages/server/node_modules/standardwebhooks');
  for (const name of ['standardwebhooks', '@stablelib/base64', 'fast-sha256']) {
    const from = realpathSync(resolve(webhooks, '..', name));
    cpSync(from, join(modules, name), { recursive: true });
  }
  return { shop, tarball };
}

it('a shop installs less than 1 MB', () => {
  const { shop } = installed();

  const files = globSync(join(shop, 'node_modules/**/*')).map((path) => statSync(path));

  const bytes = files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(1_000_000);
});

it('its types resolve for node16, nodenext, bundler and classic node', async () => {
  const { tarball } = installed();

  await expect(run('attw', [tarball, '--format=ascii'])).resolves.toMatchObject({ stderr: '' });
});

it.each([
  ['require', 'commonjs', "const all = require('@card-checkout/server');"],
  ['import', 'module', "import * as all from '@card-checkout/server';"],
])('loads by %s', async (_how, kind, line) => {
  const { shop: cwd } = installed();
  const isExport = '(name) => !/default|exports/.test(name)';
  const code = `${line} console.log(Object.keys(all).filter(${isExport}).sort().join());`;

  const { stdout } = await run('node', [`--input-type=${kind}`, '--eval', code], { cwd });

  expect(stdout.trim()).toBe(names);
});

/** The whole test of a shop that is written in CommonJS. */
const shopTest = `
  const shop = require('@card-checkout/server');
  const { proxyUrl, secret, headers, body } = require('./given.json');

  it('signs, computes plans, verifies and asks', async () => {
    const terms = { amount: 129900, max: 3, interestFree: 3, monthlyRate: 2, minInstallment: 1 };
    const installments = shop.installmentPlans(terms);
    const claims = { sub: 'order-1042', amount: 129900, installments };
    const token = await shop.signOrder(claims, secret);
    expect(token.split('.')).toHaveLength(3);
    await expect(shop.signOrder({ sub: 1042 }, secret)).rejects.toThrow('sub must be a string');

    expect(shop.verifyWebhook(new Headers(headers), Buffer.from(body), secret).type).toBe('alarm.test');
    expect(() => shop.verifyWebhook(headers, body + ' ', secret)).toThrow('No matching signature');

    const order = await shop.getOrder('order-1042', { proxyUrl, merchantKey: secret });
    expect(order).toMatchObject({ status: 'approved', paid: true });
    await expect(shop.getOrder('another', { proxyUrl, merchantKey: secret })).rejects.toThrow(
      shop.OrderLookupError,
    );
  });`;

it('a shop in CommonJS tests itself with Jest', async () => {
  const { shop: cwd } = installed();
  const json = { orderId: 'order-1042', status: 'approved', payments: [] };
  const proxy = await startScriptedServer(() => ({ status: 200, json }));
  const body = JSON.stringify({ type: 'alarm.test', timestamp: '', data: {} });
  const given = { proxyUrl: proxy.url, secret: webhookSecret, headers: webhookHeaders(body), body };
  writeFileSync(join(cwd, 'given.json'), JSON.stringify(given));
  writeFileSync(join(cwd, 'shop.test.js'), shopTest);
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }');

  const { stderr } = await run('jest', ['--rootDir=.', '--watchman=false'], { cwd });

  expect(stderr).toContain('Tests:       1 passed, 1 total');
});
