import { startBank } from './bank/bank-page.ts';
import { startFraudService } from './fraud/fraud-script.ts';
import { startPaymentsApi } from './payments/payments-api.ts';
import type { Settings } from './settings.ts';
import { shopName } from './shop/catalogue.ts';
import { startShop } from './shop/shop.ts';
import type { Authentications, TokenStore } from './three-ds/authentication.ts';
import { startThreeDSProvider } from './three-ds/provider.ts';
import type { Faults } from './web/faults.ts';
import { Journal } from './web/journal.ts';
import type { Service } from './web/service.ts';

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Starts all services; if one fails to start, stops the others. */
export async function startSandbox(settings: Settings) {
  const running: Service[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((service) => service.stop()));
  };
  try {
    return { urls: await startServices(settings, running), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startServices({ host, lan, ports, ...settings }: Settings, running: Service[]) {
  const keep = async <T extends Service>(starting: Promise<T>): Promise<T> => {
    const service = await starting;
    running.push(service);
    return service;
  };
  const tokens: TokenStore = new Map();
  const authentications: Authentications = new Map();
  const journal = new Journal();
  const faults: Faults = {};

  const payments = await keep(
    startPaymentsApi({ ...settings, host, lan, port: ports.payments, tokens, journal, faults }),
  );
  const bank = await keep(
    startBank({ host, lan, port: ports.bank, authentications, journal, merchantName: shopName }),
  );
  const bankUrl = bank.url;
  const threeDS = await keep(
    startThreeDSProvider({ host, lan, port: ports.threeDS, tokens, authentications, bankUrl }),
  );
  const fraud = await keep(startFraudService({ host, lan, port: ports.fraud, faults }));
  const urls = {
    payments: payments.url,
    threeDSScript: `${threeDS.url}/Scripts/BP.Mpi.3ds21.min.js`,
    bank: bankUrl,
    /** Template with `{merchantId}` and `{sessionId}`. */
    fraudScript: `${fraud.url}/s/{merchantId}/x.js?session={sessionId}`,
  };
  const { ledger: charges } = payments;
  const shop = await keep(
    startShop({ ...settings, host, lan, port: ports.shop, urls, charges, journal, faults }),
  );
  return { shop: shop.url, ...urls };
}
