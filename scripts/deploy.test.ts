import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { Environment, secretNames } from '../packages/proxy/src/config/environment.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

const others = [
  'CI',
  'NODE_ENV',
  'MALLOC_ARENA_MAX',
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
  // Grafana's own variables begin with GF_.
  ['deploy/compose.yaml', /^ +(?!GF_)([A-Z_]+):/gm, 12],
  ['deploy/card-checkout-proxy.service', /^Environment=([A-Z_]+)=/gm, 5],
])('%s', (file, variable, atLeast) => {
  it('sets only known variables', () => {
    const names = [...read(file).matchAll(variable)].map(([, name]) => name ?? '');

    expect(names.filter((name) => !known.has(name))).toEqual([]);
    expect(names.length).toBeGreaterThanOrEqual(atLeast);
  });
});

it.each([
  ['deploy/compose.yaml', /stop_grace_period: (\d+)s\n +read_only/],
  ['deploy/card-checkout-proxy.service', /^TimeoutStopSec=(\d+)$/m],
])('%s gives running payments time to end', (file, limit) => {
  const seconds = Number(limit.exec(read(file))?.[1]);

  expect(seconds * 1000).toBeGreaterThan(Environment.shape.SHUTDOWN_TIMEOUT_MS.parse(undefined));
});

const limits = (text: string) =>
  Array.from(
    text.matchAll(/(max-semi-space-size|heap-growing-percent|MALLOC_ARENA_MAX)(?:=|: ')(\d+)/g),
    ([, name, value]) => `${name}=${value}`,
  ).toSorted();

it.each(['deploy/card-checkout-proxy.service', 'scripts/start.ts'])(
  '%s limits memory like the image',
  (file) => {
    expect(limits(read('Dockerfile'))).toHaveLength(3);
    expect(limits(read(file))).toEqual(limits(read('Dockerfile')));
  },
);

/** Returns all matches of a pattern's group in a file. */
const allIn = (file: string, pattern: RegExp) =>
  [...read(file).matchAll(pattern)].map(([, found = '']) => found);

it.each([
  ['Dockerfile', /^FROM (\S+)/gm, /@sha256:[\da-f]{64}$/],
  ['deploy/compose.yaml', /^ +image: (\S+)/gm, /@sha256:[\da-f]{64}$/],
  ['.github/workflows/ci.yml', /uses: (\S+)/g, /@[\da-f]{40}$/],
  ['.github/workflows/publish.yml', /uses: (\S+)/g, /@[\da-f]{40}$/],
])('%s pins third-party artifacts by hash', (file, pattern, hash) => {
  const taken = allIn(file, pattern);

  expect(taken.length).toBeGreaterThanOrEqual(2);
  expect(taken.filter((name) => !hash.test(name))).toEqual([]);
});

it.each(['Dockerfile', '.ci/run', '.github/workflows/ci.yml', '.github/workflows/publish.yml'])(
  '%s runs the very pnpm that package.json names',
  (file) => {
    const { packageManager }: { packageManager: string } = JSON.parse(read('package.json'));
    const run = allIn(file, /npx -y (\S+)/g);

    expect(new Set(run)).toEqual(new Set([packageManager]));
  },
);

it('the job that can publish runs no code from the repository', () => {
  const parts = read('.github/workflows/publish.yml').split('id-token: write');
  const job = parts[1] ?? '';

  expect(parts).toHaveLength(2);
  expect(job).toContain('npm publish');
  expect(job).not.toMatch(/checkout|npx|npm (ci|install)|\n {2}\w/);
});

describe.each([
  ['deploy/compose.yaml', 'With compose', '/run/secrets/', 'secrets/proxy/'],
  ['deploy/card-checkout-proxy.service', 'With systemd', '/etc/card-checkout/', ''],
])('%s', (file, heading, folder, place) => {
  const guide = read('docs/running.md').split(`### ${heading}\n`)[1]?.split('\n### ')[0] ?? '';

  it('reads only secrets that docs/running.md creates', () => {
    const secrets = allIn(file, new RegExp(`_FILE[:=] ?${folder}(?!\\S+-password)(\\S+)`, 'g'));

    expect(secrets.length).toBeGreaterThanOrEqual(3);
    expect(secrets.filter((name) => !guide.includes(`> ${place}${name}\n`))).toEqual([]);
  });

  it('documents every variable in proxy.env, and has a place for the API_FILE', () => {
    expect(read(file)).toMatch(/(env_file: |EnvironmentFile=\/etc\/card-checkout\/)proxy\.env$/m);
    expect(guide).toContain('API_FILE=/etc/card-checkout/api.json');
  });
});

describe('deploy/compose.yaml', () => {
  it('mounts only existing files, and folders that docs/running.md creates', () => {
    const made = /^\.\/(config|secrets\/proxy)$/;
    const mounted = allIn('deploy/compose.yaml', /^ +- (\.[^:]+):\//gm);

    expect(mounted.length).toBeGreaterThanOrEqual(8);
    const missing = mounted.filter((path) => !made.test(path) && !existsSync(join('deploy', path)));
    expect(missing).toEqual([]);
  });

  it('lets Prometheus read its metrics, with the shipped rules, for Grafana', () => {
    const compose = read('deploy/compose.yaml');
    const prometheus = read('deploy/monitoring/prometheus.yaml');
    const [port] = allIn('deploy/compose.yaml', /METRICS_PORT: (\d+)/g);
    const jobs = new Set(allIn('packages/proxy/operations/alerts.yml', /job="([^"]+)"/g));
    const [dashboards = '?'] = allIn('deploy/monitoring/grafana-dashboards.yaml', /path: (\S+) /g);

    expect(prometheus).toContain(`targets: ['proxy:${port}']`);
    expect(allIn('deploy/monitoring/prometheus.yaml', /job_name: (\S+)/g)).toEqual([...jobs]);
    expect(prometheus).toContain('rule_files: [alerts.yml]');
    expect(compose).toMatch(/operations\/alerts\.yml:\/etc\/prometheus\/alerts\.yml:ro$/m);
    expect(compose).toContain(`operations/grafana-dashboard.json:${dashboards}/`);
    expect(read('deploy/monitoring/grafana-datasource.yaml')).toContain('http://prometheus:9090');
    expect(compose.match(/profiles: \[monitoring\]/g)).toHaveLength(2);
  });
});

describe('deploy/card-checkout-proxy.service', () => {
  const unit = read('deploy/card-checkout-proxy.service');

  it('reloads the secrets from the files themselves, not from copies', () => {
    expect(unit).toContain('\nExecReload=/bin/kill -HUP $MAINPID\n');
    expect(unit).not.toMatch(/^LoadCredential|%d/m);
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  const name = 'is a valid systemd unit';

  it.skipIf(!hasSystemd)(hasSystemd ? name : `${name}: NOT RUN: needs systemd`, () => {
    const copy = join(temporaryFolder(), 'card-checkout-proxy.service');
    writeFileSync(copy, unit.replace('/usr/bin/node', process.execPath));

    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' });

    expect(stdout + stderr).toBe('');
  });
});

it('the Docker build has the scripts that bundle its packages', () => {
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
const title = 'the image disables core dumps and passes on its arguments';

it.skipIf(!isLinux)(isLinux ? title : `${title}: NOT RUN: needs Linux`, () => {
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
