import { proxyEnvironment } from './proxy-environment.ts';
import type { Sandbox } from './sandbox.ts';
import type { Settings } from './settings.ts';

/** Starts the proxy that comes with the sandbox, in this process. It logs errors alone. */
export async function startOwnProxy(
  settings: Settings,
  port: number,
  urls: Sandbox['urls'],
): Promise<() => Promise<void>> {
  const { createProxy, readConfig } = await import('@card-checkout/proxy');
  const environment = proxyEnvironment(settings, urls);
  const proxy = createProxy(readConfig({ ...environment, LOG_LEVEL: 'error' }));
  await proxy.listen({ host: settings.host, port });
  return async () => proxy.close();
}
