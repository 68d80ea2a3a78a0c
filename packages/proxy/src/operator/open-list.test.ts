import { freePort } from '@card-checkout/testing/free-port';
import type { ScriptedServer } from '@card-checkout/testing/scripted-server';
import { describe, expect, it } from 'vitest';
import { buyer, trusting } from '../../testing/buyers.ts';
import { retrying, startProxyWith, waits } from '../../testing/running-proxy.ts';

const password = 'a password of an operator';

/** Starts a proxy whose page is shown in English as text, in one line. */
async function start(script: ScriptedServer['script']) {
  const METRICS_PORT = String(await freePort());
  const settings = { METRICS_PORT, OPERATOR_PASSWORD: password, ...trusting, ...retrying };
  const { service, proxy } = await startProxyWith(script, settings, { config: waits() });
  const url = `http://127.0.0.1:${METRICS_PORT}`;
  const Authorization = `Basic ${btoa(`operator:${password}`)}`;
  const ask = async (init: RequestInit = {}, path = '/') => {
    const headers = { Authorization, 'Accept-Language': 'en', Origin: url };
    return (await fetch(`${url}${path}`, { ...init, headers })).text();
  };
  const page = async () => ask();
  const text = async () => (await page()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  /** Presses the button that has these words. */
  const press = async (button: string) => {
    const form = (await page()).split('<form ').find((each) => each.includes(`${button}</button>`));
    const [, action = ''] = /action="(\w+)"/.exec(form ?? '') ?? [];
    const body = new URLSearchParams();
    for (const [, name = '', value = ''] of (form ?? '').matchAll(
      /name="(\w+)" value="([^"]*)"/g,
    )) {
      body.append(name, value);
    }
    return ask({ method: 'POST', body }, `/${action}`);
  };
  return { service, proxy, page, text, press };
}

describe('what waits for an operator', () => {
  it('is one card for orders that wait for the same thing, with one button', async () => {
    const { proxy, page, text, press } = await start(() => 'reset');
    for (const number of [1, 2, 3]) {
      await proxy.pay({ order: { sub: `order-${number}` }, ...buyer(number) });
    }

    const shown = await text();
    expect((await page()).match(/<li class="card/g)).toHaveLength(1);
    expect(shown).toContain('3 orders');
    for (const number of [1, 2, 3]) expect(shown).toContain(`order-${number}`);
    await press('Acknowledge: 3 × outcome_unknown');

    expect(await text()).not.toContain('Acknowledge');
    expect(await text()).toContain('The order can’t be paid again');
  });

  it('begins with a payments API that is down, and with one that is back', async () => {
    let isDown = true;
    const { service, proxy, text, press } = await start(() =>
      isDown ? 'reset' : { status: 201, json: { id: 'pay_1', status: 'paid' } },
    );
    for (let number = 1; number <= 5; number += 1) {
      await proxy.pay({ order: { sub: `order-${number}` }, ...buyer(number) });
    }

    const down = await text();
    isDown = false;
    await proxy.postBack(service.received[0], { status: 'paid' });
    await proxy.pay({ order: { sub: 'order-6' }, ...buyer(6) });
    await expect.poll(text).toMatch(/Payments API back since [\d/: ]+ · 4 orders locked/);
    await press('Acknowledge: 2 × api_up');

    expect(down).toMatch(
      /Payments API down since \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d · 5 orders locked/,
    );
    expect(await text()).not.toContain('Payments API');
  });

  it('says that a payment is approved already, and doesn’t tell to resolve it', async () => {
    const { service, proxy, text } = await start(() => 'reset');
    await proxy.pay();

    const open = await text();
    await proxy.postBack(service.received[0], { status: 'paid' });

    expect(open).toContain('portal and resolve it.');
    const over = await text();
    expect(over).toContain('Already approved. Just acknowledge the alarm.');
    expect(over).not.toContain('portal and resolve it.');
  });

  it('lists refunds that are due, until they are done', async () => {
    const { service, proxy, text, press } = await start((number) =>
      number === 1
        ? { status: 402, json: { status: 'refused' } }
        : { status: 201, json: { status: 'paid' } },
    );
    await proxy.pay();
    await proxy.pay();
    await proxy.postBack(service.received[0], { status: 'paid' });

    const due = await text();
    await press('Done');

    expect(due).toMatch(/Refunds due 1 .* Two tries of one order were charged\. Refund one\./);
    expect(await text()).toContain('Every payment has an outcome, and no alarm is open.');
  });
});
