import { freePort } from '@card-checkout/testing/free-port';
import { startProgram } from '@card-checkout/testing/program';
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../scripts/build.ts';
import { startDemo } from '../../scripts/demo.ts';
import { installOutside } from '../../scripts/install-outside.ts';

// Shows the guide as a site, with a form that pays in the sandbox; `build` writes the site to a folder.
const folder = import.meta.dirname;
const vitepress = join(folder, 'node_modules/vitepress/bin/vitepress.js');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Whatever it has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));

installOutside(folder, 'VitePress', say);
say('Building …');
build('bundle');
// The form of the home page, on the site's own origin.
const widget = join(folder, 'public/widget');
rmSync(widget, { recursive: true, force: true });
cpSync('packages/widget/dist/script', widget, { recursive: true, dereference: true });

if (process.argv[2] === 'build') {
  const { status } = spawnSync('node', [vitepress, 'build', folder], { stdio: 'inherit' });
  say(status === 0 ? 'The site is in docs/site/dist.' : 'The site could not be built.');
  process.exit(status ?? 1);
}

const port = await freePort(4020);
const url = `http://127.0.0.1:${port}`;
const demo = await startDemo({ say, proxyEnvironment: { ALLOWED_ORIGINS: url } });
const site = await startProgram({
  args: [vitepress, 'dev', folder, '--host', '127.0.0.1', '--port', `${port}`, '--strictPort'],
  env: { ...process.env, DEMO_SHOP: demo.urls.shop, VITE_DEMO_PROXY: demo.urls.proxy },
  isReady: /press/,
});
say(`
The guide is at ${url}, with a form that pays in the sandbox.

Stop with Ctrl-C.`);
say(
  await Promise.race([demo.ended, site.ended.then(({ code }) => `The site ended with ${code}.`)]),
);
process.exit(1);
