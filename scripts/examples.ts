import { spawnSync } from 'node:child_process';
import { startProgram, type Program } from '@card-checkout/testing/program';
import type { Demo } from './demo.ts';

/** Starts each example's shop; `node` is the project's own. */
const commands: Readonly<Record<string, (port: number) => [command: string, ...args: string[]]>> = {
  node: () => ['node', 'shop.mjs'],
  php: (port) => ['php', '-S', `127.0.0.1:${port}`, 'shop.php'],
  flask: (port) => ['flask', '--app', 'shop', 'run', '--port', String(port)],
  react: () => ['node', 'shop.mjs'],
  vue: () => ['node', 'shop.mjs'],
};

export const exampleNames: readonly string[] = Object.keys(commands);

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
  const [command, ...args] = commands[name]?.(port) ?? [];
  if (command === undefined) throw new Error(`Choose an example: ${exampleNames.join(', ')}.`);
  const { orderSecret: ORDER_SECRET, webhookSecret: WEBHOOK_SECRET } = secrets;
  const own = { PORT: String(port), PROXY_URL: urls.proxy, ORDER_SECRET, WEBHOOK_SECRET };
  return startProgram({
    command,
    args,
    cwd: `examples/${name}`,
    env: { ...process.env, ...own },
    isReady: port,
    onLine,
  });
}
