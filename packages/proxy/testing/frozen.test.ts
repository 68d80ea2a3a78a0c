import { setTimeout as pauseFor } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { paying } from '@card-checkout/testing/checkout-request';
import { startScriptedServer } from '@card-checkout/testing/during-test';
import { postbackUrlOf } from '@card-checkout/testing/scripted-server';
import { runProxy, type ProxyProcess } from './proxy-process.ts';
import { retrying, waits } from './running-proxy.ts';

/** Longer than the limits below, which must expire while the process is stopped. */
const frozenForMs = 2500;

/** Stops the process, like a virtual machine during migration, until all its timers are due. */
async function freeze({ child }: ProxyProcess, meanwhile: () => void): Promise<void> {
  child.kill('SIGSTOP');
  meanwhile();
  await pauseFor(frozenForMs);
  child.kill('SIGCONT');
}

async function pay(url: string): Promise<unknown> {
  const answer = await fetch(`${url}/api/checkout/`, await paying({}));
  return answer.json();
}

describe('a frozen process', () => {
  it('accepts an answer that arrived in the meantime, although its deadline has passed', async () => {
    const answered = Promise.withResolvers<{ status: number }>();
    const service = await startScriptedServer(() => answered.promise);
    const proxy = runProxy({ API_BASE_URL: service.url, UPSTREAM_TIMEOUT_MS: '2000' });
    const paid = pay(await proxy.url());
    await expect.poll(() => service.received.length).toBe(1);

    await freeze(proxy, () => answered.resolve({ status: 201 }));

    expect(await paid).toMatchObject({ status: 'approved' });
  });

  it('reads a postback that arrived in the meantime before it retries', async () => {
    const service = await startScriptedServer(() => ({ status: 500 }));
    const proxy = runProxy({ ...retrying, API_BASE_URL: service.url }, { config: waits(2000) });
    const url = await proxy.url();
    const paid = pay(url);
    await expect.poll(() => proxy.said.out).toContain('payment_moved');

    const { pathname } = new URL(postbackUrlOf(service.received[0]));
    const body = JSON.stringify({ status: 'paid' });
    await freeze(proxy, () => void fetch(url + pathname, { method: 'POST', body }));

    expect(await paid).toMatchObject({ status: 'approved', tries: 1 });
    expect(service.received).toHaveLength(1);
  });
});
