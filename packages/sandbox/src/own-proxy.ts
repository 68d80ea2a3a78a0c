import { proxyEnvironment } from './proxy-environment.ts';
import type { Sandbox } from './sandbox.ts';
import type { Settings } from './settings.ts';
import { listen, type Service } from './web/service.ts';

/** Starts the bundled proxy in this process. It logs errors only. */
export async function startOwnProxy(
  settings: Settings,
  port: number,
  urls: Sandbox['urls'],
): Promise<Service> {
  const { createProxy, readConfig } = await import('@card-checkout/proxy');
  const environment = proxyEnvironment(settings, urls);
  const proxy = createProxy(readConfig({ ...environment, LOG_LEVEL: 'error' }));
  return listen(proxy, { ...settings, port });
}
