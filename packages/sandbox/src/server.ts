#!/usr/bin/env node
import { startSandbox } from './sandbox.ts';
import { readSettings } from './settings.ts';

try {
  const sandbox = await startSandbox(readSettings(process.env));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.stop().then(() => process.exit(0)));
  }
  for (const [role, url] of Object.entries(sandbox.urls)) process.stdout.write(`${role}: ${url}\n`);
  process.stdout.write(`sandbox ready: open ${sandbox.urls.shop}\n`);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The sandbox cannot start: ${reason}\n`);
  process.exitCode = 1;
}
