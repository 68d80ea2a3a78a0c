#!/usr/bin/env node
import packageJson from '../package.json' with { type: 'json' };

const needed = packageJson.engines.node.replace('>=', '');

// An older Node can't load the rest.
if (process.versions.node.localeCompare(needed, 'en', { numeric: true }) < 0) {
  process.stderr.write(`card-checkout-proxy needs Node ${needed} or later\n`);
  process.exitCode = 1;
} else {
  const { main } = await import('./main.ts');
  await main(process.argv.slice(2));
}
