import { randomUUID } from 'node:crypto';
import { CheckoutRequest } from '@card-checkout/contract';
import * as fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { card, fetchMetadata, orderSecret, shop } from '@card-checkout/testing/checkout-request';
import { startScriptedService } from '@card-checkout/testing/during-test';
import { environment } from '@card-checkout/testing/proxy-environment';
import { createProxy } from '../app.ts';
import { checkoutBodies } from '../../testing/checkout-bodies.ts';
import { readConfig } from '../config/config.ts';
import { refuseWrongValues } from '../order/request-values.ts';
import { readOrder } from '../order/order-token.ts';
import { signOrder } from '../server-sdk/sign-order.ts';

/** Starts a proxy that is asked without a network, and talks to a service over one. */
async function startInjected() {
  const service = await startScriptedService();
  const logLines: string[] = [];
  const env = environment({ API_BASE_URL: service.url, UNSIGNED_ORDERS: 'allow' });
  const config = readConfig(env);
  const proxy = createProxy(config, { logStream: { write: (line) => void logLines.push(line) } });
  onTestFinished(() => proxy.close());
  await proxy.ready();
  const post = async (payload: string) => {
    const headers = {
      Origin: shop,
      ...fetchMetadata,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    };
    return proxy.inject({ method: 'POST', url: '/api/checkout/', headers, payload });
  };
  const isRight = async (text: string) => {
    try {
      const request = CheckoutRequest.parse(JSON.parse(text.replace(/^\uFEFF/, '')));
      const order = await readOrder(request.order, config);
      refuseWrongValues(request, order, config, new Date());
      return true;
    } catch {
      return false;
    }
  };
  return { service, logLines, post, isRight };
}

/** How many bodies are tried; a long campaign sets more. */
const bodies = Number(process.env['CHECKOUT_BODIES'] ?? 500);

async function newOrder(isSigned: boolean): Promise<unknown> {
  const [id, amount] = [randomUUID(), 12_990];
  return isSigned
    ? signOrder({ sub: id, amount, installments: { max: 12 } }, orderSecret)
    : { id, amount };
}

it(
  'any body is answered without an internal error, and only a valid payment is sent',
  { timeout: 180_000 },
  async () => {
    const { service, logLines, post, isRight } = await startInjected();
    const statuses = new Set<number>();

    const property = fc.asyncProperty(checkoutBodies, fc.boolean(), async (bodyOf, isSigned) => {
      const text = bodyOf(await newOrder(isSigned));
      const sentBefore = service.received.length;
      const { statusCode, payload, headers } = await post(text);
      statuses.add(statusCode);

      // A machine that is busy with other tests makes a proxy refuse for once: 503, and nothing sent.
      expect(statusCode, text).not.toBe(500);
      expect(headers['content-type']).toMatch(/^application\/(problem\+)?json/);
      expect(payload).not.toContain(card.number);
      const isSent = service.received.length > sentBefore;
      expect(isSent).toBe(statusCode === 200);
      if (isSent) expect(await isRight(text), text).toBe(true);
    });
    await fc.assert(property, { numRuns: bodies });

    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 422]));
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(logLines.join('')).not.toMatch(/unexpected_error|store_failed/);
    expect(logLines.join('')).not.toContain(card.number);
  },
);
