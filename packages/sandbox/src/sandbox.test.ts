import { execFileSync } from 'node:child_process';
import { parseEnv } from 'node:util';
import { readConfig } from '@card-checkout/proxy';
import { getOrder } from '@card-checkout/server';
import { expect, it } from 'vitest';
import { startOwnProxy } from './own-proxy.ts';
import { proxyEnvFile, proxyEnvironment } from './proxy-environment.ts';
import { startSandbox } from './sandbox.ts';
import { readSettings } from './settings.ts';
import { trust } from './web/lan.ts';

const anyPorts = { shop: 0, payments: 0, threeDS: 0, bank: 0, fraud: 0 };

const usualUrls = {
  shop: 'http://127.0.0.1:4000',
  payments: 'http://127.0.0.1:4001',
  threeDSScript: 'http://127.0.0.1:4002/mpi.js',
  fraudScript: 'http://127.0.0.1:4004/s/{merchantId}/x.js?session={sessionId}',
};

it('writes a proxy.env that starts a separate proxy', () => {
  const settings = readSettings({ PROXY_URL: 'http://localhost:9999' });

  const environment = parseEnv(proxyEnvFile(settings, usualUrls));

  expect(readConfig(environment)).toMatchObject({
    port: 9999,
    apiBaseUrl: usualUrls.payments,
    threeDSScriptUrl: usualUrls.threeDSScript,
    fraudScriptUrl: usualUrls.fraudScript,
    webhooks: { payment: `${usualUrls.shop}/_shop/webhook` },
    database: { kind: 'sqlite', path: 'card-checkout.db' },
  });
  expect(environment['MERCHANT_KEY']).toBe(settings.merchantKey);
});

it('writes a proxy.env that a shell reads like Node', () => {
  const text = proxyEnvFile(readSettings({ PROXY_URL: 'http://localhost:9999' }), usualUrls);
  const printer = 'process.stdout.write(JSON.stringify(process.env))';
  const script = `set -a\n${text}\n"$0" -e '${printer}'`;

  const sourced: unknown = JSON.parse(
    execFileSync('sh', ['-c', script, process.execPath], { encoding: 'utf8' }),
  );

  expect(sourced).toMatchObject(parseEnv(text));
  expect(sourced).toMatchObject({ SHOP_NAME: 'Minha loja' });
});

it('starts a proxy that answers getOrder', async () => {
  const settings = readSettings({});
  const sandbox = await startSandbox({ ...settings, ports: anyPorts });
  const proxy = await startOwnProxy(settings, 0, sandbox.urls);

  const order = getOrder('nobody', { proxyUrl: proxy.url, merchantKey: settings.merchantKey });

  await expect(order).resolves.toBeUndefined();
  await Promise.all([proxy.stop(), sandbox.stop()]);
});

// Only Linux and Windows have a second loopback address.
it.skipIf(process.platform === 'darwin')(
  'serves every page over HTTPS on the LAN, with a new certificate',
  async () => {
    const settings = {
      ...readSettings({ LAN_HOST: '127.0.0.2' }),
      ports: anyPorts,
    };
    expect(settings.proxyUrl).toBe('https://127.0.0.2:8787');
    const { urls, stop } = await startSandbox(settings);
    for (const url of Object.values(urls)) expect(url).toMatch(/^https:\/\/127\.0\.0\.2:/);
    await expect(fetch(urls.shop)).rejects.toThrow('fetch failed');

    trust(settings.lan?.cert ?? '');
    const shop = await fetch(urls.shop);
    const page = `${shop.headers.get('content-security-policy')} ${await shop.text()}`;
    expect(page).toContain('https://127.0.0.2:8787/widget/isolated.js');
    expect(page).not.toContain('http://');
    // localhost leads to 127.0.0.1 only.
    expect(proxyEnvironment(settings, urls)).not.toHaveProperty('THREE_DS_FRAME_ORIGIN');
    await stop();
  },
);
