import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { readOrder } from '../packages/proxy/src/order/order-token.ts';
import { Secret } from '../packages/proxy/src/sensitive/secret.ts';

interface Runtime {
  command: string;
  /** Arguments before the program's file. */
  args: string[];
  /** File in `examples/sign-order`. */
  file: string;
  /** Prints the version, which shows that the command exists. */
  version: string[];
  /** Oldest version that runs the example. */
  major?: number;
  /** Writes a project file that some versions need next to the program. */
  project?: (major: number) => string;
}

const runtimes: Record<string, Runtime> = {
  node: { command: 'node', args: [], file: 'sign-order.mjs', version: ['--version'] },
  php: { command: 'php', args: [], file: 'sign-order.php', version: ['--version'] },
  python: { command: 'python3', args: [], file: 'sign_order.py', version: ['--version'] },
  java: {
    command: 'java',
    args: ['-Dfile.encoding=UTF-8'],
    file: 'SignOrder.java',
    version: ['--version'],
    major: 15,
  },
  csharp: {
    command: 'dotnet',
    args: ['run'],
    file: 'SignOrder.cs',
    version: ['--version'],
    major: 3,
    project: (major) => `
      <Project Sdk="Microsoft.NET.Sdk">
        <PropertyGroup>
          <OutputType>Exe</OutputType>
          <TargetFramework>${major < 5 ? 'netcoreapp3.1' : `net${major}.0`}</TargetFramework>
        </PropertyGroup>
      </Project>`,
  },
  go: { command: 'go', args: ['run'], file: 'sign-order.go', version: ['version'] },
};

const folder = 'examples/sign-order';
const minuteMs = 60_000;
const secret = 'segredo de lojas – 注文の秘密, longer than 32 bytes';

interface Order {
  id: string;
  /** Centavos. */
  amount: number;
}

const shown: Order = { id: 'order-1042', amount: 12_990 };
const hard: Order = { id: 'pedido nº "7" \\ ação 🛒', amount: Number.MAX_SAFE_INTEGER };

describe('an order signed as in examples/sign-order', () => {
  it('is shown in each of the six languages', () => {
    expect(readdirSync(folder).toSorted()).toEqual(
      Object.values(runtimes)
        .map(({ file }) => file)
        .toSorted(),
    );
  });

  for (const [language, runtime] of Object.entries(runtimes)) {
    const isThere = isInstalled(runtime);
    const title = isThere ? language : `${language}: NOT RUN, no ${nameOf(runtime)} here`;
    it.skipIf(!isThere)(
      `is accepted by the proxy: ${title}`,
      { timeout: 3 * minuteMs },
      async () => {
        const code = readFileSync(join(folder, runtime.file), 'utf8');
        const token = run(runtime, withHardOrder(code));

        await expectTaken(token, hard);
      },
    );
  }
});

describe.each([
  ['README.md', shown],
  ['README.pt-BR.md', { ...shown, id: 'pedido-1042' }],
  ['docs/pt-br/order-token.md', { ...shown, id: 'pedido-1042' }],
  ['docs/order-token.md', shown],
])('an order signed as %s shows', (page, order) => {
  it('is accepted by the proxy', async () => {
    const code = /^```js sign=sdk\n([^]*?)^```$/m.exec(readFileSync(page, 'utf8'))?.[1] ?? '';

    const args = ['--input-type=module', '--eval', `${code}\nconsole.log(order);`];
    // Where Node finds the package by name.
    const token = runProgram(process.execPath, args, resolve('packages/proxy'));

    await expectTaken(token, order);
  });
});

/**
 * Puts another order into an example. A JSON string is a valid literal in each of the languages.
 */
function withHardOrder(code: string): string {
  return code
    .replace(/(['"])order-1042\1/, () => JSON.stringify(hard.id))
    .replace('12990', String(hard.amount));
}

function isInstalled(runtime: Runtime): boolean {
  return majorOf(runtime) >= (runtime.major ?? 0);
}

/** Returns the installed major version, or `NaN`. */
function majorOf({ command, version }: Runtime): number {
  const { status, stdout } = spawnSync(command, version, { encoding: 'utf8' });
  return status === 0 ? Number(/\d+/.exec(stdout)?.[0]) : Number.NaN;
}

function nameOf({ command, major }: Runtime): string {
  return major === undefined ? command : `${command} ${major} or later`;
}

function run(runtime: Runtime, code: string): string {
  const { command, args, file: name, project } = runtime;
  const cwd = temporaryFolder();
  const file = join(cwd, name);
  writeFileSync(file, code);
  if (project) writeFileSync(join(cwd, 'sign-order.csproj'), project(majorOf(runtime)));
  return runProgram(command, [...args, file], cwd);
}

function runProgram(command: string, args: string[], cwd: string): string {
  // Java decodes its environment by locale; .NET prints a welcome message on first use.
  const env = { ...process.env, LC_ALL: 'C.UTF-8', DOTNET_NOLOGO: '1', ORDER_SECRET: secret };
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 2 * minuteMs,
  });
  expect({ status, stderr, error }).toEqual({ status: 0, stderr: '', error: undefined });
  return stdout.trim();
}

/** Expects the proxy to accept the token for about half an hour. */
async function expectTaken(token: string, { id, amount }: Order): Promise<void> {
  const rules = {
    orderSecret: new Secret(secret),
    reservedMembers: new Set<string>(),
  };

  const order = readOrder(token, rules);

  expect(order).toMatchObject({ id, amountCentavos: amount });
  expect(order.expiresAtMs - Date.now()).toBeGreaterThan(25 * minuteMs);
  expect(order.expiresAtMs - Date.now()).toBeLessThan(31 * minuteMs);
}
