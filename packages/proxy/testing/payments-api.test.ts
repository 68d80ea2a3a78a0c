import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { card } from '@card-checkout/testing/checkout-request';
import { apiFile, runProgram } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import { readConnection } from '../src/config/config.ts';
import { outcomeOf } from '../src/payments-api/answer.ts';
import { requestValues } from '../src/payments-api/payment-request.ts';
import {
  examplePayment,
  examplePurchase,
  answerReport,
  exampleToken,
} from '../src/program/reports.ts';
import { startProxy } from './running-proxy.ts';

const page = textOf('payments-api');
const rules = readConnection({});

function textOf(name: string): string {
  return readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');
}

function example(name: string, text = page): string {
  const fence = new RegExp(`^( *)\`\`\`\\w+ example=${name}\\n([^]*?)^ *\`\`\`$`, 'm');
  const [, indent = '', code = ''] = fence.exec(text) ?? [];
  return code.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

describe('docs/payments-api.md', () => {
  it('lists every word of the built-in file', () => {
    const sentence = /`\/status` is paid as ([^]+?); declined as ([^]+?); pending as ([^]+?)\.\n/;
    const lists = sentence
      .exec(page)
      ?.slice(1)
      .map((list) => list.match(/(?<=`)\w+(?=`)/g));
    const { paid, declined, pending } = rules.apiFile.answer.status;

    expect(lists).toEqual([paid, declined, pending]);
  });

  it('has an API_FILE that works', () => {
    const PUBLIC_URL = 'https://pay.shop.example';
    const own = readConnection({ ...apiFile(JSON.parse(example('api'))), PUBLIC_URL });

    const values = requestValues(own, examplePurchase, exampleToken);

    expect(own.template.fillIn(values)).toEqual({
      loja: 4242,
      valor: 129.9,
      descricao: 'Pedido order-1',
      cartao: { numero: '4000000000002701', validade: '12/2030', cvv: '123', tipo: 'CREDITO' },
      documento: '52998224725',
      avisar: `${PUBLIC_URL}/api/postback/…`,
    });
    expect(own.answer.status.words.get('sem limite')).toBe('declined');
  });

  const readings = [...page.matchAll(/^- ([2-5]\d\d) `(.+)`: (\w+(?: `\w+`)?)$/gm)].map(
    ([, status = '', text = '', reading = '']) => [status, text, reading] as const,
  );

  it('shows how ten answers are read', () => {
    expect(readings).toHaveLength(10);
  });

  it.each(readings)('reads %s %s as %s', (status, text, reading) => {
    const answer = {
      kind: 'answer',
      status: Number(status),
      text,
      body: JSON.parse(text),
    } as const;

    const outcome = outcomeOf(answer, rules, { request: examplePayment, body: {} });

    const code = outcome.code === undefined ? '' : ` \`${outcome.code}\``;
    expect(`${outcome.status}${code}`).toBe(reading);
  });

  it('shows how dry-run reads an answer', () => {
    const report = answerReport(rules, 201, '{"id":"t1","status":"em disputa"}');

    expect(`${report}\n`).toBe(example('answer'));
  });

  it.each(['[]', 'true', '{"id":', '<html>'])('reads %s as no JSON object', (text) => {
    expect(answerReport(rules, 200, text)).toMatch(/^status +unknown$[^]+^body +no JSON object$/m);
  });

  it('links to a fake API that pays, refuses, limits and posts back', async () => {
    const port = String(await freePort());
    const args = ['--input-type=module', '--eval', example('service', textOf('first-payment'))];
    const service = runProgram({ args, env: { PORT: port } });
    await expect.poll(() => service.said.out).toContain('fake service');
    const url = `http://127.0.0.1:${await freePort()}`;
    const env = { API_BASE_URL: `http://127.0.0.1:${port}`, API_TOKEN: 'fake-token' };
    const proxy = await startProxy({ ...env, MERCHANT_ID: '4242', PUBLIC_URL: url });
    const pay = async (holder: string) => {
      const { body } = await proxy.pay({
        body: { card: { ...card, holder } },
        order: { sub: holder },
      });
      return body['code'] ?? body['status'];
    };

    const ends = [await pay('ANA'), await pay('RISK'), await pay('REFUSED'), await pay('BUSY')];

    expect(ends).toEqual(['approved', 'declined', 'declined', 'rate_limited']);
    expect(service.said.out).toContain('12990 centavos: 201 {"id":"pay_1","status":"paid"}');
  });
});
