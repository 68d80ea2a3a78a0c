import type { CheckoutRequest } from '@card-checkout/contract';
import { isObject } from '@card-checkout/contract/json';
import { printable } from '@card-checkout/contract/printable';
import { isRetryable } from '../attempt/outcome.ts';
import { decideRetry, type RetryRules } from '../attempt/retry.ts';
import type { Order } from '../order/order-token.ts';
import { purchaseOf } from '../order/purchase.ts';
import type { OrderReport } from '../order/verify-order.ts';
import { outcomeOf, type AnswerRules } from '../payments-api/answer.ts';
import { parsedJson } from '../upstream/body.ts';
import { requestValues, type RequestRules } from '../payments-api/payment-request.ts';
import { readPostback } from '../payments-api/postback.ts';
import { newPostbackToken } from '../sensitive/postback-token.ts';
import { templatePaths } from '../payments-api/template-paths.ts';
import { paymentCall, type UpstreamOptions } from '../upstream/upstream.ts';
import { withoutCardNumbers } from '../sensitive/card-data.ts';
import { columns, jsonOf, money, timeOf } from '../terminal/terminal.ts';

const exampleOrder: Order = {
  id: 'order-1',
  amountCentavos: 12_990,
  maxInstallments: 12,
  plans: [{ count: 3, amount: 4330, total: 12_990, monthlyRate: 0 }],
  signedAt: 0,
  expiresAtMs: 0,
};

/** A payment in Cielo's sandbox, with every member. */
export const examplePayment: CheckoutRequest = {
  order: '',
  card: {
    number: '4000000000002701',
    holder: 'MARIA DA SILVA',
    expiry: '2030-12',
    securityCode: '123',
    kind: 'credit',
  },
  payer: {
    docType: 'cpf',
    document: '52998224725',
    name: 'Maria da Silva',
    email: 'maria@example.com',
    phone: '+5511987654321',
    address: {
      street: 'Rua A',
      number: '1',
      complement: 'Apto. 2',
      district: 'Sé',
      city: 'São Paulo',
      state: 'SP',
      zipCode: '01001000',
      country: 'BR',
    },
  },
  installments: 3,
  threeDSecure: {
    Cavv: 'AAABBBEAUAAAAAAAAAAAAAAAAAA=',
    Eci: '05',
    Version: '2.2.0',
    Xid: 'Y2FyZGluYWxjb21tZXJjZWF1dGg=',
    ReferenceId: '6d8e1b5c-1f0a-4a7e-9b1d-0a5f6a7b8c9d',
  },
  fraud: { sessionId: '0b7f6f7e-7a55-4a1e-8a0f-3f0f5e0d7c21', completed: true },
};

export const examplePurchase = purchaseOf(exampleOrder, examplePayment);

/** The ids of an example's try. */
export const exampleToken = { paymentId: '3f0f5e0d-7a55-4a1e-8a0f-0b7f6f7e7c21', secret: '…' };

export function pathsReport(rules: RequestRules): string {
  const values = requestValues(rules, examplePurchase, exampleToken);
  const rows = Object.entries(templatePaths).map(([path, [meaning]]) => {
    return [`$${path}`, meaning, JSON.stringify(values(path)) ?? '–'];
  });
  return columns(['PATH', 'MEANING', 'EXAMPLE'], rows);
}

/** Shows an example's request, with card and token masked. */
export function requestReport(
  rules: RequestRules & Pick<UpstreamOptions, 'apiBaseUrl' | 'path' | 'headers'>,
): string {
  const { card } = examplePayment;
  const masked = { ...card, number: examplePurchase.shownNumber, securityCode: '***' };
  const purchase = { ...examplePurchase, request: { ...examplePayment, card: masked } };
  const values = requestValues(rules, purchase, exampleToken);
  const body = rules.template.fillIn(values, purchase.order.fields);
  const { origin, method, path, headers } = paymentCall(rules);
  const own = rules.headers.fillIn(
    (name) => (name === 'apiToken' ? '***' : values(name)),
    () => '***',
  );
  const lines = Object.entries({ ...headers, ...own }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${origin}${path}`, ...lines, '', jsonOf(body)].join('\n');
}

/** Explains how the proxy reads an answer to a first request. */
export function answerReport(
  rules: AnswerRules & RetryRules & RequestRules,
  status: number,
  text: string,
): string {
  const answer = { kind: 'answer', status, text, body: parsedJson(text) } as const;
  const body = rules.template.fillIn(requestValues(rules, examplePurchase, exampleToken));
  const outcome = outcomeOf(answer, rules, { request: examplePayment, body });
  const { waitMs = 0, triesAgain } = decideRetry(outcome, 1, rules, () => 0.5);
  const { payment, ...shown } = outcome;
  return readingReport({
    ...shown,
    ...(!isObject(answer.body) && text.trim() !== '' && { body: 'no JSON object' }),
    'buyer may try again': isRetryable(outcome) ? 'yes' : 'no',
    'browser sees': payment,
    'proxy sends again': triesAgain ? `after ${waitMs / 1000} s, at most 3 times` : 'no',
  });
}

/** Explains how the proxy reads a postback. */
export function postbackReport({ postback }: AnswerRules, text: string): string {
  const { secret } = newPostbackToken(exampleToken.paymentId);
  const { shown: _, payment, isUnreadable, ...read } = readPostback(text, secret, postback);
  return readingReport({
    ...read,
    ...(isUnreadable && { body: 'neither JSON nor a form' }),
    'browser sees': payment,
  });
}

function readingReport(read: object): string {
  return columns(
    ['THE PROXY READS', ''],
    Object.entries(read).map(([name, value]) => [name, cellOf(value)]),
  );
}

function cellOf(value: unknown): string {
  const safe = withoutCardNumbers(value);
  return typeof safe === 'string' ? safe : (JSON.stringify(safe) ?? '–');
}

export function orderReportText({ claims, faults, warnings }: OrderReport): string {
  const rows = Object.entries(claims ?? {}).map(([name, value]) => [
    name,
    meaningOf(name, value),
    JSON.stringify(value),
  ]);
  const found = [
    ...(faults.length === 0 ? ['ok'] : faults),
    ...warnings.map((text) => `warning: ${text}`),
  ];
  const verdict = found.map(printable).join('\n');
  return claims === undefined
    ? verdict
    : `${columns(['CLAIM', 'MEANING', 'VALUE'], rows)}\n\n${verdict}`;
}

function meaningOf(name: string, value: unknown): string {
  if (typeof value !== 'number') return '';
  if (name === 'amount') return money(value);
  const isTime = (name === 'iat' || name === 'exp') && Math.abs(value) < 8e12;
  return isTime ? `${timeOf(new Date(value * 1000).toISOString())} UTC` : '';
}
