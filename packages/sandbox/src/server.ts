#!/usr/bin/env node
import { startSandbox, type Sandbox } from './sandbox.ts';
import { readSettings } from './settings.ts';

try {
  const sandbox = await startSandbox(readSettings(process.env));
  stopOnSignal(sandbox);
  announce(sandbox);
} catch (error) {
  process.stderr.write(`The sandbox cannot start: ${explain(error)}\n`);
  process.exitCode = 1;
}

function announce({ urls }: Sandbox): void {
  for (const [role, url] of Object.entries(urls)) process.stdout.write(`${role}: ${url}\n`);
  process.stdout.write(`sandbox ready: open ${urls.shop}\n`);
}

function stopOnSignal(sandbox: Sandbox): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void sandbox.stop().then(() => process.exit(0));
    });
  }
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
