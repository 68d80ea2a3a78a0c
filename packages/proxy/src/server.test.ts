import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { paying } from '@card-checkout/testing/checkout-request';
import { listen, temporaryFolder, startScriptedServer } from '@card-checkout/testing/during-test';
import { token } from '@card-checkout/testing/proxy-environment';
import { postbackUrlOf } from '@card-checkout/testing/scripted-server';
import { runProxy as run } from '../testing/proxy-process.ts';
import { retrying } from '../testing/running-proxy.ts';

describe('the process', () => {
  it('ends with 1 and a line for each wrong variable', async () => {
    const wrong = { API_TOKEN: `${token} !`, PORT: 'x', API_BASE_URL: undefined };
    const { said, ended } = run({ ...wrong, NODE_TLS_REJECT_UNAUTHORIZED: '0' });

    expect(await ended).toBe(1);
    expect(said.err.trim().split('\n').toSorted()).toEqual([
      'API_BASE_URL is required: the address of the payments API',
      'API_TOKEN must be printable ASCII without spaces',
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: certificates are always verified; name your own authority in NODE_EXTRA_CA_CERTS',
      'PORT must be a whole number, 0 to 65535',
    ]);
    expect(said.out).toBe('');
  });

  it('ends with 1 and one line when its port is in use', async () => {
    const port = String(await listen(createServer()));

    const { said, ended } = run({ PORT: port });

    expect(await ended).toBe(1);
    expect(said.err).toBe(`PORT ${port} of 127.0.0.1 is in use by another program\n`);
  });

  it('ends with 1 and one line when its database is in use', async () => {
    const DATABASE_URL = `sqlite:${join(temporaryFolder(), 'checkout.db')}`;
    await run({ DATABASE_URL }).url();

    const { said, ended } = run({ DATABASE_URL });

    expect(await ended).toBe(1);
    expect(said.err).toBe('DATABASE_URL names a file that another process uses\n');
  });

  it('ends with 0 on SIGINT', async () => {
    const { child, url, ended, said } = run({});
    await url();

    child.kill('SIGINT');

    expect(await ended).toBe(0);
    expect(said.err).toBe('');
  });

  it('ends with 0 on SIGTERM before it listens', async () => {
    const { child, ended, said } = run({});
    const log = child.stdout ?? expect.fail('The log is not read');
    await once(log, 'data');

    child.kill('SIGTERM');

    expect([await ended, said.err]).toEqual([0, '']);
  });

  it('ends with 0 on SIGTERM although clients have sent garbage or half a request, and hold their connections', async () => {
    const { child, url, ended, said } = run({});
    const { hostname, port } = new URL(await url());
    for (const sent of ['garbage\r\n\r\n', 'GET /healthz HTTP/1.1\r\n']) {
      const client = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      onTestFinished(() => void client.destroy());
      client.on('error', () => undefined);
      await once(client, 'connect');
      await new Promise((resolve) => client.write(sent, resolve));
    }

    child.kill('SIGTERM');

    expect(await ended).toBe(0);
    expect(said.err).toBe('');
  });

  it('ends with 1 and one line for a host that is not of this machine', async () => {
    const { said, ended } = run({ HOST: '192.0.2.1' });

    expect(await ended).toBe(1);
    expect(said.err).toContain('HOST 192.0.2.1 and PORT 0 must be an address of this machine');
  });

  it('ends with 1 and one line for a database that cannot be made', async () => {
    const { said, ended } = run({ DATABASE_URL: 'sqlite:/no/such/folder/checkout.db' });

    expect(await ended).toBe(1);
    expect(said.err).toBe('DATABASE_URL must name a file that can be made and written\n');
  });

  it('ends with 1 and one line for a file that is not its own database', async () => {
    const file = join(temporaryFolder(), 'checkout.db');
    writeFileSync(
      file,
      'a text of somebody else, which is long enough to be looked at. '.repeat(9),
    );

    const { said, ended } = run({ DATABASE_URL: `sqlite:${file}` });

    expect(await ended).toBe(1);
    expect(said.err).toBe('DATABASE_URL names a database of another program\n');
    expect(readFileSync(file, 'utf8')).toMatch(/^a text of somebody else/);
  });

  it('warns of flags that open its memory', async () => {
    const env = { NODE_OPTIONS: '--heapsnapshot-near-heap-limit=1 --no-warnings' };
    const { said, url } = run(env, { nodeFlags: ['--abort-on-uncaught-exception', '--no-addons'] });
    await url();

    const flags = '["--abort-on-uncaught-exception","--heapsnapshot-near-heap-limit=1"]';
    expect(said.out).toContain(`"event":"memory_open","flags":${flags}`);
  });

  it('writes no diagnostic report, which would hold its environment', async () => {
    const folder = temporaryFolder();
    const nodeFlags = ['--report-on-signal', '--report-on-fatalerror'];
    const { child, url, ended } = run({}, { folder, nodeFlags });
    await url();

    child.kill('SIGUSR2');
    await ended;

    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends with 0 on SIGTERM although the payments API never answers', async () => {
    const service = await startScriptedServer(() => 'hang');
    const DATABASE_URL = `sqlite:${join(temporaryFolder(), 'checkout.db')}`;
    const env = { API_BASE_URL: service.url, DATABASE_URL };
    const key = randomUUID();
    const stopped = run({ ...env, SHUTDOWN_TIMEOUT_MS: '50' });
    const paid = fetch(`${await stopped.url()}/api/checkout/`, await paying({ key }));
    await expect.poll(() => service.received.length).toBe(1);

    stopped.child.kill('SIGTERM');
    const answer = await paid;

    expect([answer.status, await stopped.ended]).toEqual([202, 0]);
    const next = await run(env).url();
    const found = await fetch(`${next}/api/checkout/${key}`);
    expect(await found.json()).toMatchObject({ status: 'unknown', code: 'interrupted', tries: 1 });
  });

  it("doesn't know, after a kill, how a sent payment ended; and sends it no second time", async () => {
    const service = await startScriptedServer(() => 'hang');
    const env = {
      ...retrying,
      API_BASE_URL: service.url,
      DATABASE_URL: `sqlite:${join(temporaryFolder(), 'checkout.db')}`,
    };
    const key = randomUUID();
    const killed = run(env);
    const first = fetch(`${await killed.url()}/api/checkout/`, await paying({ key })).catch(
      () => 0,
    );
    await expect.poll(() => service.received.length).toBe(1);
    killed.child.kill('SIGKILL');
    await Promise.all([killed.ended, first]);

    const next = run(env);
    const url = await next.url();
    const found = await fetch(`${url}/api/checkout/${key}`);
    const repeated = await fetch(`${url}/api/checkout/`, await paying({ key }));
    const other = await fetch(`${url}/api/checkout/`, await paying({}));
    const { pathname } = new URL(postbackUrlOf(service.received[0]));
    await fetch(url + pathname, { method: 'POST', body: '{"status":"paid"}' });
    const resolved = await fetch(`${url}/api/checkout/${key}`);

    expect(await found.json()).toMatchObject({ status: 'unknown', code: 'interrupted', tries: 1 });
    expect([repeated.status, other.status]).toEqual([504, 409]);
    expect(await resolved.json()).toMatchObject({ status: 'approved', tries: 1 });
    expect(next.said.out).toMatch(/"event":"payments_interrupted","count":1/);
    await expect.poll(() => next.said.out).toMatch(/"alarm":"late_charge"/);
    expect(service.received).toHaveLength(1);
  });
});
