import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { secretNames } from '../packages/proxy/src/config/secret-files.ts';
import { Environment } from '../packages/proxy/src/config/environment.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** The variables of the programs around the proxy. */
const others = [
  'CI',
  'NODE_ENV',
  'DOMAIN',
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD_FILE',
];
const known = new Set([
  ...Object.keys(Environment.shape),
  ...secretNames.map((name) => `${name}_FILE`),
  ...others,
]);

describe.each([
  ['Dockerfile', /\b([A-Z_]+)=/g, 4],
  ['deploy/compose.yaml', /^ +([A-Z_]+):/gm, 15],
  ['deploy/card-checkout-proxy.service', /^Environment=([A-Z_]+)=/gm, 5],
])('%s', (file, variable, atLeast) => {
  it('sets only variables that there are', () => {
    const names = [...read(file).matchAll(variable)].map(([, name]) => name ?? '');

    expect(names.filter((name) => !known.has(name))).toEqual([]);
    expect(names.length).toBeGreaterThanOrEqual(atLeast);
  });
});

it.each([
  ['deploy/compose.yaml', /stop_grace_period: (\d+)s\n +read_only/],
  ['deploy/card-checkout-proxy.service', /^TimeoutStopSec=(\d+)$/m],
])('%s gives running payments the time to end', (file, limit) => {
  const seconds = Number(limit.exec(read(file))?.[1]);

  expect(seconds * 1000).toBeGreaterThan(Environment.shape.SHUTDOWN_TIMEOUT_MS.parse(undefined));
});

it.each([
  'README.md',
  'packages/proxy/README.md',
  'deploy/Caddyfile',
  'deploy/card-checkout-proxy.service',
  'deploy/compose.yaml',
  'deploy/nginx.conf',
])('%s trusts the web server in front', (file) => {
  expect(read(file)).toContain('TRUST_PROXY');
});

it('the Dockerfile is given the scripts that its packages are bundled with', () => {
  const bundling = ['contract', 'widget', 'proxy'].map((name) => {
    const { scripts }: { scripts?: Record<string, string> } = JSON.parse(
      read(`packages/${name}/package.json`),
    );
    return scripts?.['bundle'] ?? '';
  });
  const needed = bundling.flatMap((command) => command.match(/\bscripts\/\S+/g) ?? []);

  expect(needed).not.toEqual([]);
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(needed.map((script) => `!${script}`)),
  );
});

const isLinux = process.platform === 'linux';
const title = 'the image starts without core dumps, and passes its arguments on';

it.skipIf(!isLinux)(isLinux ? title : `${title}: NOT RUN, this is no Linux`, () => {
  const program = join(temporaryFolder(), 'limits.mjs');
  writeFileSync(
    program,
    `import { readFileSync } from 'node:fs';
    console.log(process.argv.slice(2).join('|'), readFileSync('/proc/self/limits', 'utf8'));`,
  );
  const [, entryPoint = ''] = /^ENTRYPOINT (.+)$/m.exec(read('Dockerfile')) ?? [];
  const parts: string[] = JSON.parse(entryPoint);
  const [command = '', ...args] = parts.map((part) => part.replace('/app/dist/server.js', program));
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`;
  const said = execFileSync(command, [...args, 'sign-order', '--id', 'a b'], {
    encoding: 'utf8',
    env: { PATH },
  });

  expect(said).toContain('sign-order|--id|a b');
  expect(said).toMatch(/^Max core file size +0 +0 /m);
});
