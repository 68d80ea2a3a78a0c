import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { card } from '@card-checkout/testing/checkout-request';
import { runProgram, temporaryFolder } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import { readApiRules } from '../src/config/config.ts';
import { isRetryable } from '../src/attempt/outcome.ts';
import { outcomeOf } from '../src/payments-api/answer.ts';
import { requestOf, templateValues } from '../src/payments-api/payment-request.ts';
import { createTemplate, templatePaths } from '../src/payments-api/template.ts';
import {
  examplePayment,
  examplePurchase,
  answerReport,
  requestReport,
} from '../src/program/reports.ts';
import { startProxy } from './running-proxy.ts';

const page = textOf('payments-api');
const rules = readApiRules({});

function textOf(name: string): string {
  return readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');
}

function example(name: string, text = page): string {
  const fence = new RegExp(`^( *)\`\`\`\\w+ example=${name}\\n([^]*?)^ *\`\`\`$`, 'm');
  const [, indent = '', code = ''] = fence.exec(text) ?? [];
  return code.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

/** Returns the rows of a table whose first cell matches. */
function rows(first: RegExp): string[][] {
  const lines = page.split('\n').filter((line) => first.test(line));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function codeIn(cell = ''): string {
  return cell.replace(/^`(.*)`$/, '$1');
}

describe('docs/payments-api.md', () => {
  it('shows the request of a proxy without settings', () => {
    expect(`${requestReport(rules)}\n`).toBe(example('request'));
  });

  it('has a row for each path, with its value in the example', () => {
    const url = 'https://pay.shop.example/api/postback/…';
    const values = templateValues(4242, examplePurchase, url);
    const shown = rows(/^\| `\$/).map(([path = '', value]) => [
      codeIn(path).slice(1),
      codeIn(value),
    ]);
    const cut = new Map(shown.map(([path = '', value = '']) => [path, value.split('…')[0]]));

    expect([...cut.keys()]).toEqual(Object.keys(templatePaths));
    for (const [path, value] of cut) {
      const filled = createTemplate({ value: `$${path}` }).fillIn(values);
      expect(JSON.stringify(filled['value'])).toContain(value);
    }
  });

  it('has a template that works', () => {
    const file = join(temporaryFolder(), 'template.json');
    writeFileSync(file, example('template'));
    const own = readApiRules({ CHECKOUT_TEMPLATE_FILE: file });

    const request = requestOf(own, examplePurchase, { secret: '' });

    expect(request).toMatchObject({ amount: '129.90', cartao: { validade: '2030-12' } });
  });

  it.each(rows(/^\| [2-5]\d\d /))('says of %s %s: %s', (status, cell, end, code, again) => {
    const text = codeIn(cell);
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
    const answer = { kind: 'answer', status: Number(status), text, body } as const;

    const outcome = outcomeOf(answer, rules, examplePayment);

    expect([outcome.status, outcome.code ?? '–', isRetryable(outcome) ? 'yes' : 'no']).toEqual([
      end,
      codeIn(code),
      again,
    ]);
  });

  it('shows how dry-run reads an answer', () => {
    const report = answerReport(rules, 201, '{"id":"t1","status":"em disputa"}');

    expect(`${report}\n`).toBe(example('answer'));
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
