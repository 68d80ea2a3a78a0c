import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('readSettings', () => {
  it('has a default for every variable', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      ports: { shop: 4000, payments: 4001, threeDS: 4002, bank: 4003, fraud: 4004 },
      proxyUrl: 'http://127.0.0.1:8787',
      ownProxy: { port: 8787 },
      merchantId: 4242,
    });
  });

  it('reads each variable', () => {
    const settings = readSettings({ SHOP_PORT: '0', MERCHANT_ID: '7', PROXY_URL: 'http://a.b/' });
    expect(settings).toMatchObject({ ports: { shop: 0 }, merchantId: 7, proxyUrl: 'http://a.b' });
    expect(settings.ownProxy).toBeUndefined();
  });

  it('reads the certificate for LAN_HOST from files', () => {
    const lan = { LAN_HOST: 'shop.example', TLS_CERT: 'LICENSE', TLS_KEY: 'package.json' };
    const settings = readSettings(lan);
    expect(settings.lan).toMatchObject({
      host: 'shop.example',
      cert: expect.stringContaining('MIT'),
      key: expect.stringContaining('"name"'),
    });
    expect(settings.proxyUrl).toBe('https://shop.example:8787');
    expect(() => readSettings({ ...lan, TLS_KEY: 'nowhere.pem' })).toThrow('nowhere.pem');
  });

  it.each([
    ['LAN_HOST', 'a b'],
    ['PAYMENT_WEBHOOK_URL', 'x'],
    ['BANK_PORT', '70000'],
    ['FRAUD_PORT', 'x'],
    ['MERCHANT_ID', 'x'],
    ['PROXY_URL', 'ftp://a.b'],
    ['API_TOKEN', 'a b'],
    ['ORDER_SECRET', 'short'],
    ['WEBHOOK_SECRET', 'whsec_short'],
    ['MERCHANT_KEY', 'short'],
    ['POSTBACK_DELAY_MS', 'soon'],
  ])('names %s when it is wrong, without its value', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} must be`));
    expect(() => readSettings({ [name]: value })).not.toThrow(`"${value}"`);
  });
});
