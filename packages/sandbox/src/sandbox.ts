import type { Authentications } from './three-ds/authentication.ts';
import { startBank } from './bank/bank-page.ts';
import { shopName } from './shop/catalogue.ts';
import { fraudScriptTemplate, startFraudService } from './fraud/fraud-script.ts';
import { startPaymentsService } from './payments/payments-service.ts';
import type { Service } from './web/service.ts';
import { startShop } from './shop/shop.ts';
import { startThreeDSProvider } from './three-ds/provider.ts';
import { createTokenStore } from './three-ds/tokens.ts';

/** The roles of the sandbox; each has a port of its own. */
export type Role = 'shop' | 'payments' | 'threeDS' | 'bank' | 'fraud';

/** The ports that the sandbox takes unless it is told others. */
export const defaultPorts: Readonly<Record<Role, number>> = {
  shop: 4000,
  payments: 4001,
  threeDS: 4002,
  bank: 4003,
  fraud: 4004,
};

/** Says where the sandbox listens and whom it trusts. */
export interface SandboxOptions {
  /** Default `127.0.0.1`. */
  host?: string;
  /** 0 takes any free port. Default: 4000 to 4004. */
  ports?: Partial<Record<Role, number>>;
  /** Where the shop's page finds the proxy. */
  proxyUrl: string;
  apiToken: string;
  merchantId: number;
  /** Signs the shop's orders; at least 32 bytes. */
  orderSecret: string;
  /** Signs what the proxy tells the shop; `whsec_` and Base64. */
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
  const keep = <T extends Service>(service: T): T => {
    running.push(service);
    return service;
  };
  try {
    const urls = await startServices(options, keep);
    return { urls, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startServices(
  options: SandboxOptions,
  keep: <T extends Service>(service: T) => T,
): Promise<Sandbox['urls']> {
  const { host = '127.0.0.1', ports } = options;
  const address = (role: Role) => ({ host, port: ports?.[role] ?? defaultPorts[role] });
  const tokens = createTokenStore();
  const authentications: Authentications = new Map();

  const payments = keep(await startPaymentsService({ ...options, ...address('payments'), tokens }));
  const bank = keep(
    await startBank({ ...address('bank'), authentications, merchantName: shopName }),
  );
  const provider = { ...address('threeDS'), tokens, authentications, bankUrl: bank.url };
  const threeDS = keep(await startThreeDSProvider(provider));
  const fraud = keep(await startFraudService(address('fraud')));
  const fraudScriptUrl = fraudScriptTemplate(fraud.url);
  const shop = keep(
    await startShop({
      ...options,
      ...address('shop'),
      paymentsUrl: payments.url,
      fraudScriptUrl,
      threeDSUrl: threeDS.url,
      bankUrl: bank.url,
      charges: payments.ledger,
    }),
  );
  return {
    shop: shop.url,
    payments: payments.url,
    threeDSScript: `${threeDS.url}/Scripts/BP.Mpi.3ds21.min.js`,
    bank: bank.url,
    fraudScript: fraudScriptUrl,
  };
}
