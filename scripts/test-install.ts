import { freePort } from '@card-checkout/testing/free-port';
import { startProgram } from '@card-checkout/testing/program';
import { execSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packAll } from './pack-all.ts';

const installers = {
  npm: 'npm install --no-audit --no-fund --no-package-lock',
  pnpm: 'npx -y pnpm@12 install --ignore-workspace --no-lockfile',
  // Its cache could return an earlier tarball of the same version.
  yarn: 'npx -y yarn@1 install --no-lockfile --non-interactive --cache-folder .cache',
};

/** A shop's other packages, with the oldest and newest supported TypeScript. */
const others = {
  '@types/node': '24',
  '@types/react': '19',
  react: '19',
  'react-dom': '19',
  vue: '3',
  vite: '8',
  'typescript-old': 'npm:typescript@5.4',
  'typescript-new': 'npm:typescript@7',
};

/** A small shop: a page for Vite, a server-rendered page, and types for all frameworks. */
const files = {
  'index.html': '<div id="pay"></div><script type="module" src="./page.ts"></script>',
  'page.ts': `import { type CardCheckout, CheckoutError } from '@card-checkout/widget';
    import '@card-checkout/widget/define';
    import '@card-checkout/widget/react';
    import '@card-checkout/widget/vue';
    const checkout: CardCheckout = document.createElement('card-checkout');
    checkout.addEventListener('checkout-approved', ({ paymentId }) => paymentId.length);
    document.querySelector('#pay')?.append(checkout);
    export const isKnown = (error: unknown): boolean => error instanceof CheckoutError;`,
  'server.ts': `import { createProxy, readConfig } from '@card-checkout/proxy';
    import { signOrder } from '@card-checkout/server';
    import { testCards } from '@card-checkout/sandbox';
    export const card: '4000000000002503' = testCards.challengePasses.visa;
    export const order = await signOrder({ sub: '1', amount: 100 }, 'x'.repeat(32));
    export const start = async () => createProxy(readConfig(process.env)).listen({ port: 0 });`,
  'render.js': `import '@card-checkout/widget/define';
    import '@card-checkout/widget/isolated';
    import { createElement } from 'react';
    import { renderToString } from 'react-dom/server';
    const html = renderToString(createElement('card-checkout', { order: 'a.b.c' }));
    if (html !== '<card-checkout order="a.b.c"></card-checkout>') throw new Error(html);`,
  'shop.cts': `import shop = require('@card-checkout/server');
    export const plans = shop.installmentPlans.name;
    if (typeof shop.signOrder !== 'function') throw new Error(plans);`,
  'classic.json': `{ "files": ["shop.cts"], "compilerOptions": { "strict": true, "noEmit": true,
    "target": "es2022", "module": "commonjs", "moduleResolution": "node10", "types": ["node"] } }`,
  'tsconfig.json': `{ "files": ["page.ts", "server.ts", "shop.cts"], "compilerOptions": {
    "strict": true, "noEmit": true, "skipLibCheck": false, "target": "es2022", "module": "nodenext",
    "lib": ["es2023", "esnext.disposable", "dom", "dom.iterable"], "types": ["node"] } }`,
};

/** Loads the server package both ways. */
const load =
  "const { signOrder } = require('@card-checkout/server');" +
  "import('@card-checkout/server').then((all) => process.exit(all.signOrder === signOrder ? 0 : 1))";

const folder = mkdtempSync(join(tmpdir(), 'card-checkout-install-'));
try {
  const tarballs = packAll(join(folder, 'tarballs'));
  const packages = Object.fromEntries(
    ['proxy', 'sandbox', 'server', 'widget'].map((name, index) => [
      `@card-checkout/${name}`,
      `file:${tarballs[index]}`,
    ]),
  );
  for (const [name, install] of Object.entries(installers)) {
    const run = makeShop(name, { ...packages, ...others });
    run(install);
    run('node node_modules/typescript-old/bin/tsc -p .');
    run('node node_modules/typescript-old/bin/tsc -p classic.json');
    run('node node_modules/typescript-new/bin/tsc -p .');
    run('node node_modules/vite/bin/vite.js build --logLevel error');
    run('node render.js');
    run('npx -y node@20 render.js');
    run(`npx -y node@22 --eval "${load}"`);
    run(`npx -y node@26 --eval "${load}"`);
    run('node node_modules/@card-checkout/proxy/dist/server.js --version');
    await runSandbox(join(folder, name));
  }
  for (const [name, tarball] of Object.entries(packages))
    makeShop(name.slice(15), { [name]: tarball })(installers.pnpm);
} finally {
  rmSync(folder, { recursive: true });
}

/** Writes a shop outside the workspace. Returns a function that runs a command there. */
function makeShop(name: string, dependencies: object): (command: string) => void {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies });
  for (const [file, text] of Object.entries({ ...files, 'package.json': manifest }))
    writeFileSync(join(cwd, file), text);
  return (command) => {
    process.stdout.write(`${name}: ${command}\n`);
    execSync(command, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  };
}

async function runSandbox(cwd: string): Promise<void> {
  const ports = { SHOP_PORT: '0', PAYMENTS_PORT: '0', THREE_DS_PORT: '0', BANK_PORT: '0' };
  const sandbox = await startProgram({
    args: ['node_modules/@card-checkout/sandbox/dist/server.js'],
    cwd,
    env: { ...process.env, ...ports, FRAUD_PORT: '0', PROXY_PORT: String(await freePort()) },
    isReady: /^sandbox ready/,
  });
  const [, shop = ''] = /open (http\S+)/.exec(sandbox.said.out) ?? [];
  const page = await (await fetch(shop)).text();
  const [, script = ''] = /src="(http[^"]+card-checkout\.js)"/.exec(page) ?? [];
  const { ok } = await fetch(script);
  await sandbox.stop();
  if (!ok || !page.includes('<card-checkout')) throw new Error(`No form at ${shop}:\n${page}`);
}
