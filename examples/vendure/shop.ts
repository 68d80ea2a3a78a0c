// A shop with one product, in Vendure with a database in memory.
import {
  bootstrap,
  ChannelService,
  CurrencyCode,
  DefaultLogger,
  LanguageCode,
  LogLevel,
  RequestContextService,
  type InitialData,
  type VendureConfig,
} from '@vendure/core';
import { populate } from '@vendure/core/cli/index.js';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import { CardCheckoutPlugin } from './plugin.js';

const { PORT = '3000', PROXY_URL = '' } = process.env;
process.env['VENDURE_DISABLE_TELEMETRY'] = 'true';
const folder = join(import.meta.dirname, '..');
const page = readFileSync(join(folder, 'storefront.html'), 'utf8');

function showStorefront({ path }: Request, response: Response, next: () => void): void {
  if (path !== '/') return next();
  response.set('Cache-Control', 'no-store').send(page.replaceAll('PROXY_URL', PROXY_URL));
}

const config: VendureConfig = {
  apiOptions: {
    csrfPrevention: true,
    cors: false,
    hostname: '127.0.0.1',
    port: Number(PORT),
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
    middleware: [{ route: '/', handler: showStorefront, beforeListen: true }],
  },
  authOptions: {
    tokenMethod: 'cookie',
    cookieOptions: { secret: randomBytes(32).toString('hex') },
    superadminCredentials: { identifier: 'admin', password: randomBytes(32).toString('hex') },
  },
  dbConnectionOptions: { type: 'sqljs', synchronize: true },
  paymentOptions: { paymentMethodHandlers: [] },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  plugins: [CardCheckoutPlugin],
};

const data: InitialData = {
  defaultLanguage: LanguageCode.pt_BR,
  defaultZone: 'Americas',
  countries: [{ code: 'BR', name: 'Brasil', zone: 'Americas' }],
  taxRates: [{ name: 'Sem imposto', percentage: 0 }],
  shippingMethods: [{ name: 'Correios', price: 1500 }],
  paymentMethods: [{ name: 'Cartão', handler: { code: 'card-checkout', arguments: [] } }],
  collections: [],
};

/** Starts Vendure, whose channel sells in reais. */
async function start() {
  const app = await bootstrap(config);
  const channels = app.get(ChannelService);
  const ctx = await app.get(RequestContextService).create({ apiType: 'admin' });
  await channels.update(ctx, {
    id: (await channels.getDefaultChannel(ctx)).id,
    defaultCurrencyCode: CurrencyCode.BRL,
    availableCurrencyCodes: [CurrencyCode.BRL],
    pricesIncludeTax: true,
  });
  return app;
}

await populate(start, data, join(folder, 'products.csv'));
console.log(`shop on http://127.0.0.1:${PORT}`);
