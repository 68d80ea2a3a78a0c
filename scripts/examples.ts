import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startProgram, type Program } from '@card-checkout/testing/program';
import type { Demo } from './demo.ts';
import { installOutside } from './install-outside.ts';

type Command = (port: number) => [command: string, ...args: string[]];

/** Starts each example's shop; `node` is the project's own. */
const commands: Readonly<Record<string, Command>> = {
  node: () => ['node', 'shop.mjs'],
  php: (port) => ['php', '-S', `127.0.0.1:${port}`, 'shop.php'],
  flask: (port) => ['flask', '--app', 'shop', 'run', '--port', String(port)],
  react: () => ['node', 'shop.mjs'],
  vue: () => ['node', 'shop.mjs'],
};

export const exampleNames: readonly string[] = Object.keys(commands);

/** Starts the shops whose many packages are outside the workspace, and installed when they run. */
const platforms: Readonly<Record<string, Command>> = {
  vendure: () => ['node', 'dist/shop.js'],
};

export function proxyOf(shopUrl: string): Record<string, string> {
  return { ALLOWED_ORIGINS: shopUrl, PAYMENT_WEBHOOK_URL: `${shopUrl}/webhook` };
}

/** Returns the program that this machine lacks to run an example, if any. */
export function lacking(name: string): string | undefined {
  const [command = ''] = commands[name]?.(0) ?? [];
  return spawnSync(command, ['--version']).error ? command : undefined;
}

export async function startExample(
  name: string,
  port: number,
  { urls, secrets }: Pick<Demo, 'urls' | 'secrets'>,
  onLine?: (line: string) => void,
): Promise<Program> {
  const [command, ...args] = { ...commands, ...platforms }[name]?.(port) ?? [];
  const names = [...exampleNames, ...Object.keys(platforms)];
  if (command === undefined) throw new Error(`Choose an example: ${names.join(', ')}.`);
  const isPlatform = Object.hasOwn(platforms, name);
  if (isPlatform) compile(name, onLine);
  const { orderSecret: ORDER_SECRET, webhookSecret: WEBHOOK_SECRET } = secrets;
  const own = { PORT: String(port), PROXY_URL: urls.proxy, ORDER_SECRET, WEBHOOK_SECRET };
  return startProgram({
    command,
    args,
    cwd: `examples/${name}`,
    env: { ...process.env, ...own },
    // A platform listens before it has something to sell.
    isReady: isPlatform ? /^shop on/ : port,
    onLine,
  });
}

function compile(name: string, say?: (line: string) => void): void {
  const folder = join('examples', name);
  installOutside(folder, name, say);
  const { status } = spawnSync('node', ['node_modules/typescript/bin/tsc'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`examples/${name} could not be compiled.`);
}
