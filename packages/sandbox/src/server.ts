#!/usr/bin/env node
import { startOwnProxy } from './own-proxy.ts';
import { startSandbox } from './sandbox.ts';
import { readSettings } from './settings.ts';

try {
  const settings = readSettings(process.env);
  const sandbox = await startSandbox(settings);
  const { ownProxy, proxyUrl } = settings;
  const stopProxy = ownProxy && (await startOwnProxy(settings, ownProxy.port, sandbox.urls));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(
      signal,
      () => void Promise.all([sandbox.stop(), stopProxy?.()]).then(() => process.exit(0)),
    );
  }
  const proxy = `${proxyUrl}${ownProxy ? '' : ' (not started here)'}`;
  for (const [role, url] of Object.entries({ ...sandbox.urls, proxy }))
    process.stdout.write(`${role}: ${url}\n`);
  process.stdout.write(`sandbox ready: open ${sandbox.urls.shop}\n`);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The sandbox cannot start: ${reason}\n`);
  process.exit(1);
}
