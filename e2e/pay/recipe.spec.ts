import { freePort } from '@card-checkout/testing/free-port';
import { startProgram, type Program } from '@card-checkout/testing/program';
import { test, type PlaywrightTestConfig } from '@playwright/test';

const part = (name: string): string => `../../examples/playwright.${name}.js`;
const { default: recipe }: { default: PlaywrightTestConfig } = await import(part('config'));
// The recipe's own test, with its servers on free ports.
await import(part('spec'));

const ports = [await freePort(), await freePort()] as const;
const onFreePort = (text: string): string =>
  text.replace(':3000', `:${ports[0]}`).replace(':8787', `:${ports[1]}`);
const anyPorts = Object.fromEntries(
  ['SHOP', 'PAYMENTS', 'THREE_DS', 'BANK', 'FRAUD'].map((role) => [`${role}_PORT`, '0']),
);
test.use({ baseURL: onFreePort(recipe.use?.baseURL ?? '') });

// One worker, which starts them once.
test.describe.configure({ mode: 'default' });

const servers: Program[] = [];
test.beforeAll(async () => {
  for (const [index, { command = '', env }] of [recipe.webServer ?? []].flat().entries()) {
    const own = Object.entries({ ...env }).map(([name, value]) => [name, onFreePort(value)]);
    const port = { PORT: String(ports[0]), PROXY_PORT: String(ports[1]) };
    const [program = '', ...args] = command
      .replace('npx card-checkout-sandbox', 'node ../packages/sandbox/dist/server.js')
      .split(' ');
    const all = { ...process.env, ...anyPorts, ...Object.fromEntries(own), ...port };
    const isReady = ports[1 - index] ?? 0;
    servers.push(
      await startProgram({ command: program, args, cwd: 'examples', env: all, isReady }),
    );
  }
});
test.afterAll(() => Promise.all(servers.map((server) => server.stop())));
