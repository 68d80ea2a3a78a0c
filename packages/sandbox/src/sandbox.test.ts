import { expect, it } from 'vitest';
import { proxyEnvironment } from './proxy-environment.ts';
import { startSandbox } from './sandbox.ts';
import { readSettings } from './settings.ts';
import { trust } from './web/lan.ts';

// Only Linux and Windows have a second address without a network.
it.skipIf(process.platform === 'darwin')(
  'serves every page by HTTPS at the address on the network, with a certificate of its own',
  async () => {
    const settings = {
      ...readSettings({ LAN_HOST: '127.0.0.2' }),
      ports: { shop: 0, payments: 0, threeDS: 0, bank: 0, fraud: 0 },
    };
    expect(settings.proxyUrl).toBe('https://127.0.0.2:8787');
    const { urls, stop } = await startSandbox(settings);
    for (const url of Object.values(urls)) expect(url).toMatch(/^https:\/\/127\.0\.0\.2:/);
    await expect(fetch(urls.shop)).rejects.toThrow('fetch failed');

    trust(settings.lan?.cert ?? '');
    const shop = await fetch(urls.shop);
    const page = `${shop.headers.get('content-security-policy')} ${await shop.text()}`;
    expect(page).toContain('https://127.0.0.2:8787/widget/card-checkout.js');
    expect(page).not.toContain('http://');
    // The proxy's only other name is that of 127.0.0.1.
    expect(proxyEnvironment(settings, urls)).not.toHaveProperty('THREE_DS_FRAME_ORIGIN');
    await stop();
  },
);
