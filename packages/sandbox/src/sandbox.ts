import { startBank } from './bank/bank-page.ts';
import { fraudScriptTemplate, startFraudService } from './fraud/fraud-script.ts';
import { startPaymentsService } from './payments/payments-service.ts';
import { shopName } from './shop/catalogue.ts';
import { startShop } from './shop/shop.ts';
import type { Authentications } from './three-ds/authentication.ts';
import { startThreeDSProvider } from './three-ds/provider.ts';
import type { TokenStore } from './three-ds/tokens.ts';
import type { Address, Service } from './web/service.ts';

/** The roles of the sandbox; each has a port of its own. */
export type Role = 'shop' | 'payments' | 'threeDS' | 'bank' | 'fraud';

/** Where the sandbox listens, and the secrets that it shares with the proxy. */
export interface SandboxOptions {
  /** Default `127.0.0.1`. */
  host?: string;
  /** 0 takes any free port. */
  ports: Readonly<Record<Role, number>>;
  /** Where the shop's page finds the proxy. */
  proxyUrl: string;
  apiToken: string;
  merchantId: number;
  /** Signs the shop's orders; at least 32 bytes. */
  orderSecret: string;
  /** Signs the proxy's messages to the shop; `whsec_` and Base64. */
  webhookSecret: string;
  /** How long after a payment its postback leaves. Default 2000. */
  postbackDelayMs?: number;
}

/** A sandbox that listens. */
export interface Sandbox {
  /** `fraudScript` is a template with `{merchantId}` and `{sessionId}`. */
  urls: Record<'shop' | 'payments' | 'threeDSScript' | 'bank' | 'fraudScript', string>;
  stop(): Promise<void>;
}

/** Starts every service of the sandbox; when one cannot start, the others are stopped. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const running: Service[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((service) => service.stop()));
  };
  try {
    return { urls: await startServices(options, running), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts the services in the order in which they need each other, and adds each to `running`. */
async function startServices(
  { host = '127.0.0.1', ports, ...options }: SandboxOptions,
  running: Service[],
): Promise<Sandbox['urls']> {
  const at = (role: Role): Address => ({ host, port: ports[role] });
  const keep = async <T extends Service>(starting: Promise<T>): Promise<T> => {
    const service = await starting;
    running.push(service);
    return service;
  };
  const tokens: TokenStore = new Map();
  const authentications: Authentications = new Map();

  const payments = await keep(startPaymentsService({ ...options, ...at('payments'), tokens }));
  const bank = await keep(startBank({ ...at('bank'), authentications, merchantName: shopName }));
  const provider = { ...at('threeDS'), tokens, authentications, bankUrl: bank.url };
  const threeDS = await keep(startThreeDSProvider(provider));
  const fraud = await keep(startFraudService(at('fraud')));
  const fraudScriptUrl = fraudScriptTemplate(fraud.url);
  const around = { paymentsUrl: payments.url, fraudScriptUrl, threeDSUrl: threeDS.url };
  const { ledger: charges } = payments;
  const shop = await keep(
    startShop({ ...options, ...at('shop'), ...around, bankUrl: bank.url, charges }),
  );
  return {
    shop: shop.url,
    payments: payments.url,
    threeDSScript: `${threeDS.url}/Scripts/BP.Mpi.3ds21.min.js`,
    bank: bank.url,
    fraudScript: fraudScriptUrl,
  };
}
