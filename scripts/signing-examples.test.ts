import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { readOrder } from '../packages/proxy/src/order/order-token.ts';
import { RotatingSecret, Secret } from '../packages/proxy/src/sensitive/secret.ts';

interface Runtime {
  command: string;
  /** Stand before the program's file. */
  args: string[];
  extension: string;
  /** Makes the command print its version, and so tell that it is there. */
  version: string[];
  /** The oldest version that runs the example. */
  major?: number;
  /** Gives the project that a version wants next to the program. */
  project?: (major: number) => string;
}

const runtimes: Record<string, Runtime> = {
  node: { command: 'node', args: [], extension: 'mjs', version: ['--version'] },
  php: { command: 'php', args: [], extension: 'php', version: ['--version'] },
  python: { command: 'python3', args: [], extension: 'py', version: ['--version'] },
  java: {
    command: 'java',
    args: ['-Dfile.encoding=UTF-8'],
    extension: 'java',
    version: ['--version'],
    major: 15,
  },
  csharp: {
    command: 'dotnet',
    args: ['run'],
    extension: 'cs',
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
  go: { command: 'go', args: ['run'], extension: 'go', version: ['version'] },
};

const minuteMs = 60_000;
const secret = 'segredo de lojas – 注文の秘密, longer than 32 bytes';

interface Order {
  id: string;
  /** In centavos. */
  amount: number;
}

const shown: Order = { id: 'order-1042', amount: 12_990 };
const hard: Order = { id: 'pedido nº "7" \\ ação 🛒', amount: Number.MAX_SAFE_INTEGER };

describe('an order signed as docs/signing-orders.md shows', () => {
  const examples = signingExamples('docs/signing-orders.md');

  it('is shown in each of the six languages', () => {
    expect([...examples.keys()].toSorted()).toEqual(Object.keys(runtimes).toSorted());
  });

  for (const [language, runtime] of Object.entries(runtimes)) {
    const isThere = isInstalled(runtime);
    const title = isThere ? language : `${language}: NOT RUN, no ${nameOf(runtime)} here`;
    it.skipIf(!isThere)(`is taken by the proxy: ${title}`, { timeout: 3 * minuteMs }, async () => {
      const token = run(runtime, withHardOrder(examples.get(language) ?? ''));

      await expectTaken(token, hard);
    });
  }
});

describe('an order signed as the README shows', () => {
  it('is taken by the proxy', async () => {
    const code = signingExamples('README.md').get('jose') ?? '';

    const args = ['--input-type=module', '--eval', `${code}\nconsole.log(order);`];
    // Its dependency is one of the proxy's tests, too.
    const token = runProgram(process.execPath, args, resolve('packages/proxy'));

    await expectTaken(token, shown);
  });
});

/** Gives the examples of a guide that sign an order, by what their fences name. */
function signingExamples(guide: string): Map<string, string> {
  const blocks = readFileSync(guide, 'utf8').matchAll(/^```\w+ sign=(\w+)\n([^]*?)^```$/gm);
  return new Map([...blocks].map(([, name = '', code = '']) => [name, code]));
}

/** Puts another order in an example; each of the languages understands JSON's way to write a text. */
function withHardOrder(code: string): string {
  return code
    .replace(/(['"])order-1042\1/, () => JSON.stringify(hard.id))
    .replace('12990', String(hard.amount));
}

function isInstalled(runtime: Runtime): boolean {
  return majorOf(runtime) >= (runtime.major ?? 0);
}

/** Gives the version that is installed; not a number when none is. */
function majorOf({ command, version }: Runtime): number {
  const { status, stdout } = spawnSync(command, version, { encoding: 'utf8' });
  return status === 0 ? Number(/\d+/.exec(stdout)?.[0]) : Number.NaN;
}

function nameOf({ command, major }: Runtime): string {
  return major === undefined ? command : `${command} ${major} or later`;
}

function run(runtime: Runtime, code: string): string {
  const { command, args, extension, project } = runtime;
  const folder = temporaryFolder();
  const file = join(folder, `sign-order.${extension}`);
  writeFileSync(file, code);
  if (project) writeFileSync(join(folder, 'sign-order.csproj'), project(majorOf(runtime)));
  return runProgram(command, [...args, file], folder);
}

function runProgram(command: string, args: string[], cwd: string): string {
  // Java reads its environment in the encoding of the locale; .NET greets whom it meets first.
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

/** Has the proxy read the token, which is to last about half an hour. */
async function expectTaken(token: string, { id, amount }: Order): Promise<void> {
  const rules = {
    orderSecret: new RotatingSecret(new Secret(secret)),
    allowUnsignedOrders: false,
    reservedMembers: new Set<string>(),
  };

  const order = await readOrder(token, rules);

  expect(order).toMatchObject({ id, amountCentavos: amount });
  expect((order.expiresAtMs ?? 0) - Date.now()).toBeGreaterThan(25 * minuteMs);
  expect((order.expiresAtMs ?? 0) - Date.now()).toBeLessThan(31 * minuteMs);
}
